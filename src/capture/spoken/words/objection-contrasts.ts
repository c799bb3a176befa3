import { anyOf } from '../../../text/any-of.ts';
import { words } from './objection-languages.ts';

/**
 * How people set right in languages other than English: this and not that, a denial at the head of the message, a
 * prohibition that opens it. Each counts once.
 */
export const FOREIGN_CONTRASTS: RegExp[] = [
  words(
    'und nicht|\\S+, nicht (?:der|die|das|den|dem|in|im|auf|als|für|mit|bei)|nicht (?!nur\\s)[^.!?]{1,60} sondern|an?statt|stattdessen',
  ),
  words(
    '(?:\\S+,|y) no (?:el|la|los|las|en|para|un|una|con|de|del|al)|no (?!s[oó]lo\\s)[^.!?]{1,60} sino|en (?:vez|lugar) de',
  ),
  words(
    'et (?:non|pas)(?: pas)?|\\S+, pas (?:le|la|les|un|une|dans|sur|du|des|avec|pour)|au lieu d\\S+|plutôt que|pas par toi|on ne fait (?:pas|plus)|non je (?:ne )?veux',
  ),
  words(
    '(?:\\S+,|e) n[ãa]o (?:o|a|os|as|no|na|em|um|uma|para|pra|do|da|com)|(?:em vez|ao invés|ao inves) d\\S+|n[ãa]o (?:quero|precisa(?:va)?|migra|muda|mexe|altera|apaga|remova?|coloca|usa|cria|responde)|s[oó] (?:pedi|queria)|era p(?:ra|ara)|esquecendo d\\S+',
  ),
  words(
    '(?:\\S+,|e) non (?:il|lo|la|i|gli|le|in|un|una|per|con|di|al)|non [^.!?]{1,60}, ma|ma solo|invece (?:di|che)|al posto d\\S+|non hai capito',
  ),
  words(
    'en niet|\\S+, niet (?:de|het|in|op|een|met)|in plaats van|och inte|og ikke|i stället för|i stedet for|a nie|zamiast|a ne|místo|değil|yerine|nem [^.!?]{1,40} hanem|helyett',
  ),
  words(
    '(?:không|ko|k|khong|hông) phải [^.!?]{1,60}?[,;]? (?:mà(?: là)?|(?:vấn đề|lỗi|chỗ) (?:nằm ở|ở|là)) \\S+',
    'bukan [^.!?]{1,60}?,? (?:tapi|tetapi|melainkan) \\S+',
  ),
  anyOf(
    [
      /[\s,](?:а|а\s+именно) не (?=\S)|не про \S+,? а\s|вместо (?!с )|замість /,
      /^не (?:совсем|то\s|так\s|надо|нужно|хочу|[а-яё]{2,}(?:й|йте|шь|ите)(?=[\s,.!]))/,
      /почему (?:\S+ ){0,3}не\s|почему (?:ты|вы) /,
    ],
    { flags: 'i' },
  ),
  /(?:而不是|不是[^，。？！,]{1,24}[，,]?\s*而?是(?!不是|否)|^不(?:是|对|行|要|用)|理解错|不是这个意思|你(?:可以)?直接)/,
  /(?:^(?:いや|いえいえ|違|ちが)|そもそも|(?:ほう|方)ではなく|無視して(?:いい|よい|ください)|既存の.{1,20}と同じ)/,
  /(?:^아니(?!요)|[가-힣] ?말고|(?:이|가) ?아니라|만들라고|하라고(?: ?한)?|니 ?맘대로|한 ?적 ?없)/,
];

/** Portuguese `no menu …` is `in the menu`, no denial. */
const PORTUGUESE =
  /(?:^|\s)(?:n[ãa]o|voc[êe]|vc|tá|ao|aos|da|das|dos|na|nas|em|uma?|pr[ao]|para|meu|minha|seu|isso|é|está|que|[^\s]+(?:ão|ões))(?=[\s,.!?]|$)/gi;
const PORTUGUESE_WORDS_MIN = 2;

/** True where words that begin with `no` are Portuguese. */
export const isPortuguese = (text: string): boolean =>
  /^no \p{L}/iu.test(text) && (text.slice(3).match(PORTUGUESE)?.length ?? 0) >= PORTUGUESE_WORDS_MIN;
