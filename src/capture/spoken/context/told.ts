import { anyOf } from '../../../text/any-of.ts';
import type { OpenObjection } from '../open-objection.ts';
import { mannerOf } from '../words/manner.ts';
import { isLoud, pauses } from '../words/objection.ts';
import { pasted } from '../words/own-words.ts';
import { opensQuestion } from '../words/question.ts';
import { sentencesOf } from '../words/sentences.ts';

/** Tools that put a plan or a question before the user: saying no to them is part of the talk. */
const PUT_BEFORE: Readonly<Record<string, 'plan' | 'question'>> = {
  ExitPlanMode: 'plan',
  exit_plan_mode: 'plan',
  EnterPlanMode: 'plan',
  update_plan: 'plan',
  AskUserQuestion: 'question',
  request_user_input: 'question',
};

/** What a tool puts before the user; null for one that does not, and for no tool. */
export const putBefore = (tool: string | undefined): 'plan' | 'question' | null =>
  tool !== undefined && Object.hasOwn(PUT_BEFORE, tool) ? PUT_BEFORE[tool]! : null;

/** Asides, which say why or how. */
const ASIDE = /\([^()\n]{0,400}\)|"[^"\n]{0,200}"/g;
/** Opens with what is wanted besides. */
const WISH = anyOf(
  [
    /i(?:'d| would)? (?:also |still |really )?(?:want|need|like|love|wish)\b|we(?:'ll)? (?:also )?(?:need|want)\b/,
    /(?:let's |could you |can you |you can )?(?:add|include|mention|cover|consider|put in|give|write|document)\b/,
    /(?:one|two|some|a few) more (?:things?|points?|wish(?:es)?)\b|there should (?:also )?be\b|it should also\b/,
    /(?:what|how|when|where|which|who|will|would|is|are|does|do|can|could) [^.!]{3,200}[?？]/,
    /(?:ich (?:möchte|hätte gern|brauche|will)|füge? |bitte (?:noch )?|je (?:veux|voudrais)|ajoute\b|(?:yo )?(?:quiero|quisiera)|añade\b|quero\b|adicion[ae]\b|voglio\b|vorrei\b|aggiungi\b)/,
  ],
  {
    before:
      /^\W*(?:(?:and|also|plus|then|additionally|please|ok(?:ay)?|good|great|nice|looks good|lgtm|und|auch|et|aussi|y|también|e|também|anche)\b[\s,.!:-]*)*/,
    flags: 'i',
  },
);
/** Holds something against what was planned. */
const AGAINST = anyOf(
  [
    /\b(?:not?|never|nor|don't|dont|instead|rather|only|just|simpl\w+|smaller|shorter|less|fewer|without|too \w+|you|your|stop|remove|drop|skip|again|already|said|told|wrong|why|over-?\w+)\b|n't\b/,
    /\b(?:nicht|kein\w*|statt|stattdessen|nur|pas|sans|plutôt|seulement|sin|en vez|solo|não|sem|invece|senza|non)\b/,
  ],
  { flags: 'i' },
);

/** True where a plan is refused for what is wanted besides, and nothing is held against it. */
export function onlyWishes(open: OpenObjection): boolean {
  if (putBefore(open.rejected?.nativeTool) !== 'plan') return false;
  const sentences = sentencesOf(open.text.replace(ASIDE, '')).filter((part) => /\p{L}{2}/u.test(part));
  return sentences.length > 0 && sentences.every((part) => WISH.test(part) && !AGAINST.test(part));
}

/** Wants to know how far it is. */
const HOW_FAR =
  /what(?:'s| is) (?:the |our |your )?(?:current )?(?:status|progress)|(?:give|show) me (?:an? |the )?(?:status|progress)|how far (?:are|did|have)|status(?: update| report)?(?=\s*[?.!]*$)|(?:cu[aá]l|qual|quel|come|wie) (?:es|é|est|va|ist) (?:el |o |l['’])?(?:estado|avance|progreso|progresso|stato|stand)|où en (?:es-tu|est-on)|wie weit bist du|(?:说明|汇报|报告|说)一下(?:当前|目前|现在)?的?进[度展]|(?:当前|目前|现在)?进[度展](?:如何|怎么样|到哪)|(?:今の|現在の)?進捗(?:は|を|状況)|진행 ?상황(?:은|을|이)?/;

/** Words after a refusal that only steer the talk. */
export const CHAT = anyOf(
  [
    /(?:it'?s (?:ok(?:ay)?|fine)|never ?mind|my bad|go ahead)[,.! ]*(?:(?:and|you can|please|just) )*(?:continue|proceed|go on|carry on|keep going)/,
    /retry|try again|(?:send|do|run) (?:it )?again|again$|approved|done\b|continue|go on|proceed/,
    /resume|(?:you )?(?:may|can|should) (?:now )?(?:continue|go (?:on|ahead)|proceed|resume)/,
    /(?:i(?:'ll| will| am|'m)|let me) (?:going to |gonna )?(?:let you know|tell you|do (?:it|that|this)|run (?:it|that|this)|check|be back)/,
    /(?:i(?:'ll| will)|let me) (?:just |now |quickly )?(?:give|send|share|paste|upload|attach) (?:you|it|them|the|that|this)/,
    /the user wants to clarify/,
    HOW_FAR,
    // What it was to show is known already: the human made the run.
    /(?:the |my )?(?:[\w-]+ ){0,3}(?:build|tests?|run|install\w*|migrations?|deploy\w*|checks?) (?:is|are|was|were|has been|went|ran|has|have) (?:all )?(?:success\w*|succeeded|pass(?:ed|ing)|done|fine|green|ok(?:ay)?|finished|completed?)(?=[\s.,;!]*(?:$|(?:so |now |please |you can |let'?s )*(?:go|move|continue|proceed|next)\b))/,
    /(?:go|move)(?: on)? (?:to|with) (?:the )?next\b|(?:the )?next (?:step|task|one)\b/,
    // Nothing else: `继续吧`.
    /(?:请|你)?(?:继续|繼續|接着)(?:做|执行|執行|进行|完成任务)?(?:吧|啊)?(?=[\s\p{P}]*$)/u,
    /(?:(?:続けて|つづけて)(?:ください)?|계속(?:해 ?줘?|하세요|진행해 ?줘?)?|다음(?:으로)?|次(?:へ)?|下一[步个])(?=[\s\p{P}]*$)/u,
    /(?:contin[uú]a|continue[rz]?|sigue|segue|siga|prosigue|prossiga|prosegui|vas-y|weiter(?: ?machen)?|mach weiter|ga (?:verder|door)|продолжай(?:те)?|дальше|(?:попробуй|пробуй|повтори|давай)(?:те)?(?: ещ[её] раз| снова)?|ещ[её] раз|devam(?: et)?)(?=[\s\p{P}]*$)/u,
  ],
  { before: /^(?:(?:ok(?:ay)?|sorry|please|pls)[, ]+)*/, after: /(?![\p{L}\p{N}_])/u, flags: 'iu' },
);

/** Only wants something besides. */
export const ADDS =
  /^(?:and|also|additionally|btw|by the way|oh and|one more|plus|i also (?:mean[t]?|want(?:ed)?|need(?:ed)?)|e|y|et|und|auch|también|também|anche|ook)\b/i;
/** Says what the human does, not what the agent should have done. */
const DOES_ITSELF = anyOf(
  [
    /i(?:'ll| will|'m going to| am going to| can| could)\b|let me\b/,
    /i(?:'ve| have)? (?:just |already |now )?(?:done|did|ran|run|installed|fixed|added|built|started|stopped|submitted|sent|posted|uploaded|merged|pushed|deployed|launched|created|configured|restarted|updated)\b/,
    /i(?:'ve| have)? already (?!told|tell|said|say|ask(?:ed)?|explain(?:ed)?|gave|give|mention(?:ed)?|wrote|have\b)(?:\w+ed\b|\w+ (?:it|that|them|this)\b)/,
    /(?:ya|j[áa]) (?:l[oa]s? )?(?:he )?(?:hice|ejecut[eé]|instal[eé]|sub[ií]|corrí|reinicié|levanté|hecho|instalado|ejecutado|fiz|instalei|rodei|subi|reiniciei|executei)(?!\p{L})/u,
    /(?:je l['’]ai|j['’]ai) (?:déjà )?(?:fait|lancé|installé|exécuté|redémarré|poussé)(?!\p{L})|ich hab(?:e)? (?:es|das|ihn|sie) (?:schon|bereits|gerade|selbst)|l['’]ho (?:già|appena) |(?:я )?уже (?:сделал|запустил|установил|отправил|перезапустил)/u,
    /我(?:已经|自己|刚刚?)[^。！？\n说讲]{0,6}(?:提交|运行|安装|启动|重启|执行|改好|做好|装好)了|(?:自分で|もう|すでに)[^。\n言]{0,12}(?:実行|インストール|起動|提出|再起動)し(?:ました|た|てあ)|(?:제가|내가|이미|방금)[^.\n말]{0,12}(?:실행|설치|제출|재시작)(?:했|하였)/u,
  ],
  { before: /^(?:(?:ok(?:ay)?|no|nah|so|hm+)\b[\s,.!]*)*/, flags: 'i' },
);
/** Says what the human has done meanwhile, and that it went well, or that the call may be tried again. */
const DONE_MEANWHILE =
  /^(?:(?:ok(?:ay)?|so|hm+)\b[\s,.!]*)*i(?:'ve| have)? (?:just |already |now )?(?:\w+ed|ran|did|re-?ran|made|took|went)\b[^.!?\n]{1,80}\b(?:and (?:it|that|this|everything|all) (?:\w+ ){0,2}(?:works?|worked|completed?|passe[sd]|succeed(?:ed|s)|finished|went (?:well|fine|through)|(?:is|was|looks) (?:fine|ok(?:ay)?|good|green|there))\b|[,.;] ?(?:and |so |now |please |you can )*(?:re-?try|(?:try|run|do|start) (?:it |that |this )?(?:again|now))\W*$)/i;
export const doneMeanwhile = (words: string): boolean => DONE_MEANWHILE.test(words.trim());

/** Something has changed meanwhile. */
const NOW_THERE =
  /^(?:there(?:'s| is| are)\b[^.!?\n]{0,60}\bnow\b|(?:you|we|it) (?:now|already) (?:have|has|can|works?)\b|(?:you|we) (?:have|can) [^.!?\n]{0,60}\bnow\b|(?:the|our|my) [\w -]{2,30} (?:is|are|lives?) now(?::| (?:at|on|under|called|named)\b))/i;
/** Puts what is to be done in place of a refused call as a question. */
export const RATHER = /^(?:can|could|should) (?:we|you) (?:just|not|rather|instead|only|simply)\b/i;
const TOLD_CHARS_MIN = 12;
const TOLD_WORDS_MIN = 3;
/** Whether somebody is upset shows in so much. */
export const LOUD_CHARS = 300;
const OWN_RUN_CHARS_MIN = 8;
/** So strong an objection lets nothing through. */
const OBJECTS = 1.2;

/** True where the words show the refused command on a line of its own, and what it printed: the human ran it. */
export function ranItself({ text, rejected }: Pick<OpenObjection, 'text' | 'rejected'>): boolean {
  const command = rejected?.command.trim().split('\n', 1)[0] ?? '';
  if (command.length < OWN_RUN_CHARS_MIN) return false;
  const lines = text.trim().split('\n');
  return lines.slice(0, -1).some((line) => line.trimEnd().endsWith(command));
}

/** Begins with leave to do what was asked. */
const GIVES_LEAVE = anyOf(
  [
    /(?:yes|yeah|yep|yup|ok(?:ay)?|sure|fine|right)\b[\s,.!]*(?:(?:i think|please|you (?:can|may)|just|so|then|it(?:'s| is) (?:fine|ok(?:ay)?),?)\b[\s,]*)*(?:go ahead|go on|proceed|do (?:it|that|this)|apply (?:it|that|this)|make (?:it|that|the (?:change|edit))|continue)\b/,
    /(?:ja|klar|gut)\b[\s,.!]*(?:(?:mach|tu) (?:es|das|weiter|ruhig)|leg los|du kannst)/,
    /(?:s[ií]|vale|oui|d['’]accord|sim|claro)(?!\p{L})[\s,.!]*(?:adelante|hazlo|dale|contin[uú]a|vas-y|fais-le|continue|pode (?:seguir|continuar|fazer)|faz isso|prossiga|procedi|fallo pure)/u,
    /(?:да|хорошо|ладно)(?!\p{L})[\s,.!]*(?:продолжай|давай|делай)/u,
    /(?:好的?|可以|行|嗯)[，,。！!\s]*(?:继续|改吧|做吧|开始|执行)|(?:はい|ええ)[、。\s]*(?:お願い|続けて|進めて)|(?:네|응|좋아)[,.\s]*(?:계속|진행|그렇게)/u,
  ],
  { before: /^\W*/, flags: 'iu' },
);

/** True where the words give leave to a refused call, which is then made as it was. */
const isGranted = ({ text, rejected, correction }: OpenObjection): boolean =>
  rejected !== null &&
  correction !== null &&
  GIVES_LEAVE.test(text.trim()) &&
  rejected.tool === correction.tool &&
  JSON.stringify(rejected.input) === JSON.stringify(correction.input);

/** True where the refused call is made again as it was, a command alone or at the head of a line: the words let it through. */
export function isLetThrough(open: OpenObjection): boolean {
  const { rejected, after, objection } = open;
  if (isGranted(open)) return true;
  const refused = rejected?.command.trim() ?? '';
  const again = after?.[0]?.trim() ?? '';
  return refused !== '' && objection < OBJECTS && isHead(refused, again);
}

const isHead = (head: string, line: string): boolean =>
  line.startsWith(head) && /^\s*(?:$|&&|;)/.test(line.slice(head.length));

/** A call or the agent was stopped, and the next words say something: how it is, or what to do. Not a question, a pause or news. */
export function isTold(open: OpenObjection): boolean {
  const { text, rejected, inline, said, interrupted } = open;
  if (
    inline === true ||
    (rejected === null ? interrupted !== true || ADDS.test(text) : putBefore(rejected.nativeTool) !== null)
  )
    return false;
  const words = text.trim();
  const isShort = words.length < TOLD_CHARS_MIN || words.split(/\s+/).length < TOLD_WORDS_MIN;
  if (isShort && /^[\s\p{ASCII}]*$/u.test(words)) return false;
  if (CHAT.test(words) || pauses(words) || pasted(words)) return false;
  const isQuestion = opensQuestion(words) || /[?？]/.test(words);
  if (isQuestion && !isLoud(words.slice(0, LOUD_CHARS)) && !(rejected && RATHER.test(words))) return false;
  if (DOES_ITSELF.test(words) || NOW_THERE.test(words) || ranItself(open)) return false;
  return mannerOf(words, said) === 'plain';
}

const UNMEANT_STOP = anyOf(
  [
    /(?:did not|didn't|did'nt|don't) (?:want|mean|intend|wish) to (?:cancel|reject|deny|decline|stop|interrupt|abort|press|hit)/,
    /accidentally (?:cancel|reject|den|declin|stop|interrupt|abort|press|hit|click)\w*/,
    /(?:cancel|reject|den|declin|stopp|interrupt|abort|press|hit|click)\w*(?: \w+){0,4} by (?:mistake|accident)/,
  ],
  { before: /\b/, flags: 'i' },
);

/** True where the human had not meant to stop what he stopped. */
export const isUnmeantStop = (words: string): boolean => UNMEANT_STOP.test(words.slice(0, 400));
