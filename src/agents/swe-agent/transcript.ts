import { anyOf } from '../../text/any-of.ts';
import { clip, contentText } from '../../transcripts/content.ts';
import { type Json, list, object, parsedJson, text } from '../../transcripts/json.ts';
import { LineFinder } from '../../transcripts/line-finder.ts';
import { type DocumentReader, type Emit, type Sample, sessionOfName } from '../../transcripts/reader.ts';
import { EDITOR, editorTool } from '../shared/call-event.ts';
import { complains } from './complaint.ts';
import { stepId, tellSession } from './session.ts';
import { sweAgentSpec } from './spec.ts';

/** Commands of SWE-agent's own interface; everything else goes to the shell. */
const COMMANDS = new Set(Object.keys(sweAgentSpec.tools).filter((name) => name !== 'bash'));
/** Answers of that interface, and of the environment, which say that a call failed. */
const FAILED = anyOf(
  [
    /Your proposed (?:edit|insertion) has introduced new syntax error|Your edit was not applied/,
    /Text .{0,200}not found|No replacement was performed|Usage: |usage: |Error: |ERROR: |Invalid /,
    /(?:File|Directory) .{1,300} not found|File already exists/,
    /The path .{1,300} (?:does not exist|is not )|No file open|EXECUTION TIMED OUT|COMMAND TIMED OUT/,
    /Command .{0,80}timed out|Command .{1,200} failed|Execution failed/,
    /Your (?:bash )?command (?!ran successfully)|Your output was not formatted correctly/,
    /The command .{0,200} (?:does not exist|is not allowed)|Interactive operation/,
    /Operation '.{1,40}' is not supported|Exit(?:ed)? due to|Traceback \(most recent call last\):/,
    /(?:\/bin\/)?(?:ba)?sh: |bash: /,
    /[\w./-]{1,80}: (?:command not found|No such file or directory|cannot )/,
    /python\d?: can't open file/,
  ],
  { before: /^/ },
);

/** A command that was ended at its limit: told in place of its output, or behind what it had printed. */
const TIMED_OUT = anyOf(
  [
    /^\s*(?:EXECUTION TIMED OUT|COMMAND TIMED OUT|Command .{0,80}timed out)/i,
    /^\s*The command '[\s\S]{0,20000}?' was cancelled because it took more than [\d.]+ seconds/,
    /\nEXECUTION TIMED OUT(?: BECAUSE [^\n]*(?:\nPLEASE REFINE [^\n]*)?| AND INTERRUPT FAILED\.[^\n]*)?\s*$/,
  ],
  {},
);
/** The environment's last word on a command that took its shell down. */
const BROKE = /\n(?:COMMAND FAILED TO EXECUTE|BROKEN PIPE ERROR)\. (?:RESTARTING|TERMINATING) [A-Z ]+\.\s*$/;

/** SWE-agent trajectories: `*.traj`, one JSON document with `trajectory: [{action, observation, …}]`. */
export const sweAgentReader: DocumentReader = {
  agent: 'swe-agent',
  kind: 'document',
  recognises: (sample: Sample) =>
    sample.values.some(
      (value) =>
        list(value['trajectory']).some(isStep) ||
        (Array.isArray(value['history']) &&
          list(value['history']).some(
            (each) => object(each)?.['message_type'] !== undefined || object(each)?.['agent'] !== undefined,
          )),
    ),
  decode(value, emit, source, path) {
    const document = object(value) ?? {};
    const sessionId = sessionOfName(path);
    const model = text(object(object(document['replay_config'])?.['agent'])?.['model']);
    tellSession(emit, sessionId, { model });
    const lines = new LineFinder(source);
    const steps =
      list(document['trajectory']).length > 0
        ? list(document['trajectory'])
        : fromHistory(list(document['history']));
    const first = JSON.stringify(object(steps[0])?.['response'] ?? object(steps[0])?.['action'] ?? '');
    let ordinal = 0;
    let cwd: string | null = null;
    for (const each of steps) {
      const step = object(each);
      ordinal += 1;
      if (step === null || !isStep(step)) continue;
      cwd = workingDir(step['state']) ?? cwd;
      tellStep(step, stepId(sessionId, first, ordinal), lines.of('"observation": ', ordinal), cwd, emit);
    }
  },
};

