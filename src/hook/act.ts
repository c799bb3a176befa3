import type { HookAnswer, HookEvent } from '../agents/adapter.ts';
import { isWithheld } from '../inject/holdout.ts';
import { projectAt, type ScopeContext } from '../inject/scope.ts';
import { utf8Bytes } from '../inject/utf8.ts';
import type { Manifest } from '../manifest/port.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Config } from '../model/config.ts';
import type { InjectionEvent, InjectionKind } from '../model/injection-event.ts';
import type { FastIo } from '../platform/fast-io.ts';
import type { Env } from '../platform/paths.ts';
import { makeDirPath, openSessionState, type SessionState, slugFile } from '../platform/session-state.ts';

export const NOTHING: HookAnswer = { kind: 'none' };

/** A text for the agent's context as an answer; an empty one is none. */
export function contextOf(text: string): HookAnswer {
  return text === '' ? NOTHING : { kind: 'context', text };
}

/** What there is to say of several things in one text. */
export const paragraphs = (...parts: string[]): string => parts.filter(Boolean).join('\n\n');

/** What the hook takes from the process; tests and the fuzzer give their own. */
export interface HookHost {
  home: string;
  env: Env;
  io: FastIo;
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * True once the hook's own deadline has passed.
   * @param wallMs how long after the start of the process it has, where the client waits longer than at a call
   */
  late(wallMs?: number): boolean;
  /**
   * Starts the unattended work (scan, rebuild, sweep) as a detached process. A transcript that has just ended is scanned
   * at once, and so is what lies beside one that begins.
   * @param onEnd told when it has ended, while this process goes on
   */
  background(flag: '--transcript' | '--beside', transcript: string | null, onEnd?: () => void): void;
}

/** The part of the config that the hook reads; a snapshot travels in the manifest. */
type HookConfig = Pick<
  Config,
  | 'injectionBudgetBytes'
  | 'maxLessonsPerInjection'
  | 'compactionReinjectionThreshold'
  | 'holdoutRate'
  | 'dedupScope'
  | 'holdTwinWindowMs'
  | 'team'
>;

/** What applies where there is no manifest to carry the user's own. */
export const defaultConfig = (): HookConfig => ({
  injectionBudgetBytes: 4096,
  maxLessonsPerInjection: 3,
  compactionReinjectionThreshold: 7,
  holdoutRate: 0,
  dedupScope: 'session',
  holdTwinWindowMs: 700,
  team: null,
});

/** All installed hooks of an event have started within this time after it. */
const MOMENT_MS = 10_000;

/** One hook event being answered: what is known, and what is to be recorded. */
export class Act {
  readonly host: HookHost;
  readonly agent: string;
  readonly event: HookEvent;
  manifest: Manifest | null;
  config: HookConfig;
  private readonly lines: string[] = [];
  private opened: SessionState | null = null;
  private knownProject: string | null = null;
  private seen: Set<string> | null = null;

  constructor(
    host: HookHost,
    agent: string,
    event: HookEvent,
    manifest: Manifest | null,
    config: HookConfig,
  ) {
    this.host = host;
    this.agent = agent;
    this.event = event;
    this.manifest = manifest;
    this.config = config;
  }

  /** Whether there are lessons that cannot be read: another version has compiled them last, or the file is damaged. */
  get isUncompiled(): boolean {
    return this.manifest === null && this.host.io.exists(`${this.host.home}/manifest.json`);
  }

  get state(): SessionState {
    this.opened ??= openSessionState(this.host.home, this.event.base.sessionId, this.host.io);
    return this.opened;
  }

  get project(): string | null {
    this.knownProject ??= projectAt(this.event.base.cwd, this.manifest, (path) =>
      this.host.io.readText(path),
    );
    return this.knownProject;
  }

  get scope(): ScopeContext {
    return { project: this.project, agent: this.agent, team: this.config.team };
  }

  /** Name of a lesson's claim for calls: one a session, or one for each agent in it. */
  callClaim(lesson: CompiledLesson): string {
    const agentId = this.config.dedupScope === 'agent' ? this.event.base.agentId : null;
    return agentId === null ? slugFile(lesson.slug) : `${slugFile(lesson.slug)}@${slugFile(agentId)}`;
  }

  /** What tells a call from others, also where the agent's have no ids: all installed hooks see the same. */
  callId(toolUseId: string | null | undefined): string | null {
    return toolUseId ?? this.moment ?? null;
  }

  /** The client's time of the event where that is now: one of another time is not the event's own. */
  get moment(): string | undefined {
    const { at } = this.event.base;
    const age = this.host.now() - Number(at);
    return at && age * age < MOMENT_MS * MOMENT_MS ? at : undefined;
  }

  /** True where a runtime says in `LESSONS_SEEN` (slugs, separated by commas) that the agent was told. */
  seenElsewhere(lesson: CompiledLesson): boolean {
    const listed = this.host.env['LESSONS_SEEN'] ?? '';
    if (listed === '') return false;
    this.seen ??= new Set(listed.split(',').map((slug) => slug.trim()));
    return this.seen.has(lesson.slug);
  }

  /** Whether this lesson is withheld in this session; the first time, that is recorded. */
  withheld(lesson: CompiledLesson, about: Partial<InjectionEvent>): boolean {
    if (!isWithheld(this.event.base.sessionId, lesson.slug, this.config.holdoutRate)) return false;
    if (this.state.claim(`w.${slugFile(lesson.slug)}`, '') === true) this.record('holdout', lesson, about);
    return true;
  }

  /**
   * Notes one act for `events.jsonl`; written by `flush` in one go.
   * @param told what the agent is told of it
   */
  record(
    kind: InjectionKind,
    lesson: CompiledLesson | null,
    about: Partial<InjectionEvent> = {},
    told?: string,
  ): void {
    const { base } = this.event;
    const line: InjectionEvent = {
      at: new Date(this.host.now()).toISOString(),
      kind,
      agent: this.agent,
      event: base.eventName,
      sessionId: base.sessionId,
      agentId: base.agentId,
      ...(lesson === null ? {} : { slug: lesson.slug, lessonId: lesson.id }),
      ...about,
      ...(told !== undefined && { bytes: utf8Bytes(told) }),
      cwd: base.cwd,
      project: this.project,
    };
    this.lines.push(JSON.stringify(line));
  }

  /** Appends what was recorded to `events.jsonl` with one write; a disk that refuses is no reason to complain. */
  flush(): void {
    if (this.lines.length === 0) return;
    const { io, home } = this.host;
    const text = `${this.lines.join('\n')}\n`;
    this.lines.length = 0;
    if (io.append(`${home}/events.jsonl`, text)) return;
    if (makeDirPath(home, io)) io.append(`${home}/events.jsonl`, text);
  }
}
