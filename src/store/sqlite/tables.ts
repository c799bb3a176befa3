import type { Generated } from 'kysely';
import type { Lesson } from '../../model/lesson.ts';

type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : S;

/** How a field lies in its column: lists as JSON text, booleans as 0 and 1. */
type Stored<T> = T extends unknown[] ? string : T extends boolean ? number : T;

/** Columns of `lesson`, by the field names of the model. */
export type LessonRow = { [K in keyof Lesson as Snake<K>]: Stored<Lesson[K]> };

export interface Tables {
  lesson: Omit<LessonRow, 'number'> & { number: Generated<number>; is_indexed: number };
  lesson_tool: { tool: string; number: number };
  lesson_tag: { tag: string; number: number };
  lesson_band: { band: string; number: number };
  lesson_signature: { number: number; min_hash: Uint8Array };
  evidence: {
    id: string;
    lesson_id: string;
    episode_id: string | null;
    agent: string;
    session_id: string;
    project: string;
    file: string | null;
    line: number | null;
    timestamp: string | null;
    excerpt: string;
  };
  draft: { lesson_id: string; patch: string; by: string; at: string };
  cursor: {
    path: string;
    agent: string;
    offset: number;
    line: number;
    mtime_ms: number;
    size: number;
    state: string | null;
  };
  session_file: {
    agent: string;
    session_id: string;
    file: string;
    is_subagent: number;
    project: string;
    cwd: string | null;
    model: string | null;
    started_at: string | null;
    ended_at: string | null;
    calls: number;
    failures: number;
    injections_seen: number;
  };
  episode: FoundRow & {
    project: string;
    timestamp: string | null;
    has_fix: number;
    fingerprint: string;
    chosen: number;
  };
  sketch: { id: string; file: string; rules: string; body: string };
  settled_draft: { key: string; lesson_id: string; digest: string; answers: string };
  episode_lesson: { episode_id: string; lesson_id: string };
  tag: FoundRow & { project: string; timestamp: string | null; line: number; chosen: number };
  tag_lesson: { tag_id: string; lesson_id: string };
  malformed_tag: FoundRow & { line: number };
  purged: { kind: string; id: string };
  failure: {
    key: string;
    id: string;
    session_id: string;
    tool: string;
    project: string;
    timestamp: string;
    body: string;
  };
  injection_event: {
    key: string;
    at: string;
    kind: string;
    session_id: string;
    slug: string | null;
    lesson_id: string | null;
    body: string;
  };
  outcome: {
    id: string;
    lesson_id: string;
    slug: string;
    session_id: string;
    agent: string;
    project: string | null;
    at: string;
    outcome: string;
    evidence: string;
    withheld: number;
    came_back: number | null;
  };
  project_root: { root: string; project: string };
  state: { key: string; value: string };
}

/** Something found in a file; the whole of it is JSON in `body`, the rest are keys to look it up by. */
interface FoundRow {
  id: string;
  file: string;
  session_id: string;
  body: string;
}
