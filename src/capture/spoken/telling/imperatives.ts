/** What was done, as it is told to somebody who is to do it. */

const VERBS =
  `add address adjust align allow append assert assume await batch bump call change check clean clear close
  collapse combine commit compare configure confirm consolidate convert copy correct create declare decode dedupe defer define
  delete derive detect diff disable disambiguate document embed emit enable encode ensure escape exclude expose extend extract
  fill filter fix flatten follow fold gate generate guard handle harden hide hoist ignore implement import include initialize
  inline install introduce invalidate isolate limit link list lock look lower mark mask match merge migrate move narrow
  normalise normalize open order parse pass patch persist pin point populate prefer prefix preserve print probe propagate protect
  pull push raise record redirect reduce refactor reject reload relocate remove rename replace require reset resolve restore restrict
  restructure retry return reuse revert reword rework route scope search separate serialize shorten show simplify skip sort specify
  spool stop store strip summarize suppress surface swap switch test tighten touch track trim truncate try turn unify update
  use validate verify wait warn widen wire wrap`.split(/\s+/);
const IRREGULAR: Record<string, string> = {
  built: 'build',
  kept: 'keep',
  left: 'leave',
  made: 'make',
  put: 'put',
  ran: 'run',
  read: 'read',
  rebuilt: 'rebuild',
  rewrote: 'rewrite',
  rewritten: 'rewrite',
  run: 'run',
  sent: 'send',
  set: 'set',
  split: 'split',
  took: 'take',
  wrote: 'write',
};
const DOUBLES = /(?:embed|prefer|pin|scan|skip|stop|strip|swap|trim|wrap|commit|drop|plan)$/;

function pastOf(verb: string): string {
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return DOUBLES.test(verb) ? `${verb}${verb.at(-1)}ed` : `${verb}ed`;
}

const BY_PAST = new Map([
  ...Object.entries(IRREGULAR),
  ...[...VERBS, 'drop', 'plan', 'scan'].map((verb): [string, string] => [pastOf(verb), verb]),
]);
const gerundOf = (verb: string): string => {
  if (DOUBLES.test(verb) || /^(?:put|set|run|split)$/.test(verb)) return `${verb}${verb.at(-1)}ing`;
  return verb.endsWith('e') ? `${verb.slice(0, -1)}ing` : `${verb}ing`;
};

const BASES = new Set(BY_PAST.values());

/** The verb in the past that a sentence of what was done begins with, as an order: `removed` → `remove`; null for all other words. */
export const orderOf = (word: string): string | null => BY_PAST.get(word.toLowerCase()) ?? null;

const BY_GERUND = new Map([...BASES].map((verb): [string, string] => [gerundOf(verb), verb]));

/** The verb of what is being done, as an order: `removing` → `remove`; null for all other words. */
export const orderOfDoing = (word: string): string | null => BY_GERUND.get(word.toLowerCase()) ?? null;

/** True for a verb that an order begins with. */
export const isOrder = (word: string): boolean => BASES.has(word.toLowerCase());
