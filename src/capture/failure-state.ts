import type { AgentId, Episode } from '../model/episode.ts';
import type { ResultEvent } from '../transcripts/events.ts';
import type { ClosedMistakes } from './closed-mistakes.ts';
import type { PairCall } from './failures/correction/pairing.ts';
import type { ErrorKind } from './failures/kind/error-kind.ts';
import type { ShellPart } from './shell/shell.ts';
import type { Handover } from './spoken/handover.ts';
import type { Words } from './spoken/objections.ts';

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
  /** What was then taken in place of a path that was not there: '' once it was looked for; `read`, or only seen. */
  taken?: { path: string; read: boolean };
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

/** A human's message whose answer is still awaited. */
export interface OpenObjection {
  line: number;
  uuid: string | null;
  timestamp: string | null;
  text: string;
  objection: number;
  rule: boolean;
  answer: string;
  answered: boolean;
  /** Calls came before the first words of the answer. */
  late?: boolean;
  /** Its edit came before the first words of the answer: what these announce is the next thing. */
  workedFirst?: true;
  callsAfter: number;
  rejected: SeenCall | null;
  rejectedLine: number | null;
  rejectedUuid: string | null;
  /** Line where the same words were logged once more. */
  echoLine?: number;
  /** The first file edited afterwards is one that the agent had written. */
  reworked?: boolean;
  /** The reason stands in the refusal itself. */
  inline?: boolean;
  /** What was refused was done in another way afterwards. */
  redone?: boolean;
  /** The call before it had failed. */
  afterFailure?: boolean;
  /** The human stopped the agent to say it. */
  interrupted?: boolean;
  /** A call after it takes back what the agent had done. */
  undone?: boolean;
  /** Shell commands after it, oldest first. */
  after?: string[];
  last: SeenCall | null;
  /** Shell commands before it, newest last. */
  commands: string[];
  destroyed: boolean;
  actedBefore: boolean;
  correction: SeenCall | null;
  /** It came only after much had been read or run. */
  editedLate?: true;
  said: string;
  /** How clearly the words name a fault of what there is. */
  complaint?: number;
  /** What the agent had handed over when they were said. */
  handover?: Handover;
  /** Work had been handed over before them. */
  given?: true;
  /** The file last written for the turn before them. */
  wrote?: string;
  /** The agent had spoken since its last call. */
  spokeLast?: true;
  /** What the agent said after them until the human spoke again, oldest first; the last is its report. */
  later?: Later[];
  /** Subject of the commit that was made of what they led to. */
  commit?: string;
  /** The human's next words show the same error: what was done about it did not help. */
  inVain?: true;
  /** The human's next words, where they say that what was made of these is not what they meant. */
  retold?: string;
}

/** Words of the agent, and whether something had been edited before them since the human spoke. */
export interface Later {
  text: string;
  edited: boolean;
}

/** What a detector is told of the transcript. */
export interface DetectorOptions {
  agent: AgentId;
  file: string;
  /** Project of a working directory; the directory itself where none is given. */
  project?: (cwd: string) => string;
  /** Episodes below it are dropped. Default 0.35. */
  minConfidence?: number | undefined;
}

/** What the parts of one thread's detector work on. */
export interface DetectorShared {
  options: DetectorOptions;
  state: DetectorState;
  closed: ClosedMistakes;
  /** Takes the episode of a mistake, when what it is told with is known. */
  emit(episode: Episode): void;
}

/** What an episode is told with of the state in which its mistake was closed. */
export type Told = Pick<DetectorState, 'sessionId' | 'cwd' | 'model' | 'isSubagent'>;

/** A shell's call whose result shows no failure. */
export interface GoodCall {
  call: SeenCall;
  result: ResultEvent;
  /** Its answer ends where no more tokens were allowed. */
  cut: boolean;
}

/** Everything that the detector knows between two events. */
export interface DetectorState {
  sessionId: string;
  cwd: string | null;
  model: string | null;
  isSubagent: boolean;
  skip: boolean;
  /** Calls without a result yet, oldest first. */
  running: SeenCall[];
  open: OpenFailure[];
  objections: OpenObjection[];
  /** Objections that are decided but for what the agent says of them until the human speaks again. */
  mending: OpenObjection[];
  /** Paths (their ends) of files that the agent wrote in this session, oldest first. */
  written: string[];
  editsSinceGreen: { tests: number; sources: number };
  lastCall: SeenCall | null;
  /** Commands of the last few shell calls, newest last. */
  recentCommands: string[];
  /** What the last shell call handed its line to: `bash -lc`; empty where it is no such call. */
  handedBy?: string;
  /** Line of the last call that can destroy something. */
  lastDestructive: number | null;
  lastAnswer: string;
  /** More of the same words. */
  lastSaid: string;
  /** The last few results, newest last, where they show no failure and nothing was edited or said since. */
  lastGood?: GoodCall[];
  /** Calls made before those words. */
  answeredAt?: number;
  /** What the agent wrote since the human's last words, newest last. */
  ownText?: EditSeen[];
  /** Its last words, where they name a fault of what there is; and calls made before them. */
  slip?: { said: Words; sentence: string; actions: number };
  lastRejection: { call: SeenCall; line: number; uuid: string | null } | null;
  recentUserTexts: string[];
  /** The last few messages of the human's, and the calls and edits made before the last of them. */
  lastWords?: string[];
  /** The human's last message. */
  lastPrompt?: string;
  actionsBefore?: number;
  /** The agent has said something since the human's last words. */
  answeredSince?: boolean;
  editsBefore?: number;
  /** Files written by calls, counted each time. */
  edits?: number;
  actions: number;
  /** Failing calls that were already told of, so that a replayed record counts once. */
  told: string[];
  /** Background sessions of a shell: id and command, newest last. */
  shells: { id: string; command: string; settings?: Record<string, unknown> }[];
}

/** The state before the first event. */
export function emptyState(): DetectorState {
  return {
    sessionId: '',
    cwd: null,
    model: null,
    isSubagent: false,
    skip: false,
    running: [],
    open: [],
    objections: [],
    mending: [],
    written: [],
    editsSinceGreen: { tests: 0, sources: 0 },
    lastCall: null,
    recentCommands: [],
    lastDestructive: null,
    lastAnswer: '',
    lastSaid: '',
    lastRejection: null,
    recentUserTexts: [],
    actions: 0,
    told: [],
    shells: [],
  };
}
