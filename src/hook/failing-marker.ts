import type { FastIo } from '../platform/fast-io.ts';
import { failingMarker } from '../platform/session-state.ts';

/** Whether a call of this session has failed. */
export function hasFailed(host: { home: string; io: FastIo }, sessionId: string): boolean {
  return host.io.exists(failingMarker(host.home, sessionId));
}
