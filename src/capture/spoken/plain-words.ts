/** Words that stand in any message, and say nothing of what it is about. In lower case. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `this that with from have does what when where which would could should there their then them they your about into
  just also maybe like want need make doing done good right wrong sure think know mean thing things here again really
  still already actually some more most other been being will were because before after check look looking looked
  change changes changed user agent work working code issue problem something better yeah okay please these those very
  much even only than such same well back over happened happens happen going through every each both case cases perfectly
  follow understand point said first second third didn't don't doesn't isn't aren't wasn't can't couldn't it's that's
  you're let's else anything everything nothing either between given`.split(/\s+/),
);
