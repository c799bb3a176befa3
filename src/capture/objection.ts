import { PatternFilter } from '../text/pattern-filter.ts';
import { FOREIGN_OBJECTIONS } from './objection-languages.ts';

/**
 * Reads a human's words: do they object to what was done, or ask for something new? Wording in several languages;
 * scores are log-odds contributions.
 */

/** What a message is about stands in its beginning. */
export const HEAD_CHARS = 420;

interface Cue {
  weight: number;
  pattern: RegExp;
}

/** Says that something done is wrong. */
const OBJECTION_CUES: Cue[] = [
  {
    weight: 2.2,
    pattern:
      /\b(?:you(?:'re| are| were) (?:not (?:correct|right)|wrong|incorrect|mistaken|missing|ignoring)|that(?:'s| is|s) (?:(?:just |simply |still |totally |completely )?(?:wrong|incorrect|false|not (?:right|correct|true|what|how|it|the|a|needed|good))|a mistake)|this is (?:(?:just |simply |still |totally |completely )?(?:wrong|incorrect|broken|not (?:right|correct|what|how|the|needed|good))))/i,
  },
  {
    weight: 2.8,
    pattern:
      /\b(?:you (?:just )?(?:broke|forgot|missed|removed|deleted|lost|ignored|skipped|overwrote|messed|misunderstood|misread|hallucinated|invented|made (?:that|this|it) up|should(?:n't| not)? have|should not|shouldn't|were supposed|weren't supposed|did(?:n't| not)(?: actually| even| really)? (?:push|commit|run|read|check|fix|update|add|do|use|follow|listen|answer|test)|never (?:ran|read|checked|tested|did|asked)|keep (?:doing|making|using|adding)|still (?:have|haven't|didn't|use|are)))\b/i,
  },
  {
    weight: 2,
    pattern:
      /\b(?:why (?:did|are|were|would|do|have|is) (?:you|we|it|this|that|there|the)\b.{0,60}|why (?:not|is that not|un\w+|the (?:heck|hell)|on earth))\b/i,
  },
  {
    weight: 2,
    pattern:
      /\b(?:i (?:said|told you|wanted (?!to\b)|asked (?:you )?(?:for|to|not)|explicitly|already (?:said|told|asked)|specifically|did(?:n't| not) (?:ask|say|want|mean)|don't want|do not want|never (?:asked|said|wanted)|meant|mean )|not what i|wasn't asking)\b/i,
  },
  { weight: 1.8, pattern: /^(?:no|nope|nah|stop|wait|wrong|don't|do not|dont|never)\b[\s,.!:-]*/i },
  {
    weight: 1.6,
    pattern:
      /\b(?:do(?:n't| not)|dont|never|stop|please (?:don't|do not|stop)|let's not|we (?:don't|do not|shouldn't|should not|can't|cannot|never)|shouldn't|should not)\b/i,
  },
  {
    weight: 1.8,
    pattern:
      /\b(?:(?:has|have|is|are|got|was) (?:now |all |just |completely )?(?:broken|lost|gone|missing|wrong|duplicated|repeated|reverted)|still (?:not|fails?|failing|broken|doesn't|does not|wrong|see|shows?|getting|the same|there)|same (?:\w+ ){0,2}(?:error|problem|issue|failure|result)s?\b|(?:is|are|do|does|did|was|has)n't even\b|(?:happened|failed|broke\w*|fails|breaks|crashed) again|does(?:n't| not) (?:work|compile|build|(?:look|sound|seem|feel) (?:right|good|correct)|make sense|match|exist|help)|did(?:n't| not) work|not working|(?:will|would) (?:cause|break|lose|conflict|fail)|cause[sd]? (?:issues|problems)|broke[n]?\b|regress|breaks?\b)/i,
  },
  { weight: 1.5, pattern: /^(?:but|hmm+|hm|huh|ugh|uh|err|oh no|wtf|actually,?)\b/i },
  {
    weight: 1.4,
    pattern:
      /\b(?:uh oh|because you (?:used|changed|removed|added|put|did)|(?:copied|duplicated|repeated) (?:\w+ ){0,2}(?:multiple|several|many|three|four|\d+) times|the (?:idea|point|goal|intention) (?:is|was) (?:that|to|not)|let's only|leave (?:the|it|that|them|this) (?:other|rest|as|alone|unchanged|where)|are (?:we|you) (?:really )?sure|(?:did|have) you (?:actually|really|even)\b|where (?:do|did) you (?:get|take|have)\b|who (?:asked|told) you\b|is (?:it|this|that|\S+) really\b|do we really (?:need|want)|we already (?:built|have|did|do|use|wrote|solved)|already (?:exists|built|there)\b)/i,
  },
  {
    weight: 1.8,
    pattern:
      /(?:^|[.!]\s+|\b(?:can|could) (?:you|we) (?:please )?)(?:revert|undo|roll ?back|restore|put back|bring back)\b|\b(?:remove|delete|drop|undo|revert|get rid of|take out|change)\b[^!?\n]{0,60}\byou (?:just )?(?:created|added|made|wrote|put|introduced|changed|did|installed|generated)\b/i,
  },
  {
    weight: 1.4,
    pattern:
      /^(?:doesn't|don't|didn't|hasn't|haven't|isn't|aren't|wasn't|weren't) (?!worry\b|you think\b)[^.!\n]{3,200}\?|\b(?:in|for) this (?:repo\b|repository|project|codebase|code base)|^(?:please )?no (?!worries|problem|need|thanks|thank|idea|rush|hurry|i\b|it\b|that|this|not\b|just\b|more\b)[\w-]+ (?:[\w-]+ )?(?:in|on|for|here|at|please|from)\b/i,
  },
  {
    weight: 1.3,
    pattern:
      /\b(?:should(?: just| only| already| still)? (?:be (?:using|in|on|called|named|under|a|an|the|done|kept)|have (?:been|used|gone|stayed|kept|asked|run)|use|stay|keep|live|say|read|go (?:straight |directly |right )?(?:in|into|to|under))|(?:all|only thing) (?:we|i|you) need|please no\b|no need (?:to|for)|(?:way |far |much )?(?:overcomplicated|overkill|overengineered)|belongs? (?:in|to|under))\b/i,
  },
  {
    weight: 1.3,
    pattern:
      /\b(?:can(?:'t| not|not) (?:we|you|it|this)|could(?:n't| not) (?:we|you|it)|could we not|can we not|why not|isn't (?:it|that|this|there)|aren't (?:we|you|they)|wouldn't (?:it|that|this)|don't we|do we not|should(?:n't| not) (?:we|it|this|that))\b/i,
  },
  {
    weight: 1.1,
    pattern:
      /\b(?:instead|rather than|revert|undo|roll ?back|put (?:it|that|this) back|too (?:much|many|complex|complicated|verbose|long)|over-?engineer|unnecessary|not (?:sure|convinced|good enough|needed|necessary|like that)|misleading|(?:is )?wrong\b|incorrect|mistake|not (?:the same|a fan))\b/i,
  },
  {
    weight: 2.2,
    pattern:
      /\byou(?:'ve| have)? (?:just|literally|again|also|already|actually)(?: just)? (?:committed|pushed|applied|merged|ran|dropped|deployed|published|wiped|reset|reverted|duplicated|replaced|rewrote|hardcoded|hard-coded|reintroduced|disabled|commented out|guessed|copied)\b/i,
  },
  {
    weight: 1.4,
    pattern:
      /^(?:omg|oh (?:my )?god|wtf|dude|ffs|jesus|argh+|seriously|come on)\b|\bis(?:n't| not) (?:really )?(?:(?:a|the|an) )?(?:fix(?:ing)?|solution|solving|testing|answer(?:ing)?)\b|\b(?:at once|one (?:\w+ )?at a time|one \w+ per \w+)\b|\b(?:or|otherwise,?) (?:you|it|this|that)(?:'ll| will|\b)|\bover the top\b|\byou(?: really)? (?:don't|do not|dont) (?:really )?(?:have|need) to\b|\byou(?:'re|re| are) supposed to\b|\bother way (?:a)?round\b|\bvice versa\b|\b(?:tells? (?:us|me) nothing|useless|pointless|meaningless)\b|\b(?:needs?|missing|without|forgot) (?:the |a )?`?--\w|\bthanks for (?:asking|checking|nothing|deleting|breaking|ignoring|reading)\b|^(?:please )?(?:shorter|longer|simpler|smaller|fewer|less|more concise)\b|\b(?:do(?:n't| not)|dont) need (?:an?|all|every|to see)\b/i,
  },
  {
    weight: 1.6,
    pattern:
      /\b(?:that|this|it|which|\w+ing [\w ]{2,40})(?:'?s| is| was) (?:(?:just|really|so|pretty|very|kinda|a|an|some|kind of) ){0,3}(?:dumb|stupid|lazy|silly|ridiculous|nonsense|bullshit|joke|crap|garbage|terrible|horrible|awful|hacky|sloppy)\b|\bis this (?:some ?kind of |a )?joke\b/i,
  },
  {
    weight: 1.2,
    pattern:
      /\b(?:we|you)(?:'re|re| are) not (?:hard-?coding|\w+ing (?:this|that|these|those|it|here|the))\b|^(?:no,? )?[a-z]+(?: \w+){0,3} first[\s.!]*$|\bbefore (?:continuing|proceeding|moving on|going (?:on|further)|we (?:continue|proceed|move on|go on))\b/i,
  },
  // One thing, and not another.
  {
    weight: 1.1,
    pattern:
      /(?:^|[\s,])not (?!bad\b|yet\b|sure\b|now\b|only\b|just\b|really\b|too\b|it\b|this\b|that\b|quite\b|all\b|always\b|so\b|necessar|needed\b|here\b|there\b|be\b|if\b)(?:the |a |an |in |on |to |with |from |for |at )?[`"']?[\w./@-]{2,40}[`"']?\s*(?:$|[.,;!)(—–-])/i,
  },
  ...FOREIGN_OBJECTIONS.map((pattern) => ({ weight: 2, pattern })),
];

const QUESTION_ONLY =
  /^(?:how|what|where|when|which|who|is|are|do|does|did|can|could|would|should|will|has|have)\b[^.!]*\?\s*$/i;
/** `can't we …`, `should we not …`: asks for something else than what is there. */
const NEGATED_QUESTION =
  /^(?:can|could|should|would|do|does|did|is|are)(?:n't\b|'t\b| (?:we|you|it|this|that|i) not\b)/i;
const REQUEST =
  /^(?:(?:ok|okay|yes|yeah|sure|great|perfect|nice|thanks|cool|alright|now|next|then|also|and|please|so)\b[\s,.!]*)*(?:can you|could you|please(?! (?:don't|do not|dont|stop|never|avoid|no)\b)|let's(?! (?:not|only)\b)|add|create|write|make(?! sure (?:that )?(?:(?:you|we|it|this) )?(?:do(?:n't| not|nt)|never|not)\b)|implement|update|fix|run|commit|push|review|check|look|go ahead|do|continue|proceed|use|change|remove|rename|move|show|give|explain|tell|open|test|build|merge|rebase|i(?:'d| would) like|i want|we need|we should)\b/i;
/** Says that the agent is right about what it found. */
const AGREES =
  /^(?:yes|yeah|yep|right|correct|exactly|agreed|indeed|true)\b(?![^?]*\b(?:but|why|you|instead|so|not|\w+n't)\b)[^?]*$/i;
const AGREES_CHARS_MAX = 80;

/** Asks for more, after a word or two: `hmm, can we maybe add …`. */
const WISH =
  /^(?:(?:hmm+|hm|ok|okay|but|and|so|also|yes|yeah|great|cool|nice|perfect|oh|ah|i think|i wonder if)\b[\s,.!]*){0,3}(?:can|could|should|shall) (?:we|you|i) (?:(?:maybe|also|please|now|just|perhaps|then|quickly)[\s,]+)*(?:add|have|show|include|support|get|try|see|check|make|test|look|review|run|create|write|do|explain|summari[sz]e|commit|push|open)\b/i;
const DECLINES_OFFER =
  /^no\b[\s,]*(?:thanks|thank you|never ?mind|need|don't (?:set|bother|worry|do (?:it|that) (?:now|yet))|not (?:now|yet|needed)|leave it|let's (?:see|wait|keep|leave)|that's (?:fine|ok|all|it)|it's (?:fine|ok)|just|i'?ll|i do|i'm)/i;

/** Only pauses or ends the work: `stop here for today`, `wait, I have to …`. */
const PAUSES =
  /^(?:please )?(?:stop|wait|cancel|abort|halt|pause|hold on|hang on)[\s.!]*$|^(?:(?:ok|okay|no|so)\b[\s,.!]*)?(?:stop|wait|hold on|hang on|pause)\b[\s,.!]*(?:(?:for )?a (?:sec|second|moment|minute|bit)\b|here|there|for (?:today|now|a)\b|a (?:sec|second|moment|minute|bit)|i(?:'ll| will|'m| am| have to| need to| must)|until|till|while)\b/i;

/** The way in which reviewers, human or not, word a finding. */
const REVIEW =
  /\bconsider (?:using|adding|testing|moving|extracting|whether)\b|^(?:low|medium|high|critical) severity\b|\b(?:this|which) (?:could|may|might|can) (?:cause|lead|result|panic|fail)\b/im;

/** True where the words only pause or end the work. */
export const pauses = (text: string): boolean => PAUSES.test(text.trim());

/** Pasted logs, diffs, reviews and listings: not the user's own words. */
export function pasted(text: string): boolean {
  if (
    /^\s*(?:❯|(?:\(?[\w.-]+\) )?[\w.-]+@[\w.-]+[: ][^\n]{0,60}[%$#] \S|\$ |> |\+ |```|[\w./-]+\.\w{1,5}:\d+: |error(?:\[|:)|time=|\[\w+|\d{4}-\d\d-\d\d|Traceback|diff --git|#+ |\*\*?\d|\d+\. (?:\*\*|High|Medium|Low|`)|<[a-z]|\{"|https?:\/\/\S+\s*$)/.test(
      text,
    )
  )
    return true;
  if (text.length > 250 && REVIEW.test(text)) return true;
  const lines = text.split('\n');
  return lines.length > 12 && text.length > 900;
}

/** Gives the agent a part to play; what follows are its instructions. */
const CASTS =
  /^(?:(?:please )?act as|you are|you're|imagine you are|pretend (?:to be|you are)|du bist|tu es|eres|você é|sei) (?:now )?(?:an?|the|ein|eine|une?|una|uno|um|uma) \p{L}/iu;

export const castsRole = (text: string): boolean => CASTS.test(text.trim());

/** Straight apostrophes, so that one spelling of a phrase is enough. */
export const straight = (text: string): string => text.replace(/[\u2018\u2019\u02bc]/g, "'");

/** What stands in quotation marks or backticks is somebody else's: a text to write, a message, a name. */
const QUOTED = /"[^"\n]{1,200}"|`[^`\n]{1,200}`|“[^”\n]{1,200}”|„[^“”\n]{1,200}[“”]/g;

/** How much of what some cues say a text holds. */
export class Cues {
  readonly #cues: readonly Cue[];
  readonly #filter: PatternFilter;

  constructor(cues: readonly Cue[]) {
    this.#cues = cues;
    this.#filter = new PatternFilter(cues.map(({ pattern }) => pattern));
  }

  sum(text: string): number {
    let total = 0;
    for (const index of this.#filter.possible(text)) {
      const { weight, pattern } = this.#cues[index]!;
      if (pattern.test(text)) total += weight;
    }
    return total;
  }
}

const OBJECTIONS = new Cues(OBJECTION_CUES);

/** Strength of the objection in a human's message; 0 where there is none. Bounded work on any length. */
export function objectionScore(message: string): number {
  const text = straight(message.trim().slice(0, HEAD_CHARS)).replace(QUOTED, ' … ');
  if (text.length < 3 || castsRole(text)) return 0;
  if (DECLINES_OFFER.test(text) || PAUSES.test(text)) return 0.3;
  let score = OBJECTIONS.sum(text);
  if (pasted(message)) score *= 0.35;
  if (text.length <= AGREES_CHARS_MAX && AGREES.test(text)) score *= 0.35;
  if (QUESTION_ONLY.test(text) && !NEGATED_QUESTION.test(text)) score -= 1;
  if (/^(?:q|question|learning q|curious|wondering)\b\s*:?/i.test(text)) score -= 0.8;
  if (/\b(?:don't worry|never ?mind|no worries)\b/i.test(text)) score -= 2;
  if (WISH.test(text)) score -= 2;
  else if (REQUEST.test(text)) score -= 1.2;
  return Math.max(0, Math.min(score, 5));
}

const SELF_DIAGNOSIS =
  /\b(?:(?:that|this|it) was my (?:mistake|error|fault|bad)|my (?:mistake|bad)\b|i (?:made (?:a|an) (?:mistake|error)|was wrong (?:about|to|when)|forgot to|accidentally|mistakenly|incorrectly (?:assumed|used|set|placed|added)|wrongly|shouldn't have|should not have|should have (?:used|checked|run|read|verified|known)|misread|misdiagnosed|introduced (?:a|this|that) (?:bug|regression)|broke )|i used the wrong|my (?:earlier|previous|initial|first) (?:claim|assumption|diagnosis|statement|fix|answer|edit) was (?:wrong|incorrect|incomplete|mistaken))/i;

/** True where the assistant names an error of its own. */
export function admitsError(text: string): boolean {
  return SELF_DIAGNOSIS.test(text.slice(0, 1500));
}

const LOSS =
  /\b(?:(?:accidentally|inadvertently|mistakenly) (?:deleted|removed|overw\w+|reset|discarded|wiped|dropped|cleaned|lost|force)|(?:lost|wiped|destroyed|discarded|overwrote|overwritten|deleted|nuked|dropped) (?:all |your |my |the |our |uncommitted |unsaved )+(?:work|changes|data|files?|commits?|database|table|branch|edits|progress|history)|data loss|unrecoverable|can(?:'t|not) be recovered|(?:changes|work|files?|commits?) (?:are|is|were|was|got|have been|has been) (?:gone|lost|wiped|deleted|overwritten|discarded))\b|(?:gelöscht|verloren|borraste|perdido|supprimé|perdu|删除了|丢失|消えた)/i;

/** True where a text says that work or data was destroyed. */
export function mentionsLoss(text: string): boolean {
  return LOSS.test(text.slice(0, 1200));
}

const DESTRUCTIVE =
  /\b(?:rm\s+(?:-\w*[rf]|--recursive|--force)|git\s+(?:-C\s+\S+\s+)?(?:reset\s+--hard|checkout\s+(?:--\s|\.|HEAD\s)|restore\s|clean\s+-\w*[fdx]|stash\s+(?:drop|clear)|push\s+.*(?:--force(?!-with)|-f\b)|branch\s+-D|worktree\s+remove\s+.*--force)|drop\s+(?:table|database|schema)|truncate\s+table|delete\s+from|kubectl\s+delete|terraform\s+destroy|docker\s+(?:volume\s+rm|system\s+prune)|Remove-Item\s+.*-(?:Recurse|Force)|mkfs|dd\s+if=|shred|>\s*\/dev\/sd)/i;

/** Words of which a command that destroys holds one: looking for them costs less. */
const MAY_DESTROY =
  /rm |reset|checkout|restore|clean|stash|push|branch|worktree|rop |ROP |runcate|RUNCATE|elete|ELETE|destroy|prune|volume|Remove|mkfs|dd |shred|\/dev\//;

/** True where a command destroys what it is pointed at. */
export function isDestructive(command: string): boolean {
  const head = command.slice(0, 2000);
  return MAY_DESTROY.test(head) && DESTRUCTIVE.test(head);
}
