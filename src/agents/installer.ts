import type { Env } from '../platform/paths.ts';
import type { ConfiguredAgent } from './shared/agent-folders.ts';

export type InstallScope = 'user' | 'project';

/** Where an installation goes. */
export interface InstallPlace {
  scope: InstallScope;
  env: Env;
  /** Folder of the project, for the scope `project`. */
  project: string;
}

/** The program that the agent is to run. */
export interface HookProgram {
  /** Absolute path of the installed executable. */
  executable: string;
  /** The data folder, or null where it is the default one. */
  home: string | null;
}

/** One file of an agent's configuration that `init` writes to. Pure: it is given the text and answers the new one. */
export interface ManagedFile {
  path: string;
  /**
   * The text with what is ours in it; null where the file is someone else's and is left alone. Throws `AppError` where
   * the file cannot be understood. `current` is null where there is no file.
   */
  install(current: string | null, program: HookProgram): string | null;
  /**
   * What is left without us: `current` itself where nothing of ours is in it, null where all of it is ours.
   * `before` is the text that the installation found, null where it found no file, undefined where that is not known.
   */
  uninstall(current: string, before: string | null | undefined): string | null;
  /** True where a file that is all ours would go on running: it goes also after someone has changed it. */
  runs?: boolean;
  /** What of ours is registered there; missing for a file that registers nothing. */
  registered?(current: string): Registered;
}

/** What of ours stands in one of the agent's files. */
export interface Registered {
  events: string[];
  /** The command line that the agent runs, or null. */
  command: string | null;
  /** All of them, where events may have different ones. */
  commands?: string[];
  /** What keeps the agent from running them, a line each. */
  problems?: string[];
  /** Milliseconds that the agent gives the shortest-lived of them, where it says so. */
  allowedMs?: number | null;
}

/** Payloads with which `doctor` asks an installed hook as the agent would. */
export interface SelfTestPayloads {
  start: Record<string, unknown>;
  /** The call's events, in the order of the agent; the lesson must come with one of them. */
  call: Record<string, unknown>[];
}

/** What the agent's own program says of our hooks. */
export interface AskedHooks {
  /** Those that it has read: the file, where it tells that, and whether it runs them or waits for the user's review. */
  hooks: { event: string; file: string | null; runs: boolean }[];
  /** What it could not read, a line each. */
  complaints: string[];
}

/** What the agent's own program says of our plugin. */
export interface AskedPlugin {
  /** Whether it is switched on in the folder that was asked about. */
  enabled: boolean;
  /** The folder that it is read from. */
  folder: string | null;
  /** Why it is not loaded, and what helps, a line each. */
  complaints: string[];
}

/** What an agent's settings say beside the hooks. */
export interface Inspection {
  /** Settings that switch our hooks off, a line each. */
  problems: string[];
  /** Our plugin is enabled, which registers the same hooks: what takes it out again. */
  plugin?: string;
  /** Days after which the agent deletes its transcripts. */
  retentionDays?: number;
}

/** Installing half of an adapter: `agents/<id>/install.ts`. */
export interface AgentInstaller {
  id: ConfiguredAgent;
  /** Names of the agent's program, on the PATH. */
  programs: string[];
  /** In the order in which they are written; taken away in the reverse order. */
  files(place: InstallPlace): ManagedFile[];
  /** Settings that the agent reads too, and `init` leaves alone. */
  alsoRead?(place: InstallPlace): ManagedFile[];
  /** Events that must be registered. */
  events: string[];
  /** What the user has to know or do after the installation. */
  notes: string[];
  /** Whether the agent asks the user before it runs hooks. */
  trust: string;
  /** How a lesson reaches the agent. */
  channel: string;
  /** Asks the agent's program which of our hooks it would run; null where it does not say. */
  askHooks?(program: string, cwd: string, env: Env): Promise<AskedHooks | null>;
  /** Why it may have read none of a file's hooks without a complaint. */
  unreadHooks?: string;
  /** Asks the agent's program about our plugin; null where it does not say. */
  askPlugin?(program: string, cwd: string, env: Env): Promise<AskedPlugin | null>;
  /** Where the user's plugins are enabled, and whether the text there enables ours; of Claude Code `inspect` tells it. */
  plugins?(place: InstallPlace): { path: string; enablesOurs(text: string): boolean };
  selfTest(cwd: string, command: string): SelfTestPayloads;
  /** What else the settings say about our hooks. */
  inspect?(settings: Record<string, unknown>, path: string, scope: InstallScope): Inspection;
  /** What a line of the agent's transcript has in it where the client stored what a hook said. */
  hookLine: RegExp | null;
  /** The last thing that a hook of ours said, where the client stores it in no transcript: in the file of a root. */
  lastStored?(root: string): StoredInjection | null;
}

/** The last text of ours that a transcript shows, and where. */
export interface StoredInjection {
  file: string;
  at: string | null;
  sessionId: string | null;
  text: string;
}
