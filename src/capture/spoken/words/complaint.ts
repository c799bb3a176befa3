import { anyOf } from '../../../text/any-of.ts';
import { COMPLAINT_LANGUAGES } from './complaint-languages.ts';
import { Cues } from './cues.ts';
import { listsFindings, reviews } from './finding.ts';
import { SEEN_FAULTS } from './mixup-languages.ts';
import { declinesKindly, describesTask, proposes, QUOTED } from './objection.ts';
import { pasted, SHOWN_WORDS_MAX, wordsAbovePaste } from './own-words.ts';
import { opensQuestion } from './question.ts';
import { FOREIGN_REPORTS } from './report-languages.ts';
import { HEAD_CHARS, isTooShort, statementsOf, UNSPACED } from './sentences.ts';
import { plainSpelling } from './spelling.ts';
import { UNHELPED } from './unhelped-languages.ts';

/**
 * Reads a human's words for a fault of what there is: it does not do, show or hold what it should. Said right after the
 * agent handed over work, they say that the work is wrong; said before, they ask for something to be mended.
 */

const AUX =
  "(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)(?:n't| not)|can(?:not|'t)|won't";
/** `and don't commit` tells what not to do. */
const FORBIDS =
  "(?:and|but|so|or|then|also|just|please|pls|yet|now|still|ok|okay|yes|no|first|again) (?:do(?:n't| not))";

