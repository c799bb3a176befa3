import { anyOf } from '../../../text/any-of.ts';
import { BLAME_CUES } from './blame-cues.ts';
import { COUNTER_LANGUAGES, COUNTERS } from './counter-languages.ts';
import type { Cue } from './cues.ts';
import { ASK_FIRST, DENIALS, MIXUPS, THINK_AGAIN } from './mixup-languages.ts';
import { FOREIGN_CONTRASTS } from './objection-contrasts.ts';
import {
  FOREIGN_DOUBTS,
  FOREIGN_DUTIES,
  FOREIGN_FAILINGS,
  FOREIGN_OBJECTIONS,
} from './objection-languages.ts';
import { FOREIGN_REPEATS } from './objection-repeats.ts';
import { REMINDER_CUES } from './reminder-cues.ts';
import { FOREIGN_EXISTS, FOREIGN_MEANT } from './report-languages.ts';

/** Asks to take something out, of what the agent made. */
export const TAKE_OUT = /(?:remove|delete|drop|undo|revert|get rid of|take out|change)/;
export const MADE = /(?:created|added|made|wrote|put|introduced|changed|did|installed|generated|inserted)/;

/** Wants none of a kind at a place: `no mocks in tests`. */
export const NO_SUCH =
  /^(?:please )?no (?!worries|problem|need|thanks|thank|idea|rush|hurry|i\b|it\b|that|this|not\b|just\b|more\b)[\w-]+ (?:[\w-]+ )?(?:in|on|for|here|at|please|from)\b/;