function isStep(value: unknown): boolean {
  const step = object(value);
  return step !== null && typeof step['action'] === 'string' && step['observation'] !== undefined;
}

function tellStep(step: Json, callId: string, line: number, cwd: string | null, emit: Emit): void {
  const base = { line, uuid: null, timestamp: null };
  const thought = text(step['thought']) ?? text(step['response']);
  if (thought !== null && thought.trim() !== '')
    emit({ kind: 'assistant', ...base, text: thought, model: null });
  const action = (text(step['action']) ?? '').trim();
  if (action === '') return;
  const word = /^[\w-]+/.exec(action)?.[0] ?? '';
  const native = COMMANDS.has(word) || word === 'submit' ? word : 'bash';
  emit({
    kind: 'call',
    ...base,
    callId,
    nativeTool: native,
    tool: native === EDITOR ? editorTool(action.split(/\s+/, 2)[1]) : (sweAgentSpec.tools[native] ?? native),
    input: inputOf(native, action, step),
    cwd,
  });
  const whole = contentText(step['observation']).replace(/\r\n/g, '\n');
  const timedOut = TIMED_OUT.test(whole);
  const failed =
    timedOut ||
    BROKE.test(`\n${whole}`) ||
    FAILED.test(whole.trimStart()) ||
    (native === 'bash' && complains(action, whole));
  emit({
    kind: 'result',
    ...base,
    callId,
    isError: failed ? true : undefined,
    exitCode: null,
    text: clip(whole),
    chars: whole.length,
    denial: null,
    feedback: null,
    timedOut,
    durationMs: typeof step['execution_time'] === 'number' ? Math.round(step['execution_time'] * 1000) : null,
  });
}

/** `edit 'what is there' 'what it becomes'` */
const REPLACES = /^edit\s+(['"])([\s\S]+?)\1\s+(['"])([\s\S]*)\3\s*$/;

function inputOf(native: string, action: string, step: Json): Record<string, unknown> {
  if (native === 'bash') return { command: action };
  const [head = '', ...rest] = action.split('\n');
  const body = rest.join('\n').replace(/\n?end_of_edit\s*$/, '');
  const words = head
    .split(/\s+/)
    .slice(1)
    .map((each) => each.replace(/^["']|["']$/g, ''));
  if (native === 'str_replace_editor') return { command: action, file_path: words[1] ?? '' };
  const replaced = native === 'edit' ? REPLACES.exec(action) : null;
  if (replaced)
    return {
      command: action,
      file_path: openFile(step['state']) ?? '',
      old_string: replaced[2] ?? '',
      new_string: replaced[4] ?? '',
    };
  if (native === 'edit' || native === 'insert') {
    return { command: action, file_path: openFile(step['state']) ?? '', new_string: body };
  }
  if (native === 'open' || native === 'create') return { command: action, file_path: words[0] ?? '' };
  return { command: action, pattern: words[0] ?? '', ...(words[1] === undefined ? {} : { path: words[1] }) };
}

/** Early trajectories of demonstrations hold the conversation only. */
function fromHistory(history: unknown[]): Json[] {
  const steps: Json[] = [];
  for (let at = 0; at < history.length; at += 1) {
    const message = object(history[at]);
    if (message?.['role'] !== 'assistant' || typeof message['action'] !== 'string') continue;
    const answer = object(history[at + 1]);
    if (answer !== null)
      steps.push({
        action: message['action'],
        thought: message['thought'],
        observation: contentText(answer['content']),
      });
  }
  return steps;
}

function workingDir(state: unknown): string | null {
  return text(stateOf(state)?.['working_dir']);
}

function openFile(state: unknown): string | null {
  const file = text(stateOf(state)?.['open_file']);
  return file === 'n/a' ? null : file;
}

function stateOf(state: unknown): Json | null {
  return object(typeof state === 'string' ? parsedJson(state) : state);
}