/** Things of the work, not of the one who speaks: `I don't have any users` is no fault. */
const FAULTS = new Cues([
  {
    weight: 2,
    pattern: new RegExp(
      `\\b(?!${FORBIDS})(?!i\\b|we\\b|you\\b|don\\b)[\\w+#)}\\]>"'\`-]+ (?:still |now |just |really |even |always |actually )?(?:${AUX}) (?!think\\b|know\\b|mind\\b|want\\b|need to\\b|sure\\b|worry\\b|yet sure\\b|have to\\b|understand\\W*$)\\w`,
      'i',
    ),
  },
  {
    weight: 2,
    pattern: anyOf(
      [
        /\b(?:i|we) (?:still |just |also |now |really )?(?:(?:don't|do not|didn't|did not|couldn't|can't|cannot|can not|never) (?:even |actually |really |seem to )*(?:see|hear|find|get|click|select|log ?in|open|scroll|type|access|play|run|build|compile|use|move|drag|submit|save|load|view|reach|connect|edit|delete|close|age|do anything)\b|(?:am|are|was|were) (?:not|no longer) (?:even |actually |really )*(?:seeing|getting|able|hearing)|lost\b|lose\b)/,
        /\bi(?:'m| am) not (?:seeing|getting|able|hearing)\b|\bi see (?:no|nothing|only|that|the)\b/,
        /\bunable to\b/,
      ],
      { flags: 'i' },
    ),
  },
  {
    weight: 2,
    pattern: anyOf(
      [
        /\bstill (?:still )?(?!need|struggl|learn|confus|unsure|curious|wonder|not sure|not clear|don.t (?:understand|get|know)|have to\b|want|think|going to\b|to do|prune\b|add\b|use\b|do\b|keep\b|run\b|make\b|let|love|like|on\b|room|time|open to)(?:\w+ )?\w/,
        /\b(?:no longer|nothing,? (?:is |was )?(?:happens|happened|happening|shows?|works?|changed|changes|loads?|appears|is|gets|comes)|same (?:error|problem|issue|thing|result|failure|bug|message|behaviou?r)|once again|yet again|still[\s.!]*$|(?:keeps|(?:it|they|you|tests?|which) keep) \w+ing|(?:as|like) (?:i|we) (?:said|told|mentioned|asked)|(?:times|already)(?: now)? (?:told|said|asked))/,
      ],
      { flags: 'i' },
    ),
  },
  {
    weight: 2,
    pattern: anyOf(
      [
        /(?:it|that|this|there|which|what|here|one|page|app)'s (?:\w+ )?(?:not|no)\b(?! (?:problem|worries|need\w*|rush|hurry|urgent|necessary|big deal|bad|only|just|wrong|broken|incorrect|an? (?:big |real )?(?:problem|bug|issue|deal)|worth|important|so bad))/,
        /there (?:is|are) (?:still |now )?no (?!need|rush|hurry|reason|problem|issue|doubt|worr|question|change|difference between)\w+/,
        /neither [^.!?\n]{2,80} (?:nor|work|is|are|do|does|has|have)\b/,
        /none of (?:the|these|those|this|it|them|my|that)\b/,
      ],
      { before: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 1.7,
    pattern: anyOf(
      [
        /broken|blank|empty|white|black|gone|missing|slow(?:er)?|frozen|stuck|laggy|hidden|invisible/,
        /unreadable|cut off|clipped|off|misaligned|overlap\w*|duplicated?|doubled|wrong|incorrect/,
        /inaccurate|inconsistent|outdated|stale|useless|worthless|ridiculous|terrible|awful|horrible|ugly/,
        /stupid|bad|weird|strange|worse|garbage|trash|rubbish|nonsense|a mess|messed|messy|confusing/,
        /distracting|irritating|annoying|unusable|greyed|grayed|disabled|timing out|failing|crashing/,
        /hanging|freezing|looping|flickering|hard ?coded|fake|made up/,
        /too (?:big|small|long|short|slow|fast|wide|much|many|complicated|dark|bright|large|close|far|high|low)/,
      ],
      {
        before:
          /\b(?:(?:is|are|was|were|looks?|seems?|feels?|gets?|got|became|goes|went|stays?|stuck|comes?|came|turned|renders?|appears?)(?: to be)?|'s) (?:now |all |still |just |also |completely |totally |very |too |so |really |always |getting |being |a |an |the )*/,
        after: /\b/,
        flags: 'i',
      },
    ),
  },
  {
    weight: 1.7,
    pattern: anyOf(
      [
        /(?:runn?|work|load|go|react|respond|start|render)(?:s|ing|ed)? (?:(?:really|very|extremely|so|too|quite|super|pretty|way|ex) )*(?:slow(?:ly|er)?|laggy)/,
        /(?:looks?|seems?|feels?|behaves?|acts?|stays?) (?:still |exactly |just |pretty much |completely )*the same(?! (?:as (?:the|my|our|in|on|for)|thing as|way|time|for)\b)/,
        /crash(?:es|ed)|freezes|froze|hangs|times? out|timed out|breaks|fails|disappear(?:s|ed)/,
        /exited|died|dies|segfaults?|panicked|panics|refuses? to|spams|errors? out|errored|threw|there remains?/,
        /(?:it|that|this|app|page) (?:just |immediately |now |always |only )*(?:exits|errors|quits|closes|reloads|restarts)/,
        /(?:killed|crashed|froze|bricked|bricks|hung|restarted|rebooted|wiped|locked up) (?:my|the whole|the entire) (?:computer|machine|laptop|mac(?:book)?|pc|desktop|system|phone|server|vps)/,
        /vanish(?:es|ed)|flickers|overlaps|takes (?:forever|ages|too long|way too)|throws|errors out/,
        /white ?screen|blank (?:page|screen)|stack overflow|infinite loop|out of memory/,
        /internal server error|garbage|does nothing|did nothing|makes no (?:sense|difference)/,
        /made no difference|not (?:on|in) the list|not even|(?<!\b(?:i|we) )failed to \w+/,
        /(?:request|build|deploy\w*|launch|login|upload|download|tests?|checks?|\w+ing|\w+ion) (?:has |have |now |still )?(?:failed|fails|fail)/,
        /there(?:'s| is| are) (?:still )?(?:an? |some |several )?(?:problems?|issues?|bugs?|errors?) (?:with|in|on|when)/,
      ],
      { before: /\b/, after: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 1.6,
    pattern: anyOf(
      [
        /should (?:be (?!able to\b)|have |obviously |only |not |never |say|show|contain|point|look|match|still|also be |always |all |start|return|go |come)/,
        /(?:is|was|are|were) (?:supposed|meant) to\b|supposed to (?:be|have|do|show)/,
        /needs? to be (?:on|in|at|a|an|the|called|under)\b/,
        /instead of (?:being |the |a |showing|using|just)|rather than (?:the|a|being)/,
        /(?:but|yet|though) (?:(?:it(?:'s| is| looks)|still|a bit|a little|too|very|quite|so|really|pretty) )*(?:ugly|slow|wrong|empty|blank|broken|tiny|blurry|boring|confusing|incomplete|buggy|laggy)/,
        /(?:it|that|this|they|everything|each \w+|every \w+) (?:\w+ ){1,3}(?:twice|two times)/,
        /(?:but|however|yet|although)[ ,]+(?:it|the|when|there|nothing|this|that|then|they|now|i (?:still|only|get|got|see|can't|don't))\b(?! (?:has|have|gives?|offers?|does) (?:an? (?:lot|nice|great|good)|lots|many|plenty|nice|great|good)\b)/,
      ],
      { before: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 1.5,
    pattern: anyOf(
      [
        /(?:it|this|that|page|app|screen|button|console|terminal)(?:'s| is)? (?:only|just) (?:\w+)/,
        /now (?:i|we|it|the|when\w*|all|every\w*|there)(?:'s|'m|'re)? (?:\w+ ){0,4}(?:get|see|says?|shows?|can't|have|is|are|gives?|cannot|lost)/,
        /(?:it|that|this)(?:'s| is| was)? (?:giv|say|show|return|throw|complain|ask)(?:es|s|ing|ning)\b/,
        /(?:gave|gives|giving) (?:me|us)\b/,
        /(?:i|we)(?:'m| am|'re| are) (?:still |now )?(?:getting|seeing|stuck)/,
        /(?:got|get|getting|have|see|giv(?:es|ing)) (?:(?:an?|the|this|another|more|these|some|lots of|\d+) )?(?:\w+ ){0,2}(?:errors?|warnings?|failures?|crash\w*|exceptions?|issues?|problems?|bugs?)/,
      ],
      { before: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 2,
    pattern: anyOf(
      [
        /(?:can't|cannot|can not|won't|doesn't|does not|didn't|did not|isn't|wasn't) (?!(?:we|you|i|it|this|that|test|try|check|read|have|know|mean|think|want|need|wait|ask|say)\b)\w/,
        /not (?:yet |really |quite )?(?:fixed|solved|resolved|found|there|visible|\w+ing)\b/,
        /no (?:change|changes|effect|luck|difference|output|response|better|sound)\b/,
        /(?:same|nothing|blank|empty|broken|crash(?:ed|es)?|errors?|frozen|stuck|[45]\d\d)\b(?: (?:again|still|now|here|page|screen|error|as before))?[\s.!]*$/,
      ],
      {
        before: /^\W*(?:(?:no|nope|but|ok(?:ay)?|hm+|so|and|now|still|just|it's|this is)\b[\s,.!]*)*/,
        flags: 'i',
      },
    ),
  },
  ...[...COMPLAINT_LANGUAGES, ...FOREIGN_REPORTS, ...UNHELPED, ...SEEN_FAULTS].map((pattern) => ({
    weight: 2.4,
    pattern,
  })),
]);

const TAIL_CHARS = 200;
/** Wants to be told whether it is so. */
const TAG_QUESTION =
  /(?:[,.]\s*|\s)(?:right|correct|yes|yeah|no|ok|okay|or|true|isn't it|doesn't it|oder|verdad|non|né|certo|vero|toch)\s*[?？][\s)]*$|,\s*right\s*[:?]/i;

/** Begins with thanks: what then only should be is the next wish. */
const THANKS =
  /^\W*(?:(?:i |we |much |really )*appreciate[ds]? (?:it|that|this)|thank(?:s| you)\b|thx\b|cheers\b|merci\b|danke\b|gracias\b|obrigad[oa]\b|grazie\b|спасибо|谢谢|謝謝|ありがとう|감사|고마워)/i;
const THANKED_MIN = 1.7;

const COMPLAINT_MAX = 4;
const LASTING = 0.5;
/** More questions than that ask to be told. */
const QUESTIONS_MAX = 1;
/** A fault that is only asked about counts for less. */
const ASKED_SHARE = 0.5;
/** Says what may be, or what is wanted: not what is. */
const SUPPOSES = anyOf(
  [
    /^(?:(?:so|and|but|then|ok|okay)[\s,]+)*(?:if|when|whenever|unless|in case|suppose|say|what if|falls|wenn|si|se|als|om|если|jeśli|jika|eğer)\b[^,]*,[^,]*$/,
    /\b(?:make sure|ensure|so that|in case|(?:but|and|,) if|be sure|make it so)\b/,
  ],
  { flags: 'i' },
);

/** What is seen when something is done: `when I drop it on the box, I can't see the link`. */
const SEEN =
  /^(?:(?:so|and|but|now|also|ok|okay)[\s,]+)*(?:when(?:ever)? (?:i|you|we)|if i)\b[^,]*,\s*(?!.*\b(?:should|must|needs? to|have to|please|let|want|would|make|tell|ask|(?:can|could) (?:you|we))\b)([^,]+)$/i;
/** What only would be: `keep it as a fallback if the push fails`. */
const SUPPOSED_END = /(?<=\w)(?<!\b(?:and|but|or|then|so))\s+(?:if|in case|unless)\s[^,.;?!\n]*/i;
/** Asks politely whether it can be done, by whether it cannot. */
const ASKS_POLITELY =
  /(?:でき|もらえ|いただけ|頂け|くれ)(?:ない|ません)(?:です|っす|でしょう)?か(?:ね|な|しら)?[ぇー]?[?？]?\s*$|(?:수 없|안 ?되?)(?:을까|나|겠)(?:요|니)?[?？]\s*$|안 ?될까요?[?？]?\s*$/;
/** What would only be, where words are not parted by spaces: `合计对不上的时候…`. */
const SUPPOSED_UNSPACED =
  /[^。！？.!?，、,\n]{1,40}(?:的时候|的話|的话|时[，,]|場合(?:は|に|には)?|ときは?)|[^.!?\n]{1,40}면 (?=[^.!?\n]*(?:주세요|해 ?줘|하세요|하게|되게))/;
const withoutSupposed = (told: string): string =>
  UNSPACED.test(told) ? told.replace(SUPPOSED_UNSPACED, '') : told;
const tellsOf = (sentence: string): string => {
  if (TAG_QUESTION.test(sentence) || ASKS_POLITELY.test(sentence.trim())) return '';
  const told = SEEN.exec(sentence)?.[1] ?? (SUPPOSES.test(sentence) ? '' : sentence);
  return withoutSupposed(told.replace(SUPPOSED_END, ''));
};

/** Says that it is as it was before: the question behind it does not ask to be told. */
const LASTS = anyOf(
  [
    /can|do|is|are|ha[sv]|not|get|see|no\b/,
    /(?!on\b|need|want|think|to\b|going|try|work|run|learn|confus|unsure|curious|wonder|sure|plan)\w+s\b/,
    /the same|\w+ing the same/,
  ],
  {
    before:
      /^\W*(?:(?:no|nope|but|ok(?:ay)?|hmm+)\b[\s,.]*)*(?:(?:it|that|this|i|we|they)\b(?:'s|'m| is| am)? )?still /,
    flags: 'i',
  },
);

/** True where a few words of one's own stand above what is pasted: they are judged without it. */
function standsAbovePaste(message: string): boolean {
  const own = wordsAbovePaste(message);
  return own !== '' && own.length <= SHOWN_WORDS_MAX && own.length < message.trim().length && !pasted(own);
}

/** What a file is called says nothing of it. */
const PATH = /@?(?:[\w.-]+\/)+[\w.-]*\w/g;

/** How clearly a human's words name a fault of what there is; 0 where they name none. Bounded work on any length. */
export function complaintScore(message: string): number {
  if ((pasted(message) && !standsAbovePaste(message)) || reviews(message)) return 0;
  if (proposes(message) || describesTask(message)) return 0;
  if (listsFindings(message) || TAG_QUESTION.test(message.slice(-TAIL_CHARS))) return 0;
  const own = wordsAbovePaste(message.trim().slice(0, HEAD_CHARS));
  const text = plainSpelling(own.replace(PATH, 'file')).replace(QUOTED, ' … ');
  if (declinesKindly(text)) return 0;
  const lasts = LASTS.test(text);
  if (isTooShort(text, 4) || (text.match(/[?？]/g)?.length ?? 0) > QUESTIONS_MAX + (lasts ? 1 : 0)) return 0;
  const told = statementsOf(text).map(tellsOf);
  const stated = told.filter((part) => !/[?？]/.test(part) || !opensQuestion(part));
  const all = FAULTS.sum(told.join('\n'));
  const score =
    stated.length === told.length ? all : Math.max(FAULTS.sum(stated.join('\n')), all * ASKED_SHARE);
  if (score < THANKED_MIN && THANKS.test(text)) return 0;
  return score > 0 ? Math.min(score + (lasts ? LASTING : 0), COMPLAINT_MAX) : 0;
}
