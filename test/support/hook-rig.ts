import { afterEach, beforeEach } from 'bun:test';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookHost } from '../../src/hook/act.ts';
import { hookIoOf } from '../../src/hook/agents.ts';
import { answerHook } from '../../src/hook/answer.ts';
import { fastIo } from '../../src/platform/fast-io.ts';
import { makeLesson } from '../kit/lessons.ts';
import { newFolder, removeFolder } from './folders.ts';

/** What the hook answered, as Claude Code reads it. */
export interface HookOutput {
  systemMessage?: string;
  hookSpecificOutput?: {
    hookEventName: string;
    additionalContext?: string;
    permissionDecision?: string;
    permissionDecisionReason?: string;
  };
}

export const pushLesson = makeLesson({
  slug: 'push-force-ab12',
  commandPatterns: ['\\bgit push --force\\b'],
  priority: 7,
});
export const pipLesson = makeLesson({
  slug: 'pip-venv-cd34',
  commandPatterns: ['\\bpip install\\b'],
  priority: 4,
});

/** The context that an answer tells; empty where it tells none. */
export const told = (output: HookOutput | null): string =>
  output?.hookSpecificOutput?.additionalContext ?? '';
/** Why an answer denies the call; empty where it does not. */
export const denial = (output: HookOutput | null): string =>
  output?.hookSpecificOutput?.permissionDecisionReason ?? '';

/** The payload of an event of session-1. */
export const payload = (event: string, more: Record<string, unknown> = {}) => ({
  session_id: 'session-1',
  transcript_path: '/home/dev/x.jsonl',
  cwd: '/home/dev/project',
  hook_event_name: event,
  ...more,
});

/** The hook in a scratch home of each test's own, at a time that the test moves. */
export class HookRig {
  home = '';
  now = 0;
  /** What the background work was started for. */
  background: (string | null)[][] = [];
  #calls = 0;

  constructor() {
    beforeEach(() => {
      this.home = newFolder('hook');
      this.now = Date.UTC(2026, 10, 21, 12, 0, 0);
      this.background = [];
    });
    afterEach(() => {
      chmodSync(this.home, 0o700);
      removeFolder(this.home);
    });
  }

  /** Sends a payload; null where the hook says nothing. */
  send = async (
    given: Record<string, unknown> | string | Uint8Array,
    changes: Partial<HookHost> = {},
    agent = 'claude-code',
  ): Promise<HookOutput | null> => {
    const bytes =
      given instanceof Uint8Array
        ? given
        : new TextEncoder().encode(typeof given === 'string' ? given : JSON.stringify(given));
    const text = await answerHook((await hookIoOf(agent))!, { bytes }, this.host(changes));
    return text === '' ? null : JSON.parse(text);
  };

  /** A number that no other call or prompt of the test has. */
  next = (): number => {
    this.#calls += 1;
    return this.#calls;
  };

  /** A call of a shell, with an id of its own. */
  bash = (command: string, more: Record<string, unknown> = {}) => {
    const call = this.next();
    return payload('PreToolUse', {
      tool_name: 'Bash',
      tool_input: { command, description: `run ${call}` },
      tool_use_id: `toolu_${call}`,
      ...more,
    });
  };

  /** The failure of the last call. */
  failed = (command: string, error: string, more: Record<string, unknown> = {}) =>
    payload('PostToolUseFailure', {
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `toolu_${this.#calls}`,
      error,
      is_interrupt: false,
      ...more,
    });

  /** The events that the hook logged. */
  events = (): Record<string, unknown>[] => {
    const log = join(this.home, 'events.jsonl');
    if (!existsSync(log)) return [];
    return readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };

  /** What the hook takes from the process, here. */
  host(changes: Partial<HookHost> = {}): HookHost {
    return {
      home: this.home,
      env: {},
      io: fastIo(),
      now: () => this.now,
      late: () => false,
      background: (flag, transcript, onEnd) => {
        this.background.push([flag, transcript]);
        onEnd?.();
      },
      ...changes,
    };
  }
}
