import type { PairCall } from './failures/correction/pairing.ts';
import type { ErrorKind } from './failures/kind/error-kind.ts';
import type { ShellPart } from './shell/shell.ts';

/** A tool call as the detector remembers it: strings cut, nothing shared with the event. Plain JSON. */
export interface SeenCall extends PairCall {
  line: number;
  uuid: string | null;
  callId: string;
  timestamp: string | null;
  input: Record<string, unknown>;
  command: string;
  cwd: string | null;
  /** No sandbox held the session's calls. */
  unconfined?: true;
  /** What was run beside it and needs the same lock: `git add`. */
  beside?: string;
}

/** An edit of a file: the text replaced and the new one; `test` for a file of tests, `vain` where it failed in the same way afterwards. */
export interface EditSeen {
  vain?: true;
  file: string;
  old: string;
  new: string;
  test: boolean;
}

interface Attempt {
  line: number;
  uuid: string | null;
  callId: string;
  timestamp: string | null;
}

/** A failure whose correction is still looked for. Plain JSON. */
export interface OpenFailure {
  call: SeenCall;
  /** The simple command that the error is about. */
  culprit: ShellPart | null;
  resultLine: number;
  resultUuid: string | null;
  timestamp: string | null;
  /** In English, where what was printed is known in other languages. */
  error: string;
  salient: string;
  /** As it was printed, in another language. */
  printed?: { error: string; salient: string };
  kind: ErrorKind;
  fingerprint: string;
  hidden: boolean;
  /** What it printed left out why; a further call showed it. */
  sieved?: true;
  /** Its output complains in its midst, and may be of a command that ended well. */
  suspected?: boolean;
  /** Only the agent's words say that it failed. */
  said?: boolean;
  /** What they say shows in what was printed. */
  evident?: boolean;
  /** The command printed its status, which the log does not know. */
  told: boolean;
  timedOut: boolean;
  exitCode: number | null;
  attempts: Attempt[];
  variants: string[];
  correction: SeenCall | null;
  correctionScore: number;
  correctionPart: number;
  changed: boolean;
  passedUnchanged: boolean;
  /** What the shell refused was then run, and failed in its program. */
  reached?: boolean;
  /** The same command worked with other settings of the shell. */
  resettled?: boolean;
  /** A command that the error itself names was run and worked. */
  advised?: boolean;
  edits: EditSeen[];
  /** Files were edited since it last failed. */
  edited?: true;
  /** How often it failed in the same way after files had been edited. */
  inVain?: number;
  /** The same command failed since with another message: what was edited until then mended this one. */
  mended?: boolean;
  /** The lines that a refused patch expected were seen in the file. */
  stands?: boolean;
  /** Where a file that was not there was then found. */
  foundAt?: string;
  /** What was then taken in place of a path that was not there: '' once it was looked for; `read`, or only seen, with the names of others beside it. */
  taken?: { path: string; read: boolean; others?: string[] };
  /** Shell commands that worked since, and corrected nothing by themselves; oldest first. */
  done?: string[];
  /** Other tools that answered since; oldest first. */
  asked?: string[];
  /** Shell commands that were refused since. */
  refused?: string[];
  /** Calls with a result since the last attempt. */
  callsAfter: number;
  /** Assistant words after the failure, until the second call. */
  after: string;
  /** The agent's messages since it last failed, until something is edited: what it found out; newest last. */
  findings?: string[];
  expectedBefore: boolean;
  /** It was run to be shown what a change leaves to be adapted. */
  workList?: boolean;
  /** The words right before the call say that it only asks. */
  announced?: boolean;
  /** Another form of it, given before its result was known, worked. */
  parallel?: boolean;
  /** What is not there was there: a file that this session wrote, or the shell's folder, which it did not take away. */
  vanished?: boolean;
  /** What is not there was named by the user. */
  namedByUser?: boolean;
  /** The user wants to know whether something is refused. */
  refusalAsked?: boolean;
  /** It was run as the user had written it. */
  asTold?: boolean;
  /** A short message of the user's gave the name that is refused. */
  givenName?: boolean;
  /** Files were looked over, and what is wrong stands in one that this session has not written. */
  findingOfOthers?: boolean;
  testsOnlyEdited: boolean;
  /** No file was written in this session before it. */
  nothingWritten?: boolean;
  files: 'own' | 'untouched' | 'vendored' | 'none';
  /** A script that shows a fault raised it in code that this session has not written. */
  reproduces?: boolean;
  killedAfter: boolean;
  model: string | null;
  bytes: number;
  calls: number;
}
