import { baseName } from '../../inject/paths.ts';
import type { Episode } from '../../model/episode.ts';
import { normaliseError, salientLine } from '../../text/fingerprint.ts';
import { hash64 } from '../../text/hash.ts';
import { CMD_BANNER, NO_SCRIPT } from '../../text/known-messages.ts';
import { rememberedOf } from '../../text/remembered.ts';
import { wordSet } from '../../text/similarity.ts';
import { missingProgram } from '../../triggers/named-words.ts';
import { isBangEscaped } from '../failures/causes/misread-words.ts';
import { missingModule } from '../failures/kind/questions.ts';
import { whereRun } from '../shell/remote.ts';
import { isToolRefusal, unwrapped } from '../wording/message/message.ts';

/** What the shell refuses is one lesson, whichever program stood in the line. */
const SHELL_SHAPE =
  /no matches found|=\S* not found|read-only variable: \w+|bad substitution|event not found|unexpected eof|unmatched/;

/** What a shell says of any line that it cannot parse, or parses otherwise: the summary tells why. */
const UNPARSED = /parse error near|syntax error near|unknown file attribute|command not found/;
/** What it names is what happened to be missed first. */
const NAMES_ANY = / on single files of a package misses /;
/** Python names the file that it was not let at, and nothing else: a socket has no name. */
const OF_FILE = /\[Errno 1\] Operation not permitted: ['"]/;
const withoutCode = (summary: string): string => summary.replace(/`[^`]*`/g, '');

/** The name of a file that a program does not find. */
const NO_FILE = /: (?:\S*\/)?([^\s:/]+)\/?: No such file or directory$/im;
/** The name of a folder that a shell does not find. */
const NO_FOLDER =
  /\bcd: (?:no such file or directory: )?(?:[^\s:]*\/)?([^\s:/]+)\/?(?:: No such file or directory|$)/im;

/** Key under which equal mistakes meet: tool, program and normalised error; the words where a human spoke. */
function clusterKey(episode: Episode): string {
  const program = programTag(episode);
  if (episode.kind === 'user' && episode.subject?.rule) return `user habit ${episode.subject.rule}`;
  if (episode.kind === 'user') return `user ${hash64([...wordSet(episode.failure.error)].sort().join(' '))}`;
  if (episode.kind === 'stale-edit') return `stale-edit ${shapeOf(episode)}`;
  if (episode.kind === 'edit-mismatch') return `edit-mismatch ${episode.failure.tool} ${shapeOf(episode)}`;
  if (episode.kind === 'missing-path' && episode.failure.tool !== 'Bash')
    return `missing-path ${episode.subject?.meant ?? episode.failure.tool}`;
  const error = plainError(episode);
  const shell = episode.kind === 'shell-syntax' ? SHELL_SHAPE.exec(error)?.[0] : undefined;
  if (shell) return `shell ${shell.replace(/^=.*/, '= not found')}`;
  if (CMD_BANNER.test(error) || (episode.kind === 'shell-syntax' && UNPARSED.test(error)))
    return `shell ${withoutCode(episode.summary)}`;
  const { command } = episode.failure.input;
  if (typeof command === 'string' && isBangEscaped(episode.failure.error, command)) return 'shell escaped !';
  const missing = absentProgram(episode);
  if (missing) return `absent ${missing}${whereOf(episode)}`;
  if (isToolRefusal(error)) return `rule ${episode.summary}`;
  const refused = /^blocked: (\w+)/.exec(error)?.[1];
  if (refused) return `refused ${refused}`;
  if (episode.kind === 'tool-validation' && episode.failure.tool !== 'Bash')
    return `rule ${withoutTarget(episode)}`;
  if (episode.kind === 'sandbox') return `sandbox ${withoutTarget(episode)}`;
  const rule = episode.subject?.rule;
  if (rule) return `lint ${rule}`;
  const place = placeOf(episode);
  const where = whereOf(episode);
  if (place) return `${place} ${program}${where}`;
  if (episode.kind === 'timeout') return `timeout ${program} ${episode.summary}${where}`;
  if (NAMES_ANY.test(episode.summary)) return `usage ${program}${where} ${withoutCode(episode.summary)}`;
  if (error === '') return `silent ${program}${where} ${hash64(silentSubject(episode))}`;
  return `${episode.failure.tool} ${program}${where} ${hash64(error)}`;
}

/** What tells a failure without a message from others of its program: how it is met again, else the command. */
function silentSubject({ id, trigger, failure }: Episode): string {
  if (trigger.commandPatterns.length > 0) return JSON.stringify(trigger.commandPatterns);
  const { command } = failure.input;
  return typeof command === 'string' ? command : id;
}

/**
 * Another machine is another place: what is not there, or refused, in one says nothing of the other, and what is to be
 * done there, and the command that does it, are others.
 */
const whereOf = rememberedOf(({ failure }: Episode): string => {
  const { command } = failure.input;
  const where = failure.tool === 'Bash' && typeof command === 'string' ? whereRun(command) : '';
  return where === '' ? '' : ` in ${where}`;
});

/** The folder, or the module, that is not there: another one is another mistake. Empty where the error names none. */
function placeOf({ kind, failure }: Episode): string {
  if (kind === 'wrong-directory') {
    const folder = (NO_FOLDER.exec(failure.error) ?? NO_FILE.exec(failure.error))?.[1];
    return folder ? `folder ${folder}` : '';
  }
  if (kind === 'missing-path') {
    const file = NO_SCRIPT.exec(failure.error)?.[1];
    return file ? `file ${baseName(file)}` : '';
  }
  const module = kind === 'missing-module' ? missingModule(failure.error) : '';
  return module ? `module ${module}` : '';
}

function programTag(episode: Episode): string {
  return episode.tags.find((tag) => tag.startsWith('tool:')) ?? '';
}

/** The error with what varies taken out. */
const plainError = rememberedOf((episode: Episode) => normaliseError(unwrapped(episode.failure.error)));

/** The program that is not there, numbers in its name included; null where none is told. */
const absentProgram = rememberedOf(({ failure }: Episode): string | null =>
  failure.tool === 'Bash' ? missingProgram(salientLine(unwrapped(failure.error))) : null,
);

/** What was said of a call, whichever file it was on; what a sandbox denies, whoever asked. */
const withoutTarget = ({ kind, summary, failure }: Episode): string =>
  kind === 'sandbox'
    ? `${summary.replace(/^`[^`]+` |: [^`]*$/g, '')}${OF_FILE.test(failure.error) ? ' of a file' : ''}`
    : summary.replace(/^(\w+) of \S+(?= )/, '$1');

/** The error of an edit tool by its opening words: the text that was looked for varies. */
function shapeOf(episode: Episode): string {
  return hash64(normaliseError(episode.failure.error).split(/[:.(]/).slice(0, 2).join(' '));
}

/** A mistake as clustering compares it. */
export interface Clusterable {
  key: string;
  /** Words by which near-duplicates are found, each once, with blanks between them. */
  words: string;
  prose: boolean;
  /** Failures of different kin are never one mistake, however alike their words. */
  kin: string;
}

/** The cluster that an episode opens. */
export function clusterableOf(episode: Episode): Clusterable {
  const prose = episode.kind === 'user';
  const words = [...episodeWords(episode)].sort().join(' ');
  return { key: clusterKey(episode), words, prose, kin: kinOf(episode) };
}

/** Tool and kind of a failure; the program that was misused; of a tool's or a sandbox's own rules, what was said. */
function kinOf(episode: Episode): string {
  if (episode.kind === 'user') return '';
  const where = whereOf(episode);
  if (episode.kind === 'usage') return `${episode.failure.tool} usage ${programTag(episode)}${where}`;
  const place = placeOf(episode);
  if (place) return `${episode.failure.tool} ${place}${where}`;
  // However long it was waited, what did not finish is another job.
  if (episode.kind === 'timeout') return `${episode.failure.tool} timeout ${episode.summary}${where}`;
  // Shells say one thing of many slips.
  if (episode.kind === 'shell-syntax') return `${episode.failure.tool} shell ${withoutCode(episode.summary)}`;
  const missing = absentProgram(episode);
  if (missing) return `${episode.failure.tool} absent ${missing}${where}`;
  const isOwn = episode.kind === 'tool-validation' || episode.kind === 'sandbox';
  return `${episode.failure.tool} ${isOwn ? withoutTarget(episode) : episode.kind + where}`;
}

/** Words of an episode for comparison with others: what failed and how, not where. */
function episodeWords(episode: Episode): Set<string> {
  if (episode.kind === 'user') return wordSet(episode.failure.error);
  const error = plainError(episode);
  // A program's name says nothing of what it did not do.
  if (error === '') return new Set();
  const tools = episode.tags.filter((tag) => tag.startsWith('tool:')).join(' ');
  return wordSet(`${tools} ${error.replace(/<\w+>/g, ' ')}`);
}
