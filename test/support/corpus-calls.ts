import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { transcriptReaders } from '../../src/agents/index.ts';
import { shellView } from '../../src/inject/shell-view.ts';
import type { ShellView } from '../../src/inject/types.ts';
import type { CallRecord } from '../../src/model/findings.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { scanFile } from '../../src/operations/scan/scan-file.ts';

/** Every call with a result in the transcripts of a folder; replayed history once. */
export function* corpusCalls(folder: string): Generator<CallRecord> {
  const seen = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const found = scanFile(join(entry.parentPath, entry.name), null, {
      readers: transcriptReaders,
      project: (cwd: string | null) => cwd ?? 'unknown',
    });
    if (!('calls' in found)) continue;
    for (const call of found.calls) {
      const key = `${call.agent} ${call.uuid} ${call.callId}`;
      if (!seen.has(key)) yield call;
      seen.add(key);
    }
  }
}

/** A recorded call as the hook would get it, with its shell view. Contents of edits are not recorded. */
export function toHookCall(record: Pick<CallRecord, 'tool' | 'text'>): {
  call: ToolCall;
  view: ShellView | null;
} {
  const { tool, text } = record;
  const base = { tool, nativeTool: tool, cwd: '/home/dev/app' };
  if (tool === 'Bash')
    return { call: { ...base, input: { command: text }, paths: [] }, view: shellView(text) };
  const isFile = ['Read', 'Edit', 'Write'].includes(tool);
  return { call: { ...base, input: { file_path: text }, paths: isFile ? [text] : [] }, view: null };
}
