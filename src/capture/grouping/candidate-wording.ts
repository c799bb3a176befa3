import { GOOD_MATCHES_MAX } from '../../model/constants.ts';
import type { Episode } from '../../model/episode.ts';
import { compare } from '../../text/compare.ts';
import { commonest } from '../../text/lists.ts';
import { rememberedOf } from '../../text/remembered.ts';
import { escapeRegex } from '../../triggers/escape-regex.ts';
import { namedWords } from '../../triggers/named-words.ts';
import type { Assess } from '../../triggers/past-runs.ts';
import { meetsLine, synthesizeCommand } from '../../triggers/synthesize.ts';
import { triggerInput } from '../failures/trigger-input.ts';
import { forbids } from '../spoken/words/user-rule.ts';
import { tagTrigger } from '../tag-trigger.ts';
import type { Group } from './groups.ts';
import { type GuessedPlace, guessedPlace, soughtNames } from './guessed-place.ts';
import { ownProject, projectsOf, setupProject } from './scope.ts';
import type { Seen } from './seen.ts';
import { sharedRemedy } from './shared-remedy.ts';
import { sharedSummary } from './shared-summary.ts';

/** A user's words from here on hold for later sessions. */
export const STANDS_MIN = 0.5;
const COMMANDS_MAX = 3;
/** Sightings of one group whose commands are looked at for a pattern. */
const SYNTHESISED_MAX = 5;
/** Good calls among those that a pattern matches, at most. */
const GOOD_SHARE_MAX = 0.2;
const ERRORS_MAX = 3;
/** `Edit of a.go fails`: the file says nothing where several were meant. */
const FILE_NAMED = /^(\w+) of \S+?(?=:? )/;
/** `Edit is refused`: the same was said to other tools. */
const TOOL_NAMED = /^[A-Z]\w+(?= is refused: )/;
/** What one user said of one project beside a fix that others were given as well. */
const QUOTED_USER = /\. The user (?:said|asked): .*$/s;

interface Wording {
  summary: string;
  mistake: string;
  remediation: string;
  trigger: Episode['trigger'];
  /** The one project that the lesson is for, or null. */
  project: string | null;
}

/** The whole of an episode of which more is asked than what every sighting tells. */
export type Whole = (seen: Seen) => Episode;

/** Calls of this group that the call index takes for good ones and that the pattern matches: hidden failures, and what the user objected to. */
function hiddenMatches(group: Group<Seen>, pattern: string): number {
  return group.sightings.filter(({ episode }) => {
    const { hidden } = episode.failure;
    return hidden !== null && meetsLine(pattern, hidden);
  }).length;
}

/** Episodes do not change, and replay groups the same ones again and again. */
const inputOf = rememberedOf(triggerInput);

const isSparing = (disturbed: number, matched: number): boolean =>
  disturbed <= GOOD_MATCHES_MAX && disturbed <= GOOD_SHARE_MAX * matched;

/** The pattern of a place that was guessed in vain again and again, unless it was found in that project as well. */
function patternOf(
  place: GuessedPlace,
  toolNames: string[],
  project: string | null,
  assess: Assess | undefined,
): string[] {
  if (!assess) return [place.pattern];
  const tools = place.isGlob ? toolNames : undefined;
  const { failing, good } = assess(place.pattern, GOOD_MATCHES_MAX, tools, project ?? undefined);
  return isSparing(good, failing + good) ? [place.pattern] : [];
}

interface FoundPatterns {
  patterns: string[];
  /** The project that they are for; null where they hold everywhere. */
  project: string | null;
}

/** The patterns of the group; of its project alone, where other projects' calls speak against them. */
function commandPatternsOf(
  group: Group<Seen>,
  best: Episode | null,
  assess: Assess | undefined,
  whole: Whole,
): FoundPatterns {
  const project = ownProject(group, best);
  if (!best) return { patterns: [], project };
  const patterns = patternsFor(group, best, project, assess, whole);
  const other = patterns.length === 0 && assess ? setupProject(group, best) : null;
  if (other === null) return { patterns, project };
  const own = patternsFor(group, best, other, assess, whole).filter((pattern) => isBlamed(pattern, best));
  return { patterns: own, project: own.length > 0 ? other : project };
}

/** True where the pattern holds a word that the error names: the calls of one project are few. */
function isBlamed(pattern: string, episode: Episode): boolean {
  const input = inputOf(episode);
  if (input === null) return false;
  const { program, sub } = input.failing[0]!;
  return [...namedWords(input.salient), `${program} ${sub}`].some(
    (word) =>
      pattern.includes(escapeRegex(word)) || (word.includes(' ') && input.salient.includes(`\`${word}\``)),
  );
}

