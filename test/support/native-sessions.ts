import type { DetectionCase, Step, WrittenSession } from './detection-cases.ts';
import { at, fixedId } from './stories/story.ts';

type Writer<Session = { text: string }> = (
  each: DetectionCase,
  session: string,
) => Session & { name: string };

const CWD = '/home/u/proj';
const lines = (values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const isShell = ({ tool }: Step) => tool === 'Bash';
const failed = (step: Step) => step.exit !== 0;

/** The line of the labelled step, below a head of so many and where a call takes so many, and its call. */
function labelled({ steps }: DetectionCase, session: string, [head, ofCall]: [number, number], prefix = '') {
  const n = steps.findIndex((step) => step.labelled);
  const until = steps.slice(0, n + 1).map(({ kind }) => (kind === 'call' ? ofCall : 1));
  return {
    line: n === -1 ? null : until.reduce((sum, count) => sum + count, head),
    callId: steps[n]?.kind === 'call' ? fixedId(`${session}${n}`, prefix) : null,
  };
}

/** Exit codes stand in the text of the answer; only tools other than the shell have a status of their own. */
const gemini: Writer<WrittenSession> = (each, session) => {
  const messages = each.steps.map((step, n) => {
    const base = { id: `${session}-${n}`, timestamp: at(n) };
    if (step.kind === 'user') return { ...base, type: 'user', content: [{ text: step.text }] };
    if (step.kind === 'assistant')
      return { ...base, type: 'gemini', content: step.text, model: 'test-model-1' };
    const id = fixedId(`${session}${n}`, 'call-');
    const name = isShell(step) ? 'run_shell_command' : step.tool;
    const wrong = !isShell(step) && failed(step);
    const output = `Command: ${step.input['command']}\nDirectory: (root)\nOutput: ${step.text || '(empty)'}\nError: (none)\nExit Code: ${step.exit}\nSignal: 0\nProcess Group PGID: 7`;
    const response = wrong ? { error: step.text } : { output: isShell(step) ? output : step.text };
    const call = { id, name, args: step.input, status: wrong ? 'error' : 'success', timestamp: at(n) };
    const result = [{ functionResponse: { id, name, response } }];
    return {
      ...base,
      type: 'gemini',
      content: '',
      model: 'test-model-1',
      toolCalls: [{ ...call, result }],
    };
  });
  const head = { sessionId: session, projectHash: 'a'.repeat(64), startTime: at(0), kind: 'main' };
  return {
    name: 'session-1.jsonl',
    text: lines([head, ...messages]),
    ...labelled(each, session, [1, 1], 'call-'),
  };
};

const copilot: Writer = (each, session) => {
  const out: unknown[] = [];
  const push = (type: string, data: object) =>
    out.push({ type, data, id: `${session}-${out.length}`, timestamp: at(out.length), parentId: null });
  push('session.start', {
    sessionId: session,
    version: 1,
    copilotVersion: '1.0.102',
    context: { cwd: CWD },
  });
  for (const [n, step] of each.steps.entries()) {
    if (step.kind !== 'call') {
      push(step.kind === 'user' ? 'user.message' : 'assistant.message', {
        content: step.text,
        toolRequests: [],
      });
      continue;
    }
    const toolCallId = fixedId(`${session}${n}`, 'call_');
    const name = isShell(step) ? 'bash' : step.tool;
    push('assistant.message', {
      content: '',
      toolRequests: [{ toolCallId, name, arguments: step.input, type: 'function' }],
    });
    push('tool.execution_start', { toolCallId, toolName: name, arguments: step.input });
    const denied = step.text.startsWith('The user rejected');
    const answer = isShell(step)
      ? {
          success: true,
          shellExecution: { exitCode: step.exit },
          result: { content: `${step.text}\n<shellId: 1 completed with exit code ${step.exit}>` },
        }
      : failed(step)
        ? { success: false, error: { message: step.text, code: denied ? 'denied' : 'failure' } }
        : { success: true, result: { content: step.text } };
    push('tool.execution_complete', { toolCallId, ...answer });
  }
  return { name: 'events.jsonl', text: lines(out) };
};

/** What `opencode export` writes. */
const opencode: Writer<WrittenSession> = (each, session) => {
  const messages = each.steps.map((step, n) => {
    const time = { created: Date.parse(at(n)) };
    const info = {
      id: `msg_${n}`,
      sessionID: session,
      role: step.kind === 'user' ? 'user' : 'assistant',
      time,
    };
    const part = { id: `prt_${n}`, messageID: info.id, sessionID: session };
    if (step.kind !== 'call') return { info, parts: [{ ...part, type: 'text', text: step.text }] };
    const state = {
      input: step.input,
      time: { start: time.created, end: time.created + 500 },
      ...(step.refused || (failed(step) && !isShell(step))
        ? { status: 'error', error: step.text }
        : { status: 'completed', output: step.text, metadata: isShell(step) ? { exit: step.exit } : {} }),
    };
    const tool = isShell(step) ? 'bash' : step.tool;
    return { info, parts: [{ ...part, type: 'tool', tool, callID: fixedId(`${session}${n}`), state }] };
  });
  const info = {
    id: session,
    directory: CWD,
    title: 't',
    version: '1.18.33',
    time: { created: 1767225600000 },
  };
  const text = JSON.stringify({ info, messages }, null, 2);
  const { line: nth, callId } = labelled(each, session, [0, 1]);
  const before = text.split(`"${callId ?? `prt_${nth! - 1}`}"`)[0]!;
  return { name: 'export.json', text, line: before.split('\n').length, callId };
};

/** Neither flags nor exit codes: an observation is all that a trajectory has. */
const sweAgent: Writer = (each, session) => {
  let openFile = 'src/pool.c';
  const trajectory = each.steps.flatMap((step, n) => {
    if (step.kind !== 'call') return [];
    const before = each.steps[n - 1];
    const thought = before?.kind === 'assistant' ? before.text : '';
    const action = `${isShell(step) ? step.input['command'] : step.input['action']}\n`;
    openFile = /^\[File: \/testbed\/(\S+) /.exec(step.text)?.[1] ?? openFile;
    const state = JSON.stringify({ open_file: `/testbed/${openFile}`, working_dir: '/testbed' });
    return [
      { action, observation: `${step.text}\n`, response: thought, thought, state, execution_time: 0.5 },
    ];
  });
  const document = { environment: 'swe_main', trajectory, history: [], info: {} };
  return { name: `${session}.traj`, text: JSON.stringify(document, null, 2) };
};

/** The messages of a model's API, with exit codes. */
const miniSweAgent: Writer = (each, session) => {
  const messages: unknown[] = [
    { role: 'system', content: 'You can use a shell.' },
    { role: 'user', content: 'Please solve this issue.' },
  ];
  let said = '';
  for (const [n, step] of each.steps.entries()) {
    if (step.kind === 'assistant') said = step.text;
    if (step.kind !== 'call') continue;
    const command = String(step.input['command']).replaceAll('\\n', '\n');
    const tool_call_id = fixedId(`${session}${n}`, 'call_');
    const call = { name: 'bash', arguments: JSON.stringify({ command }) };
    messages.push({
      role: 'assistant',
      content: said || null,
      tool_calls: [{ id: tool_call_id, type: 'function', function: call }],
      extra: { actions: [{ command, tool_call_id }] },
    });
    messages.push({
      role: 'tool',
      tool_call_id,
      content: `<returncode>${step.exit}</returncode>\n<output>\n${step.text}\n</output>`,
      extra: { raw_output: `${step.text}\n`, returncode: step.exit, exception_info: '' },
    });
    said = '';
  }
  const document = { info: { mini_version: '2.2.4' }, messages, trajectory_format: 'mini-swe-agent-1.1' };
  return { name: `${session}.traj.json`, text: JSON.stringify(document, null, 2) };
};

const codex: Writer<WrittenSession> = (each, session) => {
  const out: unknown[] = [];
  const push = (type: string, payload: object) => out.push({ timestamp: at(out.length), type, payload });
  push('session_meta', {
    id: session,
    cwd: CWD,
    cli_version: '0.139.0',
    originator: 'codex_cli',
    source: 'cli',
  });
  for (const [n, step] of each.steps.entries()) {
    if (step.kind !== 'call') {
      const type = step.kind === 'user' ? 'input_text' : 'output_text';
      const content = [{ type, text: step.text }];
      push('response_item', { type: 'message', role: step.kind, content });
      continue;
    }
    const call_id = fixedId(`${session}${n}`, 'call_');
    if (!isShell(step)) {
      push('response_item', {
        type: 'custom_tool_call',
        call_id,
        name: step.tool,
        input: step.input['input'],
      });
      const output = failed(step) ? step.text : `Exit code: 0\nWall time: 0 seconds\nOutput:\n${step.text}\n`;
      push('response_item', { type: 'custom_tool_call_output', call_id, output });
      continue;
    }
    const args = JSON.stringify({ cmd: step.input['command'], workdir: CWD });
    push('response_item', { type: 'function_call', name: 'exec_command', arguments: args, call_id });
    const output = step.text.startsWith('aborted by user')
      ? step.text
      : `Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code ${step.exit}\nOriginal token count: 9\nOutput:\n${step.text}\n`;
    push('response_item', { type: 'function_call_output', call_id, output });
  }
  return { name: `rollout-${session}.jsonl`, text: lines(out), ...labelled(each, session, [1, 2], 'call_') };
};

/** How a mini-session is written by each agent; a case of other tools names the agent: `= M gemini: …`. */
export const NATIVE = {
  gemini,
  copilot,
  opencode,
  'swe-agent': sweAgent,
  'mini-swe-agent': miniSweAgent,
  codex,
};
