import { anyOf } from '../../../text/any-of.ts';

/** Says of a command what it is at any time. */
export const JUDGES = anyOf(
  [
    /too (?:slow|expensive|costly|heavy|dangerous|risky|destructive|aggressive)|(?:takes?|took) (?:too long|forever|ages|hours)/,
    /(?:not|isn't|aren't|never) (?:allowed|permitted|safe)|dangerous|nuclear|destructive|irreversible|costs? (?:money|too much|a lot)/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);
/** Says what an act does to what is around it. */
export const HARMS = anyOf(
  [
    /(?:will|would|has|have|'s|going to) (?:always |just |already )?(?:cause|break|broken|kill|wipe|corrupt|lose)\b(?! (?:it|this|that)\b)/,
    /(?:will|would|has|have) (?:always |just )?mess(?:ed)? (?:up|with)|mess(?:es|ed) (?:up|with) (?:the|our|my)/,
  ],
  { before: /\b/, flags: 'i' },
);
/** What is around it: not the piece of work itself. */
export const AROUND = anyOf(
  [
    /workflows?|everyone|others?|local|production|prod|hooks?|checkpoints?|ci|builds?|flows?|agents?/,
    /pipelines?|deploy\w*|users|clients|teams?/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);

/** Switches a safety off, or does more than it says. */
export const FORCES =
  /^--(?:dangerously[\w-]*|force[\w-]*|no-verify|hard|skip-[\w-]+|allow-[\w-]+|privileged|unsafe[\w-]*|ignore-[\w-]+|yolo)$/;

/** What one sees to before work is begun, or handed in. */
export const STEP = anyOf(
  [
    /branch|worktree|prs?|pull request|issue|ticket|backup|plan|proposal|spec|design doc|tests?|discuss|ask/,
    /approval|sign[- ]off|review/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);
export const FIRST = /\bfirst\b|\bbefore (?:you|we|that|any|chang|cod|edit|commit|push)/i;
/** Names the steps and nothing else: `branch and PR`. */
export const STEPS_ALONE =
  /^(?:(?:new |open |cut |make |create )?(?:an? )?(?:branch|worktree|pr|pull request|issue|ticket)(?:\s*(?:,|&|\+|and|then)\s*|(?=[.!]|$)))+/i;

/** The same is there already, or was written more than once. */
export const AGAIN = anyOf(
  [
    /(?:code|logic|block|functions?|methods?|helpers?|checks?|statements?|definitions?|tests?)\b.{0,40}\b(?:duplicat\w+|cop(?:y|ied)\b|repeated)/,
    /duplicat\w+ (?:code|logic|blocks?|functions?|methods?|helpers?|checks?|definitions?|tests?)\b/,
    /(?:repeated|copied) (?:\w+ )?(?:times|everywhere|(?:in|to|into|across) (?:\w+ ){0,2}(?:places|files|handlers))/,
    /same (?:code|block|logic|check) (?:\w+ ){0,4}(?:twice|times|places)|reinvent\w*|we (?:have )?already (?:have|had|built|did|wrote)/,
    /you (?:(?:just|have|again|went and|clearly) )*(?:duplicated|reimplemented|copied) (?!(?:it|this|that|them)\b)\w/,
    /i thought (?:that )?(?:we|you|there) (?:already )?(?:had|have|was|were|is) (?:(?:some|an?|our|the) )?[\w -]{3,50}? (?:already\b|somewhere|in (?:the|our) (?:app|code\w*|repo\w*|project))/,
    /(?:don't|do|didn't) we (?:already )?(?:have|had) (?:some|an?|our|the) [\w -]{3,50}? (?:already\b|somewhere)|isn't there (?:already )?(?:some|an?) [\w -]{3,50}? (?:already\b|somewhere|in (?:the|our) (?:app|code\w*|repo\w*|project))/,
    /already (?:exists?|built|implemented)|isn't that what \S+|use (?:the |our )?existing \w+|(?:avoid|no) (?:code )?duplicat\w+/,
    /(?:should|could|can)(?:n't)? we (?:be using|reuse|use) (?:the |our )?(?:existing )?(?:\w+\.)?\w*[a-z][A-Z]\w*/,
  ],
  { before: /\b/, flags: '' },
);

/** Reminds of what had been agreed on. */
export const DUTY = anyOf(
  [
    /as (?:you should|you(?:'re| are) supposed to|always|usual|agreed|we agreed)/,
    /like (?:always|you(?:'re| are) supposed to)|you(?:'re| are| were) supposed to/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);

/** Decided once, and not to be decided anew. */
export const DECIDED = anyOf(
  [
    /(?:explicitly|deliberately|intentionally|on purpose|consciously) (?:\w+ ){0,2}(?:chose|choosed|decided|wanted|picked)/,
    /(?:explicitly|deliberately|intentionally|on purpose) (?:left|kept|set|disabled|allowed)/,
    /(?:is|are|was|were) (?:intentional|deliberate|by design|on purpose|meant to be)/,
  ],
  { before: /\b/, flags: 'i' },
);

/** A page of documentation. */
export const DOCUMENTS =
  /https?:\/\/\S*(?:\bdocs?\b|documentation|reference|manual|developers?\.|readthedocs|\brfc)\S*/i;
/** Takes a claim back, not only in part. */
export const WRONG = /\b(?:not (?:correct|right|true)|wrong|incorrect|no\b)/i;

/** How a text is to read. */
export const STYLE = anyOf(
  [
    /short(?:er)?|concise|brief|terse|tighter|less (?:verbose|detail\w*)|too (?:long|verbose|wordy)|tone/,
    /plain(?:er)? (?:english|words|language)|(?:style|format|structure) (?:of|as|like)/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);
/** Begins the clause that ends the words. */
export const LAST_CLAUSE = /\b(?:we|you|it|keep|make|should)\b(?!.*\b(?:we|you|keep|make)\b)/i;
export const LASTING_TEXT =
  /^(?:CHANGELOG|README|CONTRIBUTING|AGENTS|CLAUDE|GEMINI|RELEASE[_-]NOTES|HISTORY|NEWS|SECURITY|DESIGN|ARCHITECTURE)\.\w+$/i;

/** Asks whether what is about to be handed in holds. */
export const ASKS_STATE = anyOf(
  [/compil\w*|build\w*|tests?|lint\w*|types?|type ?check\w*|errors?|warnings?|conflicts?/],
  {
    before:
      /^(?:(?:wait|hm+|but|so|no)[\s,.]+)*(?:(?:are|is|aren't) there|do(?:es)?|did|is|are|have you|will) .{0,50}\b/,
    after: /\b/,
    flags: 'i',
  },
);