/** The sightings whose commands are looked at for a pattern: the best, then the first, wherever their files lie. */
export function synthesisedOf({ sightings }: Group<Seen>, best: Pick<Seen, 'id'>): Seen[] {
  const order = (a: Seen, b: Seen) =>
    Number(b.id === best.id) - Number(a.id === best.id) ||
    compare(a.timestamp ?? '', b.timestamp ?? '') ||
    compare(a.sessionId, b.sessionId) ||
    compare(a.id, b.id);
  return sightings
    .map(({ episode }) => episode)
    .sort(order)
    .slice(0, SYNTHESISED_MAX);
}

/** True of a command that the user wants no more: calls of it that went well are no reason to let the next one be. */
const isForbidden = ({ kind, reusable, remediation }: Episode): boolean =>
  kind === 'user' && reusable >= STANDS_MIN && forbids(remediation);

/** The patterns of the best sighting, then the commonest others; each is held against past calls where there are any. */
function patternsFor(
  group: Group<Seen>,
  best: Episode,
  own: string | null,
  assess: Assess | undefined,
  whole: Whole,
): string[] {
  const project = own ?? undefined;
  const verdicts = new Map<string, boolean>();
  const accept = (pattern: string): boolean => {
    if (!assess || isForbidden(best)) return true;
    const known = verdicts.get(pattern);
    if (known !== undefined) return known;
    // The log takes failures behind a pipe for good calls; the detector knows these better.
    const hidden = hiddenMatches(group, pattern);
    const past = (where?: string) => assess(pattern, GOOD_MATCHES_MAX + hidden, undefined, where);
    let { failing, good } = past(project);
    // A session may run a command in another project than its own: there its calls are not known. What a user wants is.
    const isUnseen = failing + good === 0 && project !== undefined && best.kind !== 'user';
    if (isUnseen) ({ failing, good } = past());
    const verdict = isSparing(Math.max(0, good - hidden), failing + good);
    verdicts.set(pattern, verdict);
    return verdict;
  };
  const patterns: Met[] = [];
  for (const seen of synthesisedOf(group, best)) {
    const episode = seen.id === best.id ? best : whole(seen);
    const own = episode.trigger.commandPatterns.filter(accept);
    if (own.length === 0 && assess && episode.trigger.commandPatterns.length > 0) {
      const input = inputOf(episode);
      if (input) own.push(...synthesizeCommand(input, accept));
    }
    const line = String(episode.failure.input['command'] ?? '');
    patterns.push(...own.map((pattern) => ({ pattern, line })));
  }
  return [...new Set(widest(patterns).map(({ pattern }) => pattern))].slice(0, COMMANDS_MAX);
}

/** A pattern, and the failing command line that it was made of. */
interface Met {
  pattern: string;
  line: string;
}

/** As few as meet every one of the commands, the widest first to be kept; in their order. */
function widest(patterns: readonly Met[]): Met[] {
  const unlike = [...new Map(patterns.map((each) => [each.pattern, each])).values()];
  const meets = (a: Met, b: Met) => meetsLine(a.pattern, b.line);
  const reach = new Map(unlike.map((each) => [each, unlike.filter((other) => meets(each, other)).length]));
  const kept: Met[] = [];
  for (const each of [...unlike].sort((a, b) => reach.get(b)! - reach.get(a)!))
    if (!kept.some((other) => meets(other, each))) kept.push(each);
  return unlike.filter((each) => kept.includes(each));
}

/** The error that the words tell of, then the commonest others. */
function errorPatternsOf(group: Group<Seen>, best: Episode | null): string[] {
  const names = soughtNames(group)?.map(escapeRegex);
  const lists = [...(best ? [best] : []), ...group.sightings.map(({ episode }) => episode)].map(
    ({ trigger }) =>
      trigger.errorPatterns.filter((each) => names?.some((name) => each.includes(name)) ?? true),
  );
  return [...new Set([...(best ? lists[0]! : []), ...commonest(lists, ERRORS_MAX)])].slice(0, ERRORS_MAX);
}

