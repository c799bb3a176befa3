import type { DetectionCase, Step, WrittenSession } from './detection-cases.ts';

const at = (count: number) => Date.UTC(2026, 0, 1, 0, 0, count * 7);
const TASK = 'Please work on the task in TODO.md.';
const INTERRUPTED = /^\[Request interrupted/;

/** Steps that another format can tell: no interrupts, and no tool but the shell and edits of files. */
function portable(each: DetectionCase): boolean {
  return !each.steps.some(
    (one) =>
      INTERRUPTED.test(one.text) ||
      /^<(?:system-reminder|command|local|task)|^Stop hook/.test(one.text) ||
      (one.kind === 'call' && !['Bash', 'Write', 'Edit', 'Read'].includes(one.tool)),
  );
}

const GEMINI_TOOLS: Record<string, string> = {
  Bash: 'run_shell_command',
  Write: 'write_file',
  Edit: 'replace',
  Read: 'read_file',
};

/** The session as Gemini CLI writes it, one JSON a line; null where a step has no counterpart there. */
export function geminiSession(each: DetectionCase, seed: number): WrittenSession | null {
  if (!portable(each) || each.steps.some((one) => one.refused)) return null;
  const found = { line: null as number | null, callId: null as string | null };
  const lines: string[] = [
    JSON.stringify({
      sessionId: `40000000-0000-4000-8000-${String(seed).padStart(12, '0')}`,
      projectHash: 'a1',
      startTime: new Date(at(0)).toISOString(),
    }),
  ];
  const push = (type: string, more: Record<string, unknown>) =>
    lines.push(
      JSON.stringify({
        id: `m${seed}-${lines.length}`,
        timestamp: new Date(at(lines.length)).toISOString(),
        type,
        ...more,
      }),
    );
  push('user', { content: [{ text: TASK }] });
  for (const one of each.steps) {
    if (one.kind === 'assistant') push('gemini', { content: one.text, model: 'gemini-3-pro' });
    else if (one.kind !== 'call') push('user', { content: [{ text: one.text }] });
    else {
      const id = `${one.tool}-${seed}-${lines.length}`;
      const output =
        one.tool === 'Bash'
          ? `Command: ${one.input['command']}\nDirectory: (root)\nOutput: ${one.text}\nExit Code: ${one.exit}`
          : one.text;
      const name = GEMINI_TOOLS[one.tool];
      push('gemini', {
        content: '',
        model: 'gemini-3-pro',
        toolCalls: [
          {
            id,
            name,
            args: one.input,
            status: 'success',
            result: [{ functionResponse: { id, name, response: { output } } }],
          },
        ],
      });
      if (one.labelled) found.callId = id;
    }
    if (one.labelled) found.line = lines.length;
  }
  push('gemini', { content: 'That part is finished.', model: 'gemini-3-pro' });
  return { text: `${lines.join('\n')}\n`, ...found };
}

/** The session as `opencode export` prints it; only calls are named, for its records have no lines of their own. */
export function opencodeSession(each: DetectionCase, seed: number): WrittenSession | null {
  if (!portable(each)) return null;
  let callId: string | null = null;
  let line: number | null = null;
  const messages: { info: Record<string, unknown>; parts: Record<string, unknown>[] }[] = [];
  const push = (role: string, part: Record<string, unknown>) => {
    const count = messages.length;
    const info = { id: `msg_${seed}_${count}`, role, time: { created: at(count) } };
    messages.push({
      info,
      parts: [{ id: `prt_${seed}_${count}`, time: { start: at(count) }, ...part }],
    });
  };
  push('user', { type: 'text', text: TASK });
  for (const one of each.steps) {
    if (one.kind !== 'call')
      push(one.kind === 'assistant' ? 'assistant' : 'user', { type: 'text', text: one.text });
    else {
      const id = `call_${seed}_${messages.length}`;
      push('assistant', { type: 'tool', callID: id, tool: one.tool.toLowerCase(), state: stateOf(one) });
      if (one.labelled) callId = id;
    }
    if (one.labelled) line = messages.length;
  }
  push('assistant', { type: 'text', text: 'That part is finished.' });
  const info = {
    id: `ses_${seed}`,
    directory: '/home/u/proj',
    version: '1.18.33',
    time: { created: at(0) },
  };
  return { text: `${JSON.stringify({ info, messages })}\n`, line, callId };
}

function stateOf(one: Step): Record<string, unknown> {
  const { file_path, old_string, new_string, ...rest } = one.input;
  const input = {
    ...rest,
    ...(file_path === undefined ? {} : { filePath: file_path }),
    ...(old_string === undefined ? {} : { oldString: old_string, newString: new_string }),
  };
  if (one.refused) {
    const said = one.text ? ` with the following feedback: ${one.text}` : '.';
    return {
      status: 'error',
      input,
      error: `The user rejected permission to use this specific tool call${said}`,
    };
  }
  return { status: 'completed', input, output: one.text, metadata: { exit: one.exit } };
}