/** Says that something done is wrong. */
export const OBJECTION_CUES: Cue[] = [
  {
    weight: 2.2,
    pattern: anyOf(
      [
        /you(?:'re| are| were) (?:not (?:correct|right)|wrong|incorrect|mistaken|missing|ignoring)/,
        /that(?:'s| is|s) (?:(?:just |simply |still |totally |completely )?(?:wrong|incorrect|false|not (?:right|correct|true|what|how|it|the|a|needed|good))|a mistake)/,
        /this is (?:(?:just |simply |still |totally |completely )?(?:wrong|incorrect|broken|not (?:right|correct|what|how|the|needed|good)))/,
      ],
      { before: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 2.8,
    pattern:
      /\b(?:you (?:just )?(?:broke|forgot|missed|removed|deleted|lost|ignored|skipped|overwrote|messed|misunderstood|misread|hallucinated|invented|made (?:that|this|it) up|should(?:n't| not)? have|should not|shouldn't|were supposed|weren't supposed|did(?:n't| not)(?: actually| even| really)? (?:push|commit|run|read|check|fix|update|add|do|use|follow|listen|answer|test|say|mention|show|include|explain|cover|write|finish|implement|remove|delete|change|handle|consider|look|wait|ask)|(?:have(?:n't| not)|did(?:n't| not))(?: even| really| actually| properly| fully| at all)* (?:understood?|get|got|grasp(?:ed)?|read|looked|checked|followed|listened|tested|tried) (?!to\b|yet\b)|never (?:ran|read|checked|tested|did|asked)|keep (?:doing|making|using|adding)|still (?:have|haven't|didn't|use|are)))\b/i,
  },
  {
    weight: 2,
    pattern: anyOf(
      [
        /why (?:(?:tf|on earth|the \w+) )?(?:did|are|were|was|would|do|does|have|has|is)(?:n'?t)? (?:you|we|it|this|that|there|the|these|those)\b.{0,60}/,
        /why (?:not|is that not|un\w+|the (?:heck|hell)|on earth|don't you)/,
        /why you (?:\w+ing|not|always|still|keep|never|do(?:n't)?|did(?:n't)?|have(?:n't)?|only|just)/,
      ],
      { before: /\b/, after: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 2,
    pattern: anyOf(
      [
        /i (?:actually |clearly |really )?(?:said|told you|wanted (?!to\b)|asked (?:you )?(?:for|to|not)|explicitly|already (?:said|told|asked)|specifically|did(?:n't| not) (?:ask|say|want|mean)|don't want|do not want|never (?:asked|said|wanted)|meant|mean )/,
        /not what i|wasn't asking|i(?:'m| am| was) (?:talking about|referring to|asking (?:about|for|if|whether))/,
      ],
      { before: /\b/, after: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 1.8,
    pattern:
      /^(?:(?:please|pls|ok|and|also) )?(?:no|nope|nah|stop|wait|wrong|don't|do not|dont|never)\b[\s,.!:-]*|^not (?:here|there|that|this|those|these|the|like)\b/i,
  },
  {
    weight: 1.6,
    pattern:
      /\b(?:(?:do(?:n't| not)|dont)(?:(?<=\byou (?:don't|do not|dont))|(?! (?:really |quite |fully |even )?(?:understand|know|remember|get (?:it|what|why|how))\b))|never|stop|please (?:don't|do not|stop)|let's not|we (?:don't|do not|shouldn't|should not|can't|cannot|never)|shouldn't|should not)\b/i,
  },
  {
    weight: 1.8,
    pattern: anyOf(
      [
        /(?:has|have|is|are|got|was) (?:now |all |just |completely )?(?:broken|lost|gone|missing|wrong|duplicated|repeated|reverted)/,
        /still (?:not|fails?|broken|doesn't|does not|wrong|see|shows?|getting|the same|there)/,
        /same (?:\w+ ){0,2}(?:error|problem|issue|failure|result)s?\b/,
        /(?:is|are|do|does|did|was|has)n't even\b|(?:happened|failed|broke\w*|fails|breaks|crashed) again/,
        /does(?:n't| not) (?:work|compile|build|(?:look|sound|seem|feel) (?:right|good|correct)|make sense|match|exist|help)/,
        /did(?:n't| not) work|not working|(?:will|would) (?:cause|break|lose|conflict|fail)/,
        /cause[sd]? (?:issues|problems)|(?:there(?:'s| is|'re| are)|various|unwanted|unexpected) (?:some |many |various |other )?side[- ]effects\b|broke[n]?\b|regress|breaks?\b/,
      ],
      { before: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 1.5,
    pattern: /^(?:but|hmm+|hm|huh|ugh|uh|err|oh no|wtf|actually,? (?:no|not|it|that|this|the|you)\b)/i,
  },
  {
    weight: 1.4,
    pattern: anyOf(
      [
        /uh oh|because you (?:used|changed|removed|added|put|did)/,
        /i(?:'m| am) (?:absolutely |pretty |quite |very )?(?:certain|positive|sure) (?:that )?(?:we|you|i) (?:already |have |had |did |\w+ed )/,
        /i(?:'m| am| was) (?:just|only) (?:asking|wondering)|what you (?:just )?(?:did|fixed|changed|added|made)\b[^.!?\n]{0,80}\bagain|and not (?:to )?(?:us|chang|touch|edit)\w*/,
        /(?:copied|duplicated|repeated) (?:\w+ ){0,2}(?:multiple|several|many|three|four|\d+) times/,
        /the (?:idea|point|goal|intention) (?:is|was) (?:that|to|not)|let's only/,
        /leave (?:the|it|that|them|this) (?:other|rest|as|alone|unchanged|where)/,
        /are (?:we|you) (?:really )?sure|(?:did|have) you (?:actually|really|even)\b/,
        /where (?:do|did) you (?:get|take|have)\b|who (?:asked|told) you\b/,
        /is \S+ really\b|do we really (?:need|want)/,
        /we already (?:built|have|did|do|use|wrote|solved)|already (?:exists|built|there)\b|(?<!if )there(?:'s| is| are) already\b|when (?:there(?:'s| is| are)|we have) (?:already )?(?:an? |one\b|some\b|two\b|\w+ already\b)/,
      ],
      { before: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 1.8,
    pattern: anyOf(
      [
        /(?:^|[.!]\s+|\b(?:can|could) (?:you|we) (?:please )?)(?:revert|undo|roll ?back|restore|put back|bring back)\b/,
        // The user takes the agent's work back himself.
        /\bi(?:'ll| will|'ve| have|'m going to| am going to| had to| just)? (?:just |now |already |have to )?(?:revert|undo|undid|roll(?:ed)? ?back|discard|throw away|threw away)(?:ed|ing)? (?:(?:the|your|my|our|all|those|these|last|latest|previous|recent|two|three|\d+|of) ){0,4}(?:it|this|that|everything|changes?|edits?|commits?|work)\b(?! of\b)/,
        new RegExp(`\\b${TAKE_OUT.source}\\b[^!?\\n]{0,60}\\byou (?:just )?${MADE.source}\\b`),
      ],
      { flags: 'i' },
    ),
  },
  {
    weight: 1.4,
    pattern: anyOf(
      [
        /^(?:doesn't|don't|didn't|hasn't|haven't|isn't|aren't|wasn't|weren't) (?!worry\b|you think\b)[^.!\n]{3,200}\?/,
        /\b(?:in|for) this (?:repo\b|repository|project|codebase|code base)/,
        NO_SUCH,
      ],
      { flags: 'i' },
    ),
  },
  {
    weight: 1.3,
    pattern: anyOf(
      [
        /should(?: just| only| already| still)? (?:be (?:using|in|on|called|named|under|a|an|the|done|kept)|have (?:been|used|gone|stayed|kept|asked|run)|use|stay|keep|live|say|read|go (?:straight |directly |right )?(?:in|into|to|under))/,
        /(?:all|only thing) (?:we|i|you) need|please no\b|no need (?:to|for)/,
        /(?:way |far |much )?(?:overcomplicated|overkill|overengineered)|belongs? (?:in|to|under)/,
      ],
      { before: /\b/, after: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 1.3,
    pattern: anyOf(
      [
        /can(?:'t| not|not) (?:we|you|it|this)|could(?:n't| not) (?:we|you|it)|could we not|can we not/,
        /why not|isn't (?:it|that|this|there)|aren't (?:we|you|they)|wouldn't (?:it|that|this)|don't we/,
        /do we not|should(?:n't| not) (?:we|it|this|that)/,
      ],
      { before: /\b/, after: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 1.1,
    pattern: anyOf(
      [
        /instead|rather than|revert|undo|roll ?back|put (?:it|that|this) back/,
        /too (?:much|many|complex|complicated|verbose|long)|over-?engineer|unnecessary/,
        /not (?:sure|convinced|good enough|needed|necessary|like that)|misleading|(?:is )?wrong\b/,
        /incorrect|mistake|not (?:the same|a fan)/,
      ],
      { before: /\b/, after: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 2.2,
    pattern: anyOf(
      [
        /committed|pushed|applied|merged|ran|dropped|deployed|published|wiped|reset|reverted|duplicated/,
        /replaced|rewrote|hardcoded|hard-coded|reintroduced|disabled|commented out|guessed|copied/,
      ],
      {
        before: /\byou(?:'ve| have)? (?:just|literally|again|also|already|actually)(?: just)? /,
        after: /\b/,
        flags: 'i',
      },
    ),
  },
  {
    weight: 1.4,
    pattern: anyOf(
      [
        /^(?:omg|oh (?:my )?god|wtf|dude|ffs|jesus|argh+|seriously|come on)\b/,
        /\bis(?:n't| not) (?:really )?(?:(?:a|the|an) )?(?:fix(?:ing)?|solution|solving|testing|answer(?:ing)?)\b/,
        /\b(?:at once|one (?:\w+ )?at a time|one \w+ per \w+)\b/,
        /\b(?:or|otherwise,?) (?:you|it|this|that)(?:'ll| will|\b)|\bover the top\b/,
        /\byou(?: really)? (?:don't|do not|dont) (?:really )?(?:have|need) to\b/,
        /\byou(?:'re|re| are) supposed to\b|\bother way (?:a)?round\b|\bvice versa\b/,
        /\b(?:tells? (?:us|me) nothing|useless|pointless|meaningless)\b/,
        /\b(?:needs?|missing|without|forgot) (?:the |a )?`?--\w/,
        /\bthanks for (?:asking|checking|nothing|deleting|breaking|ignoring|reading)\b/,
        /^(?:please )?(?:shorter|longer|simpler|smaller|fewer|less|more concise)\b/,
        /\b(?:do(?:n't| not)|dont) need (?:an?|all|every|to see)\b/,
      ],
      { flags: 'i' },
    ),
  },
  {
    weight: 1.6,
    pattern: anyOf(
      [
        /\b(?:that|this|it|which|\w+ing [\w ]{2,40})(?:'?s| is| was) (?:(?:just|really|so|pretty|very|kinda|a|an|some|kind of) ){0,3}(?:dumb|stupid|lazy|silly|ridiculous|nonsense|bullshit|joke|crap|garbage|terrible|horrible|awful|hacky|sloppy)\b/,
        /\bis this (?:some ?kind of |a )?joke\b/,
      ],
      { flags: 'i' },
    ),
  },
  {
    weight: 1.2,
    pattern: anyOf(
      [
        /\b(?:we|you)(?:'re|re| are) not (?:hard-?coding|\w+ing (?:this|that|these|those|it|here|the))\b/,
        /^(?:no,? )?[a-z]+(?: \w+){0,3} first[\s.!]*$/,
        /\bbefore (?:continuing|proceeding|moving on|going (?:on|further)|we (?:continue|proceed|move on|go on))\b/,
      ],
      { flags: 'i' },
    ),
  },
  {
    weight: 3,
    pattern: anyOf(
      [
        /(?:fuck|screw|damn) (?:you|off|this)/,
        /you (?:(?:are|fucking|absolute|total|complete|such an?|just|really|so|an?|stupid|useless|goddamn) ?)*(?:cunt|idiot|moron|imbecile|bitch|asshole|clown|retard|piece of (?:shit|crap|garbage))/,
        /ma(?:ke|kes|king|ked?|de) (?:it|things|this|everything) (?:even |just |only )?(?:worse|worst)/,
      ],
      { before: /\b/, after: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 1.5,
    pattern:
      /\b(?:do|figure|fix|run|check|find|test|debug|handle|solve|read|verify)(?: (?!not\b)\w+){0,5} yourself\b/i,
  },
  // Said or meant before.
  {
    weight: 2.4,
    pattern: anyOf(
      [
        /\bwhat i (?:actually |really )?(?:wanted|meant|asked(?: for)?|said|needed|expected)(?: to happen)?\b[^.!?\n]{0,50}\b(?:was|is|were|are)\b/,
        /\bwhat i(?:'m| am) (?:asking|saying|looking for|after|trying to say)\b/,
        /\bwe(?:'ve| have)? (?:already|just) (?:talked|discussed|agreed|decided|designed|covered|went (?:over|through)|said|settled)\b/,
        /\bi (?:don't|do not) (?:think|believe|see) (?:that )?(?:\w+ ){0,2}you (?:actually |really |ever )?(?:\w+ed|did|have|wrote|ran|made)\b/,
        /\bi asked (?:you )?(?:why|what|how|where|which|if|whether|about)\b/,
        /^(?:\W*(?:no|now|and|but|ok(?:ay)?|so|just|please|first|stop)\b)*\W*(?:answer|respond to|reply to) (?:my|the|\w{2,4}) (?:\w+ )?questions?\b/,
        /\bi(?:'ve| have)? (?:already|just|literally) (?:told|asked|said|explained|gave|given|mentioned)\b/,
        /\bhow did you (?:miss|forget|overlook|not (?:see|notice))\b/,
        /\bwhat the (?:fuck|hell|heck) (?:are|were|is|did|have)\b/,
      ],
      { flags: 'i' },
    ),
  },
  {
    weight: 2.4,
    pattern:
      /\b(?:do(?:n't| not)|dont) make me (?:keep )?(?:say|repeat|ask|tell|explain)|\bi keep (?:saying|telling|asking|repeating)\b/i,
  },
  {
    weight: 1.4,
    pattern:
      /(?<!\bsorry\b[^.!?\n]{0,80})\bi thought (?:that )?(?:we|you)\b|(?<!\bsorry\b[^.!?\n]{0,80})\bi thought (?:that )?(?:it|this|that|the [\w-]+|[\w-]+ing)(?:'s| was| is| were| had| did| does)\b/i,
  },
  {
    weight: 1.2,
    pattern:
      /\bi (?:don't|do not) (?:think|believe) (?:that )?(?!you\b|i\b)(?:[\w'-]+ ){1,5}(?:was|were|is|are|did|does|do|works?|got|has|have|went|want|should)\b/i,
  },
  {
    weight: 1.6,
    pattern:
      /\bi (?:really |just )?(?:(?:don't|do not) like|hate|dislike)\b|\b(?:concerns|worries|bothers) me\b|\bthat(?:'s| is) (?:a )?(?:really |just |very )?bad\b|\bbad (?:ux|idea|design|practice)\b/i,
  },
  {
    weight: 2.4,
    pattern:
      /\b(?:did|have|had)(?:n't)? i (?:not )?(?:already |just )?(?:say|said|tell|told|ask(?:ed)?|mention(?:ed)?)\b/i,
  },
  { weight: 1.2, pattern: /^(?:so |but |and )?why (?:the|this|these|that|those|it) (?!hell|heck|fuck)\w+/i },
  {
    weight: 2,
    pattern:
      /^\W*(?:but |so |wait,? )?w(?:hat|hta|aht|ath|at|ht) (?:are|r) (?:you|u|ya) (?:doing|thinking|on about|talking about)\b/i,
  },
  { weight: 0.6, pattern: /\bwhat the (?:fuck|hell|heck) (?:did|are|have|were) you\b/i },
  ...BLAME_CUES,
  ...REMINDER_CUES,
  { weight: 1.4, pattern: FOREIGN_DOUBTS },
  ...FOREIGN_FAILINGS.map((pattern) => ({ weight: 1, pattern })),
  ...FOREIGN_EXISTS.map((pattern) => ({ weight: 1.4, pattern })),
  ...[...MIXUPS, ...THINK_AGAIN, ...DENIALS, ...ASK_FIRST].map((pattern) => ({ weight: 2.6, pattern })),
  ...COUNTERS.map((pattern) => ({ weight: 2.8, pattern })),
  ...COUNTER_LANGUAGES.map((pattern) => ({ weight: 2.2, pattern })),
  ...FOREIGN_MEANT.map((pattern) => ({ weight: 2, pattern })),
  ...FOREIGN_DUTIES.map((pattern) => ({ weight: 1.7, pattern })),
  ...[...FOREIGN_OBJECTIONS, ...FOREIGN_REPEATS, ...FOREIGN_CONTRASTS].map((pattern) => ({
    weight: 2.4,
    pattern,
  })),
];
