import type { ProjectWalked } from '../../learn/replay-types.ts';
import { walkProject } from '../../learn/replay-walk.ts';
import type { TimedSession, WalkedCall } from '../../learn/timeline.ts';
import type { Config } from '../../model/config.ts';
import { replayTools } from './replay-tools.ts';

/** First word of the hidden command line that starts a process which walks projects. */
export const WALK_COMMAND = '__replay-worker';

/** What a candidate must reach to act, and how it is made. The first line that a worker is given. */
export interface WalkOptions {
  config: Config;
  minConfidence: number;
  minReusable: number;
}

/** Walks projects, each by itself: the same code in a worker and in the process itself. */
export function projectWalker({
  config,
  minConfidence,
  minReusable,
}: WalkOptions): (project: TimedSession[]) => ProjectWalked {
  const tools = replayTools(config, minReusable);
  return (project) => walkProject(project, { minConfidence }, tools);
}

/** A session with what a walk looks at; the fields of its calls as lists, which JSON is written and read of fastest. */
interface PackedSession extends Omit<TimedSession, 'calls'> {
  tools: string[];
  texts: string[];
  at: number[];
  failed: ({ nth: number } & Pick<WalkedCall, 'fingerprint' | 'kind' | 'error'>)[];
}

/** A project as a line of JSON. */
export function projectJson(project: readonly TimedSession[]): string {
  return JSON.stringify(project.map(packed));
}

function packed({ calls, episodes, ...session }: TimedSession): PackedSession {
  return {
    ...session,
    tools: calls.map(({ call }) => call.tool),
    texts: calls.map(({ call }) => call.text),
    at: calls.map(({ at }) => at),
    failed: calls.flatMap(({ call: { ok, fingerprint, kind, error } }, nth) =>
      ok ? [] : { nth, fingerprint, kind, error },
    ),
    episodes: episodes.map(({ episode, knownAt }) => ({ episode: { ...episode, evidence: '' }, knownAt })),
  };
}

/** The project out of its JSON. A moment that is not known is infinitely late, which JSON has no number for. */
export function projectOf(json: string): TimedSession[] {
  const sessions = JSON.parse(json) as PackedSession[];
  return sessions.map(({ tools, texts, at, failed, ...session }) => {
    const calls = texts.map((text, nth) => ({
      call: { tool: tools[nth] as string, text, ok: true, ...NOTHING_FAILED } as WalkedCall,
      at: at[nth] ?? Number.POSITIVE_INFINITY,
    }));
    for (const { nth, ...failure } of failed) Object.assign(calls[nth]!.call, failure, { ok: false });
    session.start ??= Number.POSITIVE_INFINITY;
    for (const each of session.episodes) each.knownAt ??= Number.POSITIVE_INFINITY;
    return { ...session, calls };
  });
}

const NOTHING_FAILED = { fingerprint: null, kind: null, error: null };
