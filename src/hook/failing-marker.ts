import type { FastIo } from '../platform/fast-io.ts';
import { fileName } from '../platform/session-state.ts';

/** Exists from a session's first failure on: calls are noted from then. */
export function failingMarker(home: string, sessionId: string): string {
  return `${home}/sessions/failing-${fileName(sessionId)}`;
}

/** Whether a call of this session has failed. */
export function hasFailed(host: { home: string; io: FastIo }, sessionId: string): boolean {
  return host.io.exists(failingMarker(host.home, sessionId));
}
