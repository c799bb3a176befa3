import { Detector } from '../capture/detect.ts';
import type { Episode } from '../model/episode.ts';
import type { Failure } from '../model/failure.ts';

/** What is said where nothing else is known; a proposal leaves the fix open then. */
const KNOWS_NO_FIX = /: it fails the same way\.$/;

/**
 * What the detector says of one logged failure: its summary, and the fix where the error itself tells it ('' where it
 * does not). Null where it says nothing.
 */
export function wordsOf(failure: Failure): { summary: string; remediation: string } | null {
  const [episode] = episodesOf(failure);
  if (episode === undefined) return null;
  const { summary, remediation } = episode;
  return { summary, remediation: KNOWS_NO_FIX.test(remediation) ? '' : remediation };
}

/** The failure as the only call of a session. */
function episodesOf({ id, tool, input, error, timestamp, context, session_id }: Failure): Episode[] {
  const detector = new Detector({ agent: 'claude-code', file: '', minConfidence: 0 });
  const at = { uuid: null, timestamp };
  const cwd = context.working_dir;
  detector.push({ kind: 'session', line: 1, ...at, sessionId: session_id, cwd });
  detector.push({ kind: 'call', line: 2, ...at, callId: id, nativeTool: tool, tool, input, cwd });
  detector.push({
    kind: 'result',
    line: 3,
    ...at,
    callId: id,
    isError: true,
    exitCode: null,
    text: error,
    chars: error.length,
    denial: null,
    feedback: null,
    timedOut: false,
    durationMs: null,
  });
  return detector.finish();
}
