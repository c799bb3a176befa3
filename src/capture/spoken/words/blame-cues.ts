import { anyOf } from '../../../text/any-of.ts';
import type { Cue } from './cues.ts';

/** Tells the agent to its face what it did, takes it back, or says what is wrong with it. */
export const BLAME_CUES: Cue[] = [
  // What the agent did, told to its face.
  {
    weight: 2.2,
    pattern: anyOf(
      [
        /you (?:(?:just|clearly|obviously|really|completely|totally|literally) )?(?:made (?:a|an|the same|another) (?:mistake|error|mess)|went (?:and|ahead)|duplicated|hard-?coded|screwed|ruined|destroyed|wasted|copied|assumed|guessed|confused|mixed up|left out|left behind|misspelled|(?:put|placed|saved|wrote|configured|installed|created|used|set) (?:it |them |this |that )?(?:in |to |at |on |under |into )?the wrong)/,
        /you(?:'re| are) (?:(?:still|just|now|again|clearly) )?(?:getting ahead|going in circles|guessing|assuming|wasting|hallucinating|making (?:things|stuff|it|this|that) up|(?:\w+ing|config) (?:\w+ ){0,3}(?:to |in |at |on |with )?the wrong|confus\w+|cheating|hard-?coding|overcomplicating|overthinking|repeating)/,
        /how (?:did|could|can) you (?:not |even |possibly )*(?:miss|forget|overlook|break|not|think|get)/,
        /what have you done/,
        /you(?:'re| are) (?:being |getting )?(?:(?:just |way |far )?too|so|very|really|extremely) (?:slow|dis\w+|verbose|lazy|aggressive|eager|hasty|quick|vague|chatty|messy|sloppy|careless|confus\w+|inconsistent|cautious|pessimistic|optimistic|negative|literal|complicated|bad|unreliable|forgetful|repetitive|\w+less)/,
        /you (?:can't|cannot|must not|mustn't) (?:just |simply |possibly )?(?!see\b|find\b|access\b|run it\b|do that yourself)\w+/,
        /it was you\b/,
        /your (?:fix|change|changes|edit|code|solution|script|test|tests|answer|version|implementation|update|refactor\w*|suggestion|command|approach) (?:\w+ )?(?:is(?:n't)?|are(?:n't)?|was|were|does(?:n't)?|did(?:n't)?|has|broke|breaks|fails?|failed|makes|made|caused|removed|changed)/,
      ],
      { before: /\b/, after: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 1.8,
    pattern: anyOf(
      [
        /\b(?:the )?wrong (?:path|file|folder|dir\w*|repo\w*|branch|port|table|column|env\w*|place|project|page|url|version|name\w*|location|database|db|server|user|account|line|test|key|type|package|command|order|spot|one|thing|structure|format|tab|component|class|function|module|model|language|schema|endpoint)s?\b/,
        /\b(?:the )?(?:correct|right|proper|actual|real) (?:\w+ ){1,3}(?:is|are|would be|should be)\b/,
        /\b(?:that|which|it)(?:'s| is| was) (?:only|just) (?:one|two|1|2|half|part|the first|a part)\b/,
        /\b(?:this|that|it|the \w+) (?:is|was) not (?:the )?(?:issue|problem|cause|reason|case|point|goal)\b/,
        /\bviolat(?:es?|ed|ing|ions?)\b|\bhard-?coded\b/,
      ],
      { flags: 'i' },
    ),
  },
  {
    weight: 1.8,
    pattern: anyOf(
      [
        /\b(?:delete|discard|remove|undo|reset|throw away|drop|cancel|get rid of) (?:(?:all|everything|these|those|your|the|last|of|this|that|my|recent|latest) )*(?:changes?|edits?|progress|commits?)\b/,
        /\bgo(?:ing)? back to (?:the |how |what |where |my )?(?:way|before|previous|original|old|last|it was|version|we were|state)/,
        /\b(?:back to|as|like|how) (?:it|they|things|that|this) (?:was|were) (?:before|originally|yesterday|earlier)\b/,
        /\b(?:remove|delete|drop|strip|take)\b[^.!?\n]{0,60}\b(?:from|in|of) your (?:changes?|edits?|code|version|answer|commits?|diff|output)\b/,
        /\b(?:it|this|that|everything|all) (?:was|were|used to be|had been) (?:\w+ )?(?:working|fine|ok(?:ay)?|good|correct|better|there) (?:before|until|earlier|yesterday|already|till)\b/,
        /\bused to work\b/,
      ],
      { flags: 'i' },
    ),
  },
  {
    weight: 1.6,
    pattern: anyOf(
      [
        /\b(?:(?:fuck|shit|damn|crap|bullshit|idiot|moron|stupid|dumb|lazy|ridiculous|unacceptable|terrible|horrible|awful|disappoint\w*|frustrat\w*|annoying|nonsense|garbage|rubbish|sucks?|pathetic|incompetent)(?:ing|ed|s)?)\b/,
        /\b(?:are you (?:kidding|serious|joking|blind|sure you|even|stupid|dumb|listening|reading)|for the (?:\w+ )?(?:time|nth|last time)|how many times|(?:again|once more)[,:] |pay attention|read (?:my|the) (?:\w+ )?(?:again|properly|carefully)|stop (?:guessing|assuming|making|doing|changing|adding|creating|using|killing|lying)|listen)\b/,
      ],
      { flags: 'i' },
    ),
  },
  // One thing, and not another.
  {
    weight: 1.1,
    pattern:
      /(?:^|[\s,])not (?!bad\b|yet\b|sure\b|now\b|only\b|just\b|really\b|too\b|it\b|this\b|that\b|quite\b|all\b|always\b|so\b|necessar|needed\b|here\b|there\b|be\b|if\b)(?:the |a |an |in |on |to |with |from |for |at )?[`"']?[\w./@-]{2,40}[`"']?\s*(?:$|[.,;!)(—–-])/i,
  },
];
