import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import { filtered } from '../../../text/pattern-filter.ts';
import { escapeRegex } from '../../../triggers/escape-regex.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { sentencesOf } from '../../spoken/words/sentences.ts';
import { shared, topics } from '../../spoken/words/topics.ts';
import { asksForHelp } from '../kind/questions.ts';
import { isWorker } from './hidden-edge.ts';

/** What the agent says right after a result that shows no failure: that the command did not do what it was to do. */

const HEAD_CHARS = 400;
const SENTENCES = 3;
const SENTENCE_CHARS_MAX = 300;

const DONE =
  /(?:applied|replaced|updated|written|saved|created|embedded|included|executed|expanded|exported|interpolated|escaped|picked up|passed (?:on|through)|set|captured)/;
const THING =
  /(?:sed|awk|regex|script|command|heredoc|loop|replace(?:ment)?|substitution|patch|query|pipe|redirect(?:ion)?|glob|edit|filter|one-liner|\w+ call)/;

const FAILED = anyOf(
  [
    /\b(?:returned|printed|produced|gave|gives|shows?|showed) (?:no output|nothing|(?:an )?empty (?:output|result|file|list|string|body)s?)\b/,
    /\b(?:came|comes) (?:back|up|out) (?:empty|blank)\b/,
    /\b(?:output|response|result|reply|file|body|screenshot|image) (?:is|was) (?:empty|blank|truncated|cut off|garbled)\b/,
    /\b(?:got|was|were) (?:truncated|cut off|mangled|swallowed|silently (?:skipped|ignored|dropped|discarded|cut))\b/,
    /\b(?:failed|skipped|ignored|dropped) silently\b|\bsilently (?:failed|did nothing)\b/,
    /\bdid(?:n't| not) (?:actually |even |seem to )?(?:match|apply|take(?: effect)?|replace|substitute|persist|stick|land|register|do anything|change anything|exercise|hit|work|print|run|pick up|fire|trigger)\b/,
    new RegExp(`\\bdid(?:n't| not) (?:actually |even )?(?:get|become) ${DONE.source}\\b`),
    new RegExp(
      `\\b(?:was(?:n't| not)|were(?:n't| not)|has(?:n't| not) been) (?:actually |even |properly )?${DONE.source}\\b`,
    ),
    /\bmatched (?:nothing|no (?:lines?|files?)|zero|0)\b/,
    new RegExp(
      `\\b${THING.source} (?:(?:itself|above) )?(?:failed|broke|choked|crashed|errored|hung|misfired)\\b`,
    ),
    /\b(?:crashed|blew up|errored out|choked) (?:on|with|because|due|at)\b/,
    /\bstill (?:(?:the |gives the |shows the )?same\b|(?:skip|ignor|return|report|pick|miss|fail|see|print|load|read)\w*\b|chose\b|wrong\b|missing\b|broken\b|empty\b|(?:does|is|are|was|has)(?:n't| not)\b)/,
    /\b(?:is|are|was|were) (?:still |now |all )?(?:missing|incomplete|wrong)\b|\b(?:was|were) (?:dropped|lost|doubled|duplicated|swapped)\b|\b(?:is|are) missing (?:the|an?|its|some|all)\b/,
    /\b(?:it|that|this) did nothing\b|\bno (?:\w+ )?(?:file|rows?|records?|lines?|output|data) (?:was|were|got) (?:written|created|changed|found|produced|loaded|read)\b/,
    /\bfail(?:s|ed)? (?:because|since|due to|as the|with)\b|\b(?:is|are)(?:n't| not) (?:working|matching|resolving|loading|showing|updating|applying|taking effect|picked up|recogni[sz]ed)\b/,
    /\b(?:there(?:'s| is| was)|it has|hit|ran into) (?:an?|another|one) (?:[\w-]+ ){0,2}(?:issue|problem|error|mismatch)\b/,
    // The same in other languages.
    /\b(?:schl(?:ägt|agen)|schlug) (?:[\wäöüß]+ ){0,3}fehl\b|\bes gibt (?:noch )?ein(?:en)? (?:[\wäöüß-]+ )?(?:Fehler|Problem)/,
    /(?<![\p{L}])(?:hay|tiene|há|tem|está com) (?:un|um|una|uma) (?:\S+ )?(?:problem|err?or)|(?<![\p{L}])(?:fall(?:a|an|ó)|falh(?:a|am|ou)) (?:porque|por|ya que|pois|devido)/u,
    /(?<![\p{L}])échoue(?:nt)? (?:car|parce|puisque|à cause)|il y a (?:un|une) (?:\S+ )?(?:problème|erreur)/u,
    /есть (?:одна )?(?:проблема|ошибка)|пада(?:ет|ют) (?:из-за|потому|так как|на )/,
    /(?<!没|没有|無|无)(?:有|存在|出现|遇到)(?:了|点|个|一个|一些|一点)*[^，。！？\s]{0,4}问题|(?:报|出)错了?|失败(?:了|是因为|，因为)/,
    /(?:問題が(?:あり|ある|出)|エラーが(?:出|発生))|문제가 ?(?:있|발생)|(?:오류|에러)가 ?(?:있|발생|났)/,
    /\b(?:hat|haben) nicht(?:s)? (?:gematcht|gegriffen|geklappt|funktioniert|gepasst|gebracht|geändert|gefunden)\b|\bist (?:leer|abgeschnitten)(?:[.,(]|$)|\bgreift (?:immer )?noch nicht\b/,
    /\bno (?:funcionó|se aplicó|coincidió|surtió efecto|cambió|encontró|hizo) ?(?:nada)?(?![\p{L}])|\bnão (?:funcionou|foi aplicad[oa]|casou|surtiu efeito|mudou|encontrou|fez)(?![\p{L}])/u,
    /(?:^|\s)(?:sigue|continúa|continua) (?:sin|fallando|falhando|igual|vací[oa]|vazi[oa])/,
    /\bn'(?:a|ont) (?:pas|rien) (?:fonctionné|marché|changé|donné|été appliqué|trouvé|remplacé|pris effet)|\btoujours (?:vide|pareil|la même|le même|en échec)\b/,
    /не (?:сработал|помогл|применил|изменил|нашл|нашёл|подхватил|распознал)[а-яё]*|ничего не (?:произошло|изменилось|вывел[а-яё]*|нашл[а-яё]*)|(?:результат|ошибка) (?:тот|та) же|всё ещё (?:пуст|не )/,
    /没(?:有)?(?:被|能)?(?:生效|匹配|替换|写入|应用|识别|读取|执行|加载|更新)|(?:输出|结果|文件)(?:是|为)空|(?:结果|输出)?(?:还是|仍然|依然)(?:一样|没有|不对|失败|为空)|不起作用/,
    /(?:効いて|(?:反映|置換|適用|認識|更新|実行|出力)されて)(?:いません|いない)|(?:まだ|依然として?)同じ|うまく(?:いき|動き)ません|(?:出力|結果)が空/,
    /(?:적용|인식|반영|치환|실행|출력|업데이트)되지 ?않|결과가 ?(?:그대로|같|비어)|여전히 ?(?:같|비어|안|실패)|효과가 ?없|작동하지 ?않/,
  ],
  { flags: 'i' },
);

const tellsFailing = filtered(FAILED);

/** It was meant so, it is still to come, it is nothing, or only supposed. */
const NONE = anyOf(
  [
    /\bexpected\b|\bas (?:intended|desired|planned|wanted)\b|\b(?:good|great|perfect|correct(?:ly)?|clean|fine)\b/,
    /\byet\b|\bstill (?:(?!miss|fail|skip|ignor|return|report)\w+ing|in progress)\b|\bno (?:errors?|problems?|issues?)\b/,
    /\bconfirm|\breproduc|\bpre-?existing\b|\b(?:if|would|should|whether|unless|nothing else|no longer|previously|used to)\b/,
    // A heading of a report, what follows from something.
    /^(?:\*\*|#|\d\. |- )|^(?:so )?(?:this|that|which) means\b/,
    /^(?:let me|let's|now|next|i'll|i will|i'm \w+ing)\b|\bwhat(?:'s| is| was| went) wrong\b/,
    // It answers the human.
    /^(?:yes|yeah|yep|ja|sí|sim|oui|да|네)[,.:!—–-]|^(?:是的|はい)/,
    /wie (?:erwartet|gewünscht)|como (?:se )?esper|comme prévu|как и ожида|(?:如|符合)预期|期待通り|예상대로/,
    /\bmeans? (?:success|it (?:passed|worked)|all)\b|\bso (?:it|that) (?:passed|worked)\b|\?$/,
  ],
  { flags: 'i' },
);

/** `That didn't work.`: the next sentence says what, unless it tells what is done now. */
const BARE_CHARS_MAX = 30;
const SETS_OUT = /^(?:let me|let's|now|next|i'll|i will|i need|trying)\b/i;

/** The sentence in which words say that what was run failed; empty where none does. */
export function saidFailed(words: string): string {
  const sentences = sentencesOf(words.slice(0, HEAD_CHARS));
  const at = sentences
    .slice(0, SENTENCES)
    .findIndex((sentence) => tellsFailing(sentence) && !NONE.test(sentence));
  if (at < 0) return '';
  const [said, next = ''] = sentences.slice(at, at + 2).map((sentence) => sentence.trim());
  const saysMore =
    said!.length <= BARE_CHARS_MAX &&
    next.length > BARE_CHARS_MAX &&
    !SETS_OUT.test(next) &&
    !NONE.test(next);
  return (saysMore ? next : said!).slice(0, SENTENCE_CHARS_MAX);
}

/** An error, and words about it, share so many. */
const TOLD_WORDS_MIN = 2;
const ERROR_CHARS = 2000;

/** True where what words say has failed is an error that was seen before. */
export const tellsAgain = (sentence: string, error: string): boolean =>
  sentence !== '' && shared(topics(sentence), topics(error.slice(0, ERROR_CHARS))) >= TOLD_WORDS_MIN;

const EDITS_TEXT = /\b(?:sed|perl)\s+(?:-\w+\s+)*-\w*i/;

/** PowerShell's values: a text that stands for itself, or what a variable is given. */
const isValue = ({ program, args }: ShellPart, command: string): boolean =>
  args.length === 0 && (program.includes(' ') || (command.includes('$') && command.includes(`${program}";`)));

/** Shows what a service has written: `docker logs`. */
const showsLog = ({ sub }: ShellPart): boolean => /(?:^|\s)logs?$/.test(sub);

/** True of a command that does something: what it shows of others' texts says nothing of itself. */
export const mayFail = ({ command, parts }: SeenCall): boolean =>
  EDITS_TEXT.test(command) ||
  (!asksForHelp(command) &&
    parts.some((part) => isWorker(part) && !isValue(part, command) && !showsLog(part)));

/** The part that the words are about: the one that they name, or the last that does something. */
export function speaksOf({ command, parts }: SeenCall, sentence: string): ShellPart | undefined {
  const named = parts.find(({ program }) => new RegExp(`\\b${escapeRegex(program)}\\b`, 'i').test(sentence));
  return named ?? (EDITS_TEXT.test(command) ? parts.find(({ program }) => EDITS.test(program)) : undefined);
}

const EDITS = /^(?:sed|perl)$/;
const REWRITES = /\b(?:sed|perl|awk|python[\d.]*|node|ruby)\b/;
/** A command that puts another text into a file. */
const PUTS =
  /\b(?:sed|perl)\s+(?:-\w+\s+)*-\w*i|\b(?:Set-Content|Out-File|WriteAllText|write_text|writeFileSync|tee)\b|\.write\(|\bcat\s+>|-replace\b/;
const FILE = /[\w.-]+\.[A-Za-z]\w{0,7}(?![\w(])/g;

/** True where a command was to change a file, and that was then changed in another way. */
export function isRewritten({ call, edits, done }: OpenFailure): boolean {
  const { command } = call;
  if (!REWRITES.test(command)) return false;
  if (edits.some(({ file }) => command.includes(baseName(file)))) return true;
  const other = done?.find((line) => PUTS.test(line) && line !== command);
  return other?.match(FILE)?.some((name) => command.includes(name)) ?? false;
}

/** True where something was edited, and what the words may be about was then run again. */
export const isRunAgain = ({ call, edits, done }: OpenFailure): boolean =>
  edits.length > 0 &&
  call.parts.some(
    (part) => isWorker(part) && !isValue(part, call.command) && done?.some((line) => runs(line, part)),
  );

/** A program by its name, whatever stands before it. */
const runs = (line: string, { program, sub }: ShellPart): boolean =>
  line.includes(sub === '' ? program.replace(/^\.(?=\w)/, '') : `${program} ${sub}`);
