import { type Json, object, text } from '../../transcripts/json.ts';
import type { LineReader, Sample } from '../../transcripts/reader.ts';
import { ClaudeDecoder } from './decoder.ts';

const SIDE_LINES = new Set([
  'file-history-snapshot',
  'last-prompt',
  'permission-mode',
  'mode',
  'queue-operation',
  'ai-title',
  'summary',
  'bridge-session',
]);

/** Claude Code: `projects/<cwd>/<session>.jsonl` and `<session>/subagents/agent-*.jsonl`. */
export const claudeCodeReader: LineReader = {
  agent: 'claude-code',
  kind: 'lines',
  recognises(sample: Sample): boolean {
    return (
      sample.values.some(isClaudeLine) || /"parentUuid":(?:"|null)[\s\S]*"sessionId":"/.test(sample.head)
    );
  },
  decoder: (emit) => new ClaudeDecoder(emit),
};

function isClaudeLine(value: Json): boolean {
  const type = text(value['type']);
  const message = object(value['message']);
  if (message !== null && (type === 'user' || type === 'assistant')) {
    return (
      value['sessionId'] !== undefined && message['parts'] === undefined && message['content'] !== undefined
    );
  }
  return (
    type !== null &&
    SIDE_LINES.has(type) &&
    (value['sessionId'] !== undefined || value['messageId'] !== undefined || value['leafUuid'] !== undefined)
  );
}
