import { anyOf } from '../../text/any-of.ts';
import { pasted } from './own-words.ts';
import { isAsked } from './sentences.ts';
import { straight } from './spelling.ts';
import { isDirective } from './user-rule.ts';

/** How work is kept in order, whatever it is about. */
export const NO_BROKEN_COMMIT =
  /\b(?:commit|push|merge) (?:\w+ ){0,2}(?:in a |while )?(?:broken|failing|red|untested)\b/i;
export const NO_DUPLICATION = /\b(?:avoid|no|without) (?:\w+ )?(?:code )?duplicat\w+/i;

/** Words about how work is done, not about this piece of it: what goes into version control, how checks are run. */
const CONVENTIONS: RegExp[] = [
  anyOf(
    [
      /do(?:n't| not)|dont|never|stop|can we not|could we not|let's not|not|no need to/,
      /(?:don't|do not) (?:want|need) (?:\w+ )?(?:to|ot)?/,
    ],
    {
      before: /\b/,
      after:
        / ?(?:(?:also|ever|just|to|be) )?(?:commit|check(?:ing)? (?:\S+ ){0,3}in\b|stash|push|amend|force|stage|squash|rebase)/,
      flags: 'i',
    },
  ),
  /\b(?:remove|drop|take)\b.{0,40}\b(?:from|out of) (?:the |this |that )?(?:commit|pr|pull request|repo|repository)\b/i,
  NO_BROKEN_COMMIT,
  /\b(?:run|running)\b.{0,30}\b(?:tests?|ci|lint\w*|suite)\b.{0,30}\b(?:parallel|locally|too slow|before (?:commit|push))/i,
  /\b(?:nicht (?:ein)?(?:committen|checken|pushen)|no (?:hagas|subas) (?:commit|push)|ne (?:committe|pousse)[rz]? (?:pas|jamais)|non committare|niet committen)\b/i,
  /(?:不要|别)(?:提交|推送)|コミットしないで|プッシュしないで|커밋하지 ?마/,
];
const CHARS_MAX = 420;

/** True where a correction states how work is done here. */
function statesConvention(message: string): boolean {
  const text = straight(message.trim()).replace(
    /^(?:(?:no|nope|hmm+|ok|wait|actually|but|so|and)\b[\s,.!-]*|\.+\s*)+/i,
    '',
  );
  if (text.length > CHARS_MAX || pasted(message)) return false;
  return CONVENTIONS.some((pattern) => pattern.test(text));
}

/** What stays as it is: where something lies, or that it is there already and is not to be made again. */
const FACTS = anyOf(
  [
    /^(?:[\w`"'.-]+ ){1,6}(?:is|are|lives?|sits?) (?:in|at|under|inside) [`"']?(?:[\w.~@-]+)?\/[\w./@-]+[`"']?[.!]?$/,
    /\b(?:there(?:'s| is| are)|we) already (?:\w+ ){1,6}(?:in|under|for (?:this|that)) [`"']?[\w./-]*[/.]\w/,
    /\balready (?:exists?|built|implemented|covered|done) (?:in|by|under) [`"']?[\w./-]*[/.]\w/,
    NO_DUPLICATION,
  ],
  { flags: 'i' },
);
const FACT_CHARS_MAX = 200;

/** True where a correction tells a fact about the place that later sessions need as well. */
function statesFact(message: string): boolean {
  const text = straight(message.trim());
  return text.length <= FACT_CHARS_MAX && !isAsked(text) && !pasted(message) && FACTS.test(text);
}

/** True where the words of a correction say what is never, or always, to be done. */
export const ordersForLater = (message: string): boolean => isDirective(message) || statesConvention(message);

/** True where they hold for later sessions: such an order, or a fact. */
export const holdsForLater = (message: string): boolean => ordersForLater(message) || statesFact(message);

/** Speaks of one thing that only the conversation shows: `don't check this in`. */
export const POINTS = /\b(?:this|that|it|these|those|them)\b/i;
