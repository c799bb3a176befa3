import { UNMATCHED_GLOB } from '../../../text/known-messages.ts';
import { missingProgram } from '../../../triggers/named-words.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { gitReads } from '../../shell/programs.ts';
import { looksRemotely } from '../../shell/remote.ts';
import { isRefusal } from '../kind/command-kinds.ts';
import { isProbe } from '../kind/questions.ts';
import { SHOWS_FILES } from '../result/readers.ts';
import { isTolerated } from '../result/tolerated.ts';

/** Whether a call that failed was a question, whose answer is that it failed. */

const CANDIDATES_MIN = 3;

/** True where nothing was said, and one command was run for each of several values: it asks which of them is accepted. */
export const triesEach = ({ salient, culprit, call }: OpenFailure): boolean =>
  salient === '' &&
  culprit !== null &&
  call.parts.filter(({ program, sub }) => program === culprit.program && sub === culprit.sub).length >=
    CANDIDATES_MIN;

/** A listing, or a search that asks for no errors, with a glob that matched nothing: the shell said no to a question. */
export function isGlobProbe(open: OpenFailure): boolean {
  const glob = UNMATCHED_GLOB.exec(open.salient)?.[1];
  if (!glob || glob.startsWith('-') || glob.includes('://')) return false;
  if (open.correction === null && isTolerated(open.call.command)) return true;
  const asked = open.call.parts.find((part) => part.args.some((arg) => arg.includes(glob.slice(-12))));
  // `find` is to see it itself.
  const before = asked?.args[asked.args.findIndex((arg) => arg.includes(glob.slice(-12))) - 1] ?? '';
  if (/^-(?:i?name|i?path|i?wholename)$/.test(before)) return false;
  return asked !== undefined && /^(?:ls|cat|stat|file|wc|head|tail|find|du|test|\[)$/.test(asked.program);
}

const VERSIONED = /(?:^|[\s"'])([\w@./-]*\w@)(?=[\w^~])/g;

/** True where the question was whether a package has some version, and what worked asks for another package. */
export function asksForOther(open: OpenFailure): boolean {
  const asked = [...open.call.command.slice(0, 600).matchAll(VERSIONED)].map((match) => match[1]!);
  return asked.length > 0 && !asked.some((name) => open.correction?.command.includes(name));
}

/** The shell says that it did not start the program: nobody was asked. */
const NOT_STARTED =
  /^(?:\S*sh|\(eval\)): (?:line )?\d*:? ?\S*\/\S+: (?:No such file|Is a directory|Permission denied)|no such file or directory: \S*\//;

/** True where a repository was asked for that is created right after, or that the session does without. */
export const isFounded = ({ kind, salient, done, correction, culprit, attempts }: OpenFailure): boolean =>
  kind === 'wrong-directory' &&
  salient.includes('not a git repository') &&
  ((correction === null &&
    attempts.length === 1 &&
    culprit !== null &&
    gitReads(culprit) &&
    !culprit.by &&
    !done?.some((command) => /\bgit\b/.test(command))) ||
    [...(done ?? []), correction?.command ?? ''].some((command) => /\bgit init\b/.test(command)));

/** Names of commands that only ask a service. */
const ASKS =
  /^(?:get|describe|inspect|show|list|view|status|head|ls|why|info)\b|\b(?:get|describe|inspect|show|list|view|ls)$|\s(?:get|head|describe|list)-[\w-]+$/;

export const asksService = ({ salient, culprit, correction, correctionPart }: OpenFailure): boolean =>
  !NOT_STARTED.test(salient) &&
  correction?.parts[correctionPart]?.sub !== culprit?.sub &&
  ASKS.test(culprit?.sub ?? '');

/** Asks how things stand with a tool for versions that few projects have. */
const OTHER_STATUS = /^(?:hg|svn|fossil|jj|sl|bzr) (?:status|st|info|root|changes)\b/;

/** True where the user asked whether something is refused, and it was, but not for an option of the call. */
export const isRefusalWanted = ({ refusalAsked, correction, culprit, salient }: OpenFailure): boolean =>
  refusalAsked === true &&
  correction === null &&
  !culprit?.args.some((arg) => /^--?[a-z]/i.test(arg) && salient.includes(arg.replace(/=.*/s, '')));

/** A look at what is there, which was not refused for how it was asked. */
export const isLook = ({ kind, salient, culprit, call }: OpenFailure): boolean =>
  !isRefusal(salient) &&
  !(kind === 'command-not-found' && SHOWS_FILES.test(missingProgram(salient) ?? '')) &&
  (looksRemotely(culprit) || isProbe(culprit?.program ?? '', culprit?.sub ?? '', call.command));

/** Looks for paths, or takes away what is there. */
const SEARCHES = /^(?:ls|find|LS|Glob|stat|test|rm|rmdir|unlink)$/;

/** True where a path was looked for, or taken away. */
export const isSearch = ({ call, culprit }: OpenFailure): boolean =>
  looksRemotely(culprit) || SEARCHES.test(culprit?.program || call.tool);

/** Asks where, or whether, there is a repository. */
export const asksWhere = ({ kind, culprit }: OpenFailure): boolean =>
  kind === 'wrong-directory' && (culprit?.sub === 'rev-parse' || OTHER_STATUS.test(culprit?.text ?? ''));
