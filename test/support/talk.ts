import { Detector } from '../../src/capture/detect.ts';
import type { Episode } from '../../src/model/episode.ts';
import type { TranscriptEvent } from '../../src/transcripts/events.ts';

export interface Talk {
  /** What the agent said last, before the human's words. */
  before?: string;
  words: string;
  answer: string;
  /** The agent then edits what it had written; it may do so before it says a word. */
  edits?: boolean | 'silently';
  /** What that edit takes away, and puts in its place. */
  becomes?: [old: string, now: string];
  /** The human refused this command with the words. */
  refused?: string;
  /** The human stopped the agent to say them. */
  interrupted?: true;
  /** The human had just said this, and the agent had not begun yet. */
  first?: string;
  /** The agent ran this command last. */
  ran?: string;
  /** Asked a question after the edit, the agent only ran this command. */
  looked?: string;
  /** The human said this, too, before the agent answered. */
  further?: string;
  /** The agent then commits with this subject. */
  commits?: string;
  /** What the agent says at last. */
  report?: string;
  /** What the human says to that. */
  next?: string;
}

/** The corrections found in a session of an edit, the human's words and the agent's answer. */
export function corrections({
  before = 'Done, the guard is in.',
  words,
  answer,
  edits,
  becomes = ['b', 'c'],
  refused,
  interrupted,
  first,
  ran,
  further,
  looked,
  commits,
  report,
  next,
}: Talk): Episode[] {
  const detector = new Detector({ agent: 'claude-code', file: 'a.jsonl' });
  let line = 0;
  const at = () => ({ line: ++line, uuid: null, timestamp: `2026-01-01T00:00:${10 + line}.000Z` });
  const push = (event: TranscriptEvent) => detector.push(event);
  const call = (tool: string, input: Record<string, unknown>, feedback: string | null = null) => {
    const callId = `c${line}`;
    push({ kind: 'call', ...at(), callId, nativeTool: tool, tool, input, cwd: '/repo' });
    push({
      kind: 'result',
      ...at(),
      callId,
      isError: feedback !== null,
      exitCode: null,
      text: feedback ?? 'ok',
      chars: 2,
      denial: feedback === null ? null : 'user-rejected',
      feedback,
      timedOut: false,
      durationMs: null,
    });
  };
  const edit = { file_path: '/repo/a.ts', old_string: 'a', new_string: 'b' };
  push({ kind: 'session', ...at(), sessionId: 's', cwd: '/repo' });
  push({ kind: 'user', ...at(), text: 'do the work', via: 'prompt' });
  call('Edit', edit);
  if (ran) call('Bash', { command: ran });
  if (looked) {
    push({ kind: 'user', ...at(), text: 'how do they compare?', via: 'prompt' });
    call('Bash', { command: looked });
  }
  push({ kind: 'assistant', ...at(), text: before, model: 'm' });
  if (first) push({ kind: 'user', ...at(), text: first, via: 'prompt' });
  if (refused) call('Bash', { command: refused }, words);
  else push({ kind: 'user', ...at(), text: words, via: 'prompt', ...(interrupted && { interrupted }) });
  if (further) push({ kind: 'user', ...at(), text: further, via: 'prompt' });
  const again = { ...edit, old_string: becomes[0], new_string: becomes[1] };
  if (edits === 'silently') call('Edit', again);
  push({ kind: 'assistant', ...at(), text: answer, model: 'm' });
  if (edits === true) call('Edit', again);
  for (const command of ['date', 'uptime', 'whoami']) call('Bash', { command });
  if (commits)
    call('Bash', { command: `git add -A && git commit -m "$(cat <<'EOF'\n${commits}\n\nMore.\nEOF\n)"` });
  if (report) push({ kind: 'assistant', ...at(), text: report, model: 'm' });
  if (next) push({ kind: 'user', ...at(), text: next, via: 'prompt' });
  return detector.finish().filter((episode) => episode.confidence >= 0.5);
}
