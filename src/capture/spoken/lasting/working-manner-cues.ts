import { anyOf } from '../../../text/any-of.ts';

/** The wording of how work is done, and of what holds at any time. */

/** Begins a clause. */
const START =
  /(?:^|[.!?;:,(]\s+|[-–—]\s+|\b(?:and|but|so|then|also|please|pls|plz|ok|okay|no|hey|just|oh|ah|well|yes|remember|note)[\s,]+)/;

/** Holds for the moment, or for the piece of work at hand. */
export const FOR_NOW = anyOf(
  [
    /yet|for now|right now|(?<!from )now(?! on)|at (?:this|the) (?:time|moment|stage|point)|currently|today|tonight/,
    /(?:for |just )?(?:this|that) (?:time|once)|just once|for a (?:second|moment)|temporarily|(?:un)?till? (?:then|we)/,
    /(?<=^(?:please )?)stop \w+ing(?=[.!\s]*$)/,
    /(?:in|for|at|on) (?:this|that) (?:stage|step|phase|task|branch|pr|commit|session|message|turn|one|part|run)/,
    /when you(?:'re| are) (?:ready|done)|later|first,? (?:let|explain|tell|show)/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);
/** Something that is done, not how things are or turn out. */
const DOES =
  '(?!(?:be(?:en)?|was|were|is|are|ha[ds]|have|fails?|works?|gets?|got|sees?|saw|seen|heard|seems?|shows?|mind|the|that|this|it|an?)\\b)[a-z]';

/** Begins what is told, and says that it is for later, or for the whole of a project. */
const TELLS = anyOf([
  /please|pls|always|never|don't|do not|dont|you|we|i want|only|just|use|run|ask|make|check|do|read|let/,
]);
const LATER = /going forward|in (?:the )?future|next time/;
const HERE =
  /(?:in|for|across|throughout) (?:this|our|the whole|the entire) (?:project|repo(?:sitory)?|code ?base|workspace|monorepo)/;
/** Where an agent keeps what it is told for later. */
const MEMORY = /(?:long[- ]term )?memor(?:y|ies)|rules?\b|[\w./-]*(?:claude|agents?|gemini|rules)\.mdc?\b/;
const CONSENTS = /say|tell|ask|confirm|approve|agree|review|allow|give you/;
/** A piece of work. */
const PIECES = anyOf([
  /changes?|edits?|commits?|push(?:es)?|prs?|tasks?|features?|responses?|repl(?:y|ies)|steps?|merges?/,
  /releases?|files?|tests?|sessions?|refactor\w*/,
]);

/** What those who work on a project do as a habit. */
const PRACTICES = anyOf([
  /use|run|write|commit|push|put|keep|name|test|add|ask|deploy|prefer|squash|rebase|merge|format|lint/,
  /review|document|follow|create|open|edit|touch|change/,
]);

/** Says that something holds at any time, to the one who works. */
export const ALWAYS = anyOf(
  [
    new RegExp(
      `(?:^|[.!?;:(]\\s+|\\b(?:please|pls|plz|also|ok|okay|no|so|just)[\\s,]+)(?:always|never) ${DOES}`,
    ),
    new RegExp(`\\b(?:you|u|agents?|claude|codex|cursor) (?:\\w+ ){0,2}(?:always|never|only ever) ${DOES}`),
    new RegExp(`\\bwe (?:\\w+ )?(?:always|never|only ever) (?:${PRACTICES.source})\\b`),
    /\b(?:want|need|tell|told|remember|remind|sure|like) (?:that )?(?:you |we )?(?:to )?(?:always|never) [a-z]/,
    /\b(?:keep|bear) in mind (?:that )?[^.!?\n]{0,60}\b(?:always|never|all|every|each|any)\b/,
    /\bfor (?:every|each|any) (?:new |single )?\w+,? (?:you |we |please )?(?:must |should |have to |need to )?(?:add|write|run|update|create) (?:an? |the |its )?(?:unit |integration )?(?:tests?|docs?|documentation|changelog|migrations?|comments?|entry)\b/,
    /\bfrom now on(?:wards)?\b(?!,? (?:the|an?|it|this|there|he|she|they) )|\bas a rule\b|\bmake it a (?:rule|habit)\b/,
    new RegExp(
      `\\b(?:${LATER.source}),? (?!we (?:may|might|could|can|will|would|plan|want)\\b)(?:${TELLS.source}|keep|answer|respond|write|show|give|put|be|try|leave|avoid)\\b`,
    ),
    new RegExp(`(?:^|[.!;:] )(?:please |pls )?(?:${TELLS.source}) [^.!?\\n]{4,90} (?:${LATER.source})\\b`),
    /\b(?:every ?time|whenever|each time) (?:you|we|there|a|an|the agent)\b[^.!?\n]{3,90}/,
    new RegExp(
      `\\b(?:before|after|for|on|with|in) (?:every|each|any|all) (?:new |single )?(?:${PIECES.source})\\b`,
    ),
    new RegExp(`(?:^|[.!;:] )(?:${HERE.source}),? (?:${TELLS.source}|all|every|keep)\\b`),
    new RegExp(
      `(?:^|[.!;:,] )(?:please |pls )?(?:${TELLS.source}|keep|no) [^.!?\\n]{3,80} (?:${HERE.source})\\b`,
    ),
    /\bour (?:convention|rule|policy|standard|workflow|process|style ?guide)s?\b/,
    new RegExp(
      `\\b(?:add|put|save|write|keep|note|commit|create) (?:\\w+ ){0,4}(?:to|in|into|as) (?:an? |your |the |my |our )?(?:${MEMORY.source})`,
    ),
    /\b(?:let me know|tell me|explain) what you(?:'re| are) (?:about to do|doing|going to do|trying to do|planning)\b[^.!?\n]{0,40}\bbefore (?:you|running|starting|touching|editing|changing)\b/,
    /\b(?:stop asking|no need to ask|(?:don't|do not|dont|never) ask)\b/,
    /\bwithout (?:my (?:permission|consent|approval|confirmation|ok)|asking(?: me)?|confirmation|approval)\b/,
    new RegExp(
      `\\b(?:don't|do not|dont|never|nothing) [^.!?\\n]{2,60}\\b(?:until|till|unless|before) i (?:${CONSENTS.source})\\b`,
    ),
  ],
  { flags: 'i' },
);

/** Tells not to. */
const NOT = anyOf([
  /do(?:n't| not)|dont|never|avoid|stop|quit|no more|no need to|(?:can|could) (?:we|you) not|let'?s not/,
  /(?:you|we|agents?|claude) (?:(?:should|must|may|can|ca)(?:n't|not| not| never)|(?:don't|do not)(?: (?:have|need) to)?|never)/,
  /(?:you|we) (?:are not|aren't|were not|weren't) (?:allowed|supposed) to/,
  /i (?:don't|do not|dont|never) (?:want|need|like) (?:you )?(?:to|ot)?/,
]);
/** Tells to. */
const DO = anyOf([
  /always|make sure (?:to|you)|be sure to|remember to|only|prefer to/,
  /(?:you|we) (?:must|should|need to|have to|ought to)(?: always| only| first)?/,
]);
const BETWEEN = / (?:(?:ever|also|just|simply|manually|directly|please|to|be|try(?:ing)? to|go and) )*/;

/** What one who works with files, commits and checks does, whatever it is done to. */
const WORKS = anyOf([
  /runn?|commit|push|stash|amend|squash|rebas|merg|force|stag|deploy|publish|upload|install|upgrad|releas|ask/,
  /assum|guess|invent|mention|skip|bypass|mock|hard-?cod|mark|claim|submit|finali[sz]|restart|kill/,
  /touch|edit|modify|modif|overwrit|format|lint|duplicat|reinvent|pollut|gitignor|fetch|prompt/,
]);
/** What is done to the product as well as to the project. */
const MAKES = anyOf([
  /us|creat|writ|add|put|mak|chang|remov|renam|mov|generat|includ|import|delet|build|implement|read|open/,
  /start|leav|keep|copy|updat|call|send|tr(?:y|i)|rel(?:y|i)|check|test|verif(?:y|i)|introduc|set|referenc/,
]);
/** Ends either: `pushing`, `committed`, `modifies`. */
const ENDING = /(?:e|es|ing|[a-z]ing|ed|s|ies)?\b/;
/** Speaks of one thing that only the conversation shows. */
const POINTS_ONLY = /(?! ?(?:this|that|it|these|those|them)\b(?! \w))/;

/** What belongs to the project, not to what it makes. */
export const OF_PROJECT = anyOf(
  [
    /(?:\w+ )?(?:files?|folders?|director(?:y|ies)|dirs?|paths?)|(?:unit |integration |e2e )?tests?|comments?|docs?|docstrings?/,
    /documentation|readmes?|changelogs?|dependenc(?:y|ies)|packages?|librar(?:y|ies)|branch(?:es)?|commits?|prs?|pull requests?/,
    /worktrees?|repo(?:s|sitory|sitories)?|configs?|configurations?|settings|emojis?|mocks?|stubs?|placeholders?|scripts?/,
    /sub-?agents?|mcp|env(?:ironment)?|migrations?|secrets?|credentials?|lockfiles?|sudo|linter|ci|prod(?:uction)?|staging/,
    /(?:main|master|default) branch|root|existing \w+|resources|dead code|fake \w+|globally|everywhere|anywhere/,
    /by default|\S+\/\S*|\*?\.\w{2,5}|`[^`]+`|"[\w -]{2,24}"/,
    /[\w./-]+\.(?:md|json|ya?ml|toml|sql|ts|js|py|go|rs|rb|sh|css|scss|lock|cfg|ini|env)/,
  ],
  { before: /(?<![\w.-])/, after: /(?![\w-])/, flags: 'i' },
);
/** Is seen by those who use the product. */
export const OF_PRODUCT = anyOf(
  [
    /buttons?|pages?|screens?|modals?|dialogs?|dropdowns?|menus?|nav\w*|sidebar|header|footer|icons?|colou?rs?|fonts?/,
    /cards?|columns?|rows?|charts?|animations?|margins?|padding|spacing|pixels?|px|sprites?|popups?|tooltips?|checkbox\w*/,
    /sliders?|banners?|logos?|videos?|pictures?|paragraphs?|headings?|pickers?|capsules?|spinners?/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);

const forbids = (verbs: RegExp): string =>
  `${START.source}(?:${NOT.source})${BETWEEN.source}(?:${verbs.source})${ENDING.source}${POINTS_ONLY.source}`;
const demands = (verbs: RegExp): string =>
  `${START.source}(?:${DO.source})${BETWEEN.source}(?:${verbs.source})${ENDING.source}${POINTS_ONLY.source}`;

export const FORBIDS_WORK = new RegExp(forbids(WORKS), 'i');
export const DEMANDS_WORK = new RegExp(demands(WORKS), 'i');
export const TELLS_MAKING = new RegExp(`(?:${forbids(MAKES)}|${demands(MAKES)})(.{0,90})`, 'i');

const DONE_TO =
  /committed|checked in|edited|changed|touched|modified|pushed|gitignored|generated|run|written|updated/;
/** Said before what is done first. */
const CHECKS = /build|run|ask|check|read|test|plan|search|look|verify|compile|lint|commit|push|pull/;
/** What may be had or wanted, not a thing of its own. */
const OPEN_OBJECT = /(?!(?:the|an?|this|that|these|those|my|your|any|it|to)\b)/;

const WE_DO_NOT = /(?<!if |when |why )\bwe (?:don't|do not|shouldn't|should not|must not)/;
const BE_DONE = /(?:must|should|may|can) (?:not |never |only )?(?:ever )?be/;

/** A thing by its name, which only later words could mean otherwise. */
const NAMED = /(?!(?:this|that|it|them|these|those|one|any ?more|to|the)\b)[`"']?[\w@/.+-]{2,}/;

/** How work is done here, in sentences of other forms. */
export const MANNER = anyOf(
  [
    new RegExp(
      `${START.source}we (?:only|prefer|use|require|follow|never|always) (?!(?:this|that|it|to|can|need|have|want|see|\\w+ed)\\b)\\S`,
    ),
    /(?<!if |when |why )\bwe (?:should|must) (?:use|keep|always|never|only|avoid|follow) (?!(?:this|that|it|these)\b)\S/,
    /\b(?:you|we) (?:should|must) be (?:using|keeping|writing) (?!(?:this|that|it|these)\b)\S/,
    new RegExp(`\\b(?:you|we) (?:should|must|have to|need to) (?:${CHECKS.source}) (?:\\S+ ){1,5}first\\b`),
    new RegExp(
      `\\b(?:don't|do not|dont|never|not|stop) (?:want to )?us(?:e|ing) ${OPEN_OBJECT.source}[\\w.-]{2,} (?:for|in|to|here|as|anymore)\\b`,
    ),
    new RegExp(`\\blet'?s (?:always|never|avoid) ${OPEN_OBJECT.source}\\S`),
    /\b(?:anti-?pattern|(?:bad|best|good) practice|code smell)s?\b/,
    new RegExp(
      `${WE_DO_NOT.source}${BETWEEN.source}(?:${WORKS.source}|us)${ENDING.source}${POINTS_ONLY.source}`,
    ),
    /^(?:please |pls |let's )?(?:prefer|stick (?:to|with)|follow|respect) (?!(?:this|that|it)\b)\S+ \S/,
    /\bstick (?:to|with) (?:the |its |our )?(?:coding |code |project |existing )*(?:guide ?lines?|conventions?|styles?|patterns?)\b/,
    /\buse (?!(?:this|that|it)\b)[\w./`"'-]+ (?:instead of|rather than|over|not) \S/,
    new RegExp(
      `\\b${BE_DONE.source} (?:${DONE_TO.source}) (?:by|in|to|with|from|before|after|manually|automatically|only)\\b`,
    ),
    /\b(?:should|must) (?:not |never )?be (?:committed|checked in|gitignored|pushed|touched|hand-edited)\b/,
    /\b(?:forbidden|off[- ]limits|not allowed|only thing (?:changing|allowed))\b/,
    /\b(?:remove|drop|take|leave|keep)\b.{0,40}\b(?:from|out of) (?:the |your |my )?(?:commits?|pr|pull request|repo|repository|git)\b(?!.*\bthen\b)/,
    /\b(?:commit|push|merge) (?:\w+ ){0,2}(?:in a |while )?(?:broken|failing|red|untested)\b/,
    /\b(?:avoid|no|without) (?:\w+ )?(?:code )?duplicat\w+/,
    /\b(?:check|read|see|look in(?:to)?|consult|follow|study) (?:the |our |my )?(?:[\w.-]+\/)*[\w-]+\.(?:mdc?|mdx|rst|adoc|txt)\b(?=[.!]*\s*$|[^.!?\n]*\b(?:how|before|first|when(?:ever)?|to (?:use|know|find|see))\b)/,
    /\bwe (?:will|shall|are going to|'ll) (?:not|never) (?:have|use|allow|support|write|keep) (?!(?:this|that|it|them|these|those)\b)[\w-]{3,}/,
    /\bno (?!more\b|one\b|need\b)[\w-]{3,}(?: \w+)? (?:at all|whatsoever|anywhere|ever)\b/,
    new RegExp(
      `\\buse ${NAMED.source} (?:on|for|with) (?:the )?[\\w./ -]{3,40}?,? (?:and )?not (?:on |for |with )?\\S`,
    ),
    /\b(?:skip|bypass|drop|remove|ignore|leave out|forget) (?!(?:this|that|it|them)\b)[\w .@/-]{2,40}?,? (?:because|since|as|cause) we (?:don't|do not|no longer|never) (?:use|need|have|support)\b/,
  ],
  { flags: 'i' },
);

const PLACE = /[`"']?(?:[\w.~@-]+)?\/[\w./@-]+[`"']?|\.[a-z]\w+(?: folder| dir\w*)?/;
const STATE = /deprecated|(?:auto-?)?generated|vendored|read-?only|third[- ]party|legacy|frozen|managed by/;
const HOW_IT_IS =
  /can't|cannot|can not|can only|must|should|have to|don't|do not|only|also have|has|have|use|are not|is/;

/** What stays as it is: where something lies, what it is called, what is kept for whom. */
export const FACT = anyOf(
  [
    new RegExp(
      `^(?:[\\w\`"'.-]+ ){1,6}(?:is|are|lives?|sits?|should live|belongs?|goes?) (?:in|at|under|inside) (?:the )?(?:${PLACE.source})[.!]?$`,
    ),
    /\bthere(?:'s| is| are) already (?:[\w-]+ ){1,6}(?:in|under|for (?:this|that)) [`"']?[\w./-]*[/.]\w/,
    /\b(?:we )?already (?:have|use|exists?|built|implemented|covered|done) (?:[\w-]+ ){0,6}(?:in|under|by|for (?:this|that)) [`"']?[\w./-]*[/.]\w/,
    new RegExp(`(?<!\\bif )(?<!\\bthat )\\b[\\w./\`-]+ (?:is|are) (?:already )?(?:${STATE.source})\\b`),
    new RegExp(
      `^(?:please )?remember[,:]? (?:that )?(?:you|we|the [\\w ]{3,40}|there) (?:${HOW_IT_IS.source})\\b`,
    ),
    /\bwe don't have (?:\S+ ){1,5}(?:anywhere|here|in (?:this|the|our))\b/,
  ],
  { flags: 'i' },
);

/** What there is, or is not, and where it lies or what it is called. */
export const PLACED = anyOf(
  [
    new RegExp(
      `\\bwe (?:also |really |generally |actually |still )*(?:don't|do not|no longer) (?:use|have|support|ship|run|need) ${NAMED.source}(?![^.!?\\n]*\\b(?:yet|for now|anymore to)\\b)`,
    ),
    /\b(?:is|are) (?:published|hosted|served|deployed|stored|kept|defined|configured|documented|released) (?:on|at|in|under|from|by) [`"']?[\w-]*[./][\w./-]+\w/,
    /\b(?:runs?|listens?|serves?|is) on (?:port )?:?\d{4,5}\b/,
    /\bour [\w -]{2,40} (?:is|are) (?:called|named) [`"']?[\w./@-]{2,}/,
  ],
  { flags: 'i' },
);