/** What most sightings tell; a user's words, and a place that was guessed, as the best one tells them. */
function summaryOf(
  group: Group<Seen>,
  best: Episode,
  toolNames: string[],
  place: GuessedPlace | null,
  whole: Whole,
): string {
  const targets = new Set(group.sightings.map(({ episode }) => episode.failure.path));
  const unnamed = ({ summary }: Episode): string => {
    const general = targets.size > 1 && place === null ? summary.replace(FILE_NAMED, '$1') : summary;
    return toolNames.length > 1 ? general.replace(TOOL_NAMED, toolNames.join(' or ')) : general;
  };
  if (place !== null || best.kind === 'user') return unnamed(best);
  return sharedSummary(
    synthesisedOf(group, best).map((seen) => unnamed(seen.id === best.id ? best : whole(seen))),
  );
}

/** What the best one advises; of a refusal that calls of several programs met, what others do, too. */
function remedyOf(group: Group<Seen>, best: Episode, place: GuessedPlace | null, whole: Whole): string {
  if (best.kind === 'user')
    return projectsOf(group).size > 1 ? best.remediation.replace(QUOTED_USER, '.') : best.remediation;
  if (place !== null) return best.remediation;
  return sharedRemedy(
    synthesisedOf(group, best).map((seen) => (seen.id === best.id ? best : whole(seen)).remediation),
  );
}

/** Globs of a user's words; of a failure, those that several sightings name, or the only one does. */
function globsOf({ sightings }: Group<Seen>): string[] {
  const lists = sightings.map(({ episode }) => episode.trigger.pathPatterns);
  const isSaid = sightings.some(({ episode }) => episode.kind === 'user');
  const isShared = (glob: string) => lists.filter((list) => list.includes(glob)).length > 1;
  const globs = commonest(lists, COMMANDS_MAX);
  return isSaid || lists.length === 1 ? globs : globs.filter(isShared);
}

/** The shortest whole example of those that the same words tell and the same advice answers. */
function mistakeOf(group: Group<Seen>, best: Episode, whole: Whole): string {
  const isSame = ({ kind, summary, remediation }: Episode) =>
    kind !== 'user' && summary === best.summary && remediation === best.remediation;
  const size = (mistake: string) => (mistake.includes('…') ? Infinity : mistake.length);
  return synthesisedOf(group, best)
    .map((seen) => (seen.id === best.id ? best : whole(seen)))
    .filter((episode) => episode === best || isSame(episode))
    .map(({ mistake }) => mistake)
    .reduce((kept, mistake) => (size(mistake) < size(kept) ? mistake : kept), best.mistake);
}

/** A tag's own words come first: the agent knew what it did. */
export function wordingOf(
  group: Group<Seen>,
  best: Episode | null,
  assess: Assess | undefined,
  whole: Whole,
): Wording {
  const tagged = group.tags[0]?.tag;
  const toolNames = commonest(
    group.sightings.map(({ episode }) => episode.trigger.toolNames),
    3,
  );
  const globs = globsOf(group);
  const place = guessedPlace(group);
  const found = commandPatternsOf(group, best, assess, whole);
  const guessed = place === null ? [] : patternOf(place, toolNames, found.project, assess);
  // Files of other sightings are not those that this code is not to stand in.
  const code = best?.trigger.contentPatterns;
  const trigger = {
    toolNames,
    commandPatterns: place?.isGlob === false ? guessed : found.patterns,
    pathPatterns: code ? best!.trigger.pathPatterns : place?.isGlob ? [...guessed, ...globs] : globs,
    ...(code && { contentPatterns: code }),
    errorPatterns: errorPatternsOf(group, best),
  };
  if (!tagged) {
    const summary = summaryOf(group, best!, toolNames, place, whole);
    const isUnnamed = place !== null && !best!.remediation.includes('`');
    const advice = remedyOf(group, best!, place, whole);
    const remediation = `${isUnnamed ? `There is no \`${place.end}\` here. ` : ''}${advice}`;
    return { summary, mistake: mistakeOf(group, best!, whole), remediation, trigger, project: found.project };
  }
  const own = tagTrigger(tagged);
  return {
    summary: tagged.fields.summary,
    mistake: tagged.fields.mistake,
    remediation: tagged.fields.remediation,
    trigger: {
      toolNames: own.toolNames.length > 0 ? own.toolNames : trigger.toolNames,
      commandPatterns: own.commandPatterns.length > 0 ? own.commandPatterns : trigger.commandPatterns,
      pathPatterns: own.pathPatterns.length > 0 ? own.pathPatterns : trigger.pathPatterns,
      errorPatterns: trigger.errorPatterns,
    },
    project: found.project,
  };
}
