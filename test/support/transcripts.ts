import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** One step of a session, told in the terms of no agent in particular. */
export type Step =
  | { user: string }
  | { say: string }
  | { run: string; exit: number; out: string }
  | { edit: string; old: string; new: string; error?: string }
  /** Text that a client or a hook put into the session in the user's name. */
  | { injected: string };

export interface Story {
  sessionId: string;
  cwd: string;
  steps: Step[];
}

/** A fixed time, a second later for each step. */
const at = (n: number) => new Date(Date.UTC(2026, 4, 4, 10, 0, n)).toISOString();

/** Ids as random as the agents' own, and the same in every run. */
function fixedId(seed: string, prefix = ''): string {
  let state = 2166136261;
  let out = '';
  for (let n = 0; out.length < 24; n += 1) {
    for (const char of `${seed}${n}`) state = Math.imul(state ^ char.charCodeAt(0), 16777619) >>> 0;
    out += state.toString(36);
  }
  return prefix + out.slice(0, 24);
}

export function fixedUuid(seed: string): string {
  const hex = Array.from(fixedId(seed), (char) => (char.charCodeAt(0) % 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(12)}`;
}

const lines = (values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** A Claude Code transcript, one object a line, its fields in the order in which the client writes them. */
export function claudeLines(story: Story): Record<string, unknown>[] {
  const out: Record<string, unknown>[] = [];
  const push = (n: string, type: string, message: object, more: object) =>
    out.push({
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd: story.cwd,
      sessionId: story.sessionId,
      version: '2.1.197',
      gitBranch: 'main',
      type,
      message,
      uuid: fixedUuid(`${story.sessionId}${n}`),
      timestamp: at(out.length),
      ...more,
    });
  const user = (n: string, content: unknown, more: object = {}) =>
    push(n, 'user', { role: 'user', content }, more);
  const assistant = (n: string, block: object) => {
    const id = fixedId(`m${n}`, 'msg_');
    const head = { model: 'test-model-1', id, type: 'message', role: 'assistant', content: [block] };
    const usage = {
      input_tokens: 4,
      cache_creation_input_tokens: 900,
      output_tokens: 2,
      service_tier: 'standard',
    };
    push(
      n,
      'assistant',
      { ...head, stop_reason: null, stop_sequence: null, usage },
      { requestId: fixedId(`q${n}`, 'req_') },
    );
  };
  for (const [n, step] of story.steps.entries()) {
    const id = fixedId(`${story.sessionId}${n}`, 'toolu_');
    if ('user' in step) user(`u${n}`, step.user);
    else if ('injected' in step) user(`i${n}`, step.injected, { isMeta: true });
    else if ('say' in step) assistant(`a${n}`, { type: 'text', text: step.say });
    else if ('run' in step) {
      assistant(`a${n}`, {
        type: 'tool_use',
        id,
        name: 'Bash',
        input: { command: step.run, description: 'run' },
      });
      const content = step.exit === 0 ? step.out : `Exit code ${step.exit}\n${step.out}`;
      user(`r${n}`, [{ tool_use_id: id, type: 'tool_result', content, is_error: step.exit !== 0 }], {
        toolUseResult:
          step.exit === 0 ? { stdout: step.out, stderr: '', interrupted: false } : `Error: ${content}`,
      });
    } else {
      assistant(`a${n}`, {
        type: 'tool_use',
        id,
        name: 'Edit',
        input: { file_path: step.edit, old_string: step.old, new_string: step.new },
      });
      const content =
        step.error === undefined ? 'The file was updated.' : `<tool_use_error>${step.error}</tool_use_error>`;
      const flag = step.error === undefined ? {} : { is_error: true };
      user(`r${n}`, [{ tool_use_id: id, type: 'tool_result', content, ...flag }], { toolUseResult: {} });
    }
  }
  return out;
}

function codexLines(story: Story): unknown[] {
  const out: unknown[] = [];
  const push = (type: string, payload: object) => out.push({ timestamp: at(out.length), type, payload });
  push('session_meta', {
    id: story.sessionId,
    cwd: story.cwd,
    cli_version: '0.139.0',
    originator: 'codex_cli',
    source: 'cli',
  });
  push('turn_context', { cwd: story.cwd, model: 'test-model-1', approval_policy: 'never' });
  const message = (role: string, text: string) =>
    push('response_item', {
      type: 'message',
      role,
      content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
    });
  message('user', `<environment_context>\n  <cwd>${story.cwd}</cwd>\n</environment_context>`);
  for (const [n, step] of story.steps.entries()) {
    const call_id = fixedId(`${story.sessionId}${n}`, 'call_');
    if ('user' in step) {
      message('user', step.user);
      push('event_msg', { type: 'user_message', message: step.user, images: [] });
    } else if ('injected' in step) message('developer', step.injected);
    else if ('say' in step) {
      push('event_msg', { type: 'agent_message', message: step.say });
      message('assistant', step.say);
    } else if ('run' in step) {
      push('response_item', {
        type: 'function_call',
        name: 'exec_command',
        arguments: JSON.stringify({ cmd: step.run }),
        call_id,
      });
      const output = `Chunk ID: 0a1b2c\nWall time: 0.1000 seconds\nProcess exited with code ${step.exit}\nOriginal token count: 9\nOutput:\n${step.out}\n`;
      push('response_item', { type: 'function_call_output', call_id, output });
    } else {
      const input = `*** Begin Patch\n*** Update File: ${step.edit}\n@@\n-${step.old}\n+${step.new}\n*** End Patch\n`;
      push('response_item', {
        type: 'custom_tool_call',
        status: 'completed',
        call_id,
        name: 'apply_patch',
        input,
      });
      const output =
        step.error === undefined
          ? 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\n'
          : `apply_patch verification failed: ${step.error}`;
      push('response_item', { type: 'custom_tool_call_output', call_id, output });
    }
  }
  return out;
}

function geminiMessages(story: Story): Record<string, unknown>[] {
  const out: Record<string, unknown>[] = [];
  const context = `<session_context>\nThis is the Gemini CLI. We are setting up the context for our chat.\n- **Workspace Directories:**\n  - ${story.cwd}\n</session_context>`;
  out.push({ id: 'm-context', timestamp: at(0), type: 'user', content: [{ text: context }] });
  for (const [n, step] of story.steps.entries()) {
    const id = fixedUuid(`${story.sessionId}${n}`);
    const message = (more: object) => out.push({ id, timestamp: at(n), ...more });
    if ('user' in step) message({ type: 'user', content: [{ text: step.user }] });
    else if ('injected' in step)
      message({ type: 'user', content: [{ text: `<hook_context>${step.injected}</hook_context>` }] });
    else if ('say' in step) message({ type: 'gemini', content: step.say, model: 'test-model-1' });
    else {
      const shell = 'run' in step;
      const callId = fixedId(`${story.sessionId}${n}`, 'call-');
      const failed = !shell && step.error !== undefined;
      const response = shell
        ? {
            output: `Command: ${step.run}\nDirectory: (root)\nOutput: ${step.out}\nError: (none)\nExit Code: ${step.exit}\nSignal: 0\nProcess Group PGID: 7`,
          }
        : failed
          ? { error: step.error }
          : { output: 'Successfully modified file.' };
      const args = shell
        ? { command: step.run }
        : { file_path: step.edit, old_string: step.old, new_string: step.new };
      const name = shell ? 'run_shell_command' : 'replace';
      message({
        type: 'gemini',
        content: '',
        model: 'test-model-1',
        toolCalls: [
          {
            id: callId,
            name,
            args,
            status: failed ? 'error' : 'success',
            timestamp: at(n),
            result: [{ functionResponse: { id: callId, name, response } }],
          },
        ],
      });
    }
  }
  return out;
}

function geminiLines(story: Story): unknown[] {
  const out: unknown[] = [
    {
      sessionId: story.sessionId,
      projectHash: 'a'.repeat(64),
      startTime: at(0),
      lastUpdated: at(0),
      kind: 'main',
    },
  ];
  for (const message of geminiMessages(story)) {
    // A call is first written without its result, then again with it.
    if (message['toolCalls']) out.push({ ...message, toolCalls: undefined });
    out.push(message, { $set: { lastUpdated: at(1) } });
  }
  return out;
}

function qwenLines(story: Story): unknown[] {
  const out: unknown[] = [];
  const push = (n: string, type: string, more: object) =>
    out.push({
      uuid: fixedUuid(`${story.sessionId}${n}`),
      parentUuid: null,
      sessionId: story.sessionId,
      timestamp: at(out.length),
      type,
      cwd: story.cwd,
      version: '0.15.10',
      ...more,
    });
  for (const [n, step] of story.steps.entries()) {
    const id = fixedId(`${story.sessionId}${n}`, 'call_');
    if ('user' in step)
      push(`u${n}`, 'user', {
        message: { role: 'user', parts: [{ text: step.user }, { text: 'Text of a hook' }] },
      });
    else if ('injected' in step)
      push(`i${n}`, 'system', { subtype: 'ui_telemetry', systemPayload: { note: step.injected } });
    else if ('say' in step)
      push(`a${n}`, 'assistant', {
        model: 'test-model-1',
        message: { role: 'model', parts: [{ text: 'thinking', thought: true }, { text: step.say }] },
      });
    else {
      const shell = 'run' in step;
      const name = shell ? 'run_shell_command' : 'edit';
      const args = shell
        ? { command: step.run }
        : { file_path: step.edit, old_string: step.old, new_string: step.new };
      push(`c${n}`, 'assistant', {
        model: 'test-model-1',
        message: { role: 'model', parts: [{ functionCall: { id, name, args } }] },
      });
      const failed = !shell && step.error !== undefined;
      const response = shell
        ? {
            output: `Command: ${step.run}\nDirectory: (root)\nOutput: ${step.out}\nError: (none)\nExit Code: ${step.exit}\nSignal: 0`,
          }
        : failed
          ? { error: step.error }
          : { output: 'Edited.' };
      push(`r${n}`, 'tool_result', {
        message: { role: 'user', parts: [{ functionResponse: { id, name, response } }] },
        toolCallResult: { callId: id, status: failed ? 'error' : 'success' },
      });
    }
  }
  return out;
}

function copilotLines(story: Story): unknown[] {
  const out: unknown[] = [];
  const push = (type: string, data: object) =>
    out.push({
      type,
      data,
      id: fixedUuid(`${story.sessionId}${out.length}`),
      timestamp: at(out.length),
      parentId: null,
    });
  push('session.start', {
    sessionId: story.sessionId,
    version: 1,
    copilotVersion: '1.0.102',
    selectedModel: 'test-model-1',
    context: { cwd: story.cwd },
  });
  for (const [n, step] of story.steps.entries()) {
    const toolCallId = fixedId(`${story.sessionId}${n}`, 'call_');
    if ('user' in step)
      push('user.message', {
        content: step.user,
        transformedContent: `<current_datetime>now</current_datetime>\n\n${step.user}`,
      });
    else if ('injected' in step) push('hook.end', { hookInvocationId: 'h', output: step.injected });
    else if ('say' in step)
      push('assistant.message', { content: step.say, model: 'test-model-1', toolRequests: [] });
    else {
      const shell = 'run' in step;
      const name = shell ? 'bash' : 'edit';
      const args = shell ? { command: step.run } : { path: step.edit, old_str: step.old, new_str: step.new };
      push('assistant.message', {
        content: '',
        model: 'test-model-1',
        toolRequests: [{ toolCallId, name, arguments: args, type: 'function' }],
      });
      push('tool.execution_start', { toolCallId, toolName: name, arguments: args });
      const failed = !shell && step.error !== undefined;
      push('tool.execution_complete', {
        toolCallId,
        success: !failed,
        ...(shell
          ? {
              shellExecution: { exitCode: step.exit },
              result: { content: `${step.out}\n<shellId: 1 completed with exit code ${step.exit}>` },
            }
          : failed
            ? { error: { message: step.error, code: 'failure' } }
            : { result: { content: 'File updated.' } }),
      });
    }
  }
  return out;
}

function opencodeExport(story: Story) {
  const info = {
    id: story.sessionId,
    directory: story.cwd,
    projectID: 'p1',
    title: 't',
    version: '1.18.33',
    time: { created: Date.parse(at(0)) },
  };
  const messages = story.steps.map((step, n) => {
    const id = `msg_${String(n).padStart(4, '0')}`;
    const role = 'user' in step || 'injected' in step ? 'user' : 'assistant';
    const part = (more: object) => ({
      id: fixedId(`${story.sessionId}${n}`, 'prt_'),
      messageID: id,
      sessionID: story.sessionId,
      ...more,
    });
    const time = { start: Date.parse(at(n)), end: Date.parse(at(n)) + 500 };
    let parts: object[];
    if ('user' in step) parts = [part({ type: 'text', text: step.user })];
    else if ('injected' in step) parts = [part({ type: 'text', text: step.injected, synthetic: true })];
    else if ('say' in step)
      parts = [part({ type: 'step-start' }), part({ type: 'text', text: step.say, time })];
    else {
      const callID = fixedId(`${story.sessionId}${n}`, 'call_');
      const state =
        'run' in step
          ? {
              status: 'completed',
              input: { command: step.run },
              output: step.out,
              metadata: { exit: step.exit },
              time,
            }
          : {
              status: step.error === undefined ? 'completed' : 'error',
              input: { filePath: step.edit, oldString: step.old, newString: step.new },
              ...(step.error === undefined ? { output: 'Edited.' } : { error: step.error }),
              time,
            };
      parts = [part({ type: 'tool', tool: 'run' in step ? 'bash' : 'edit', callID, state })];
    }
    return {
      info: {
        id,
        sessionID: story.sessionId,
        role,
        modelID: 'test-model-1',
        time: { created: Date.parse(at(n)) },
      },
      parts,
    };
  });
  return { info, messages };
}

function opencodeDatabase(path: string, story: Story): void {
  const { info, messages } = opencodeExport(story);
  const db = new DatabaseSync(path);
  db.exec(`create table session (id text primary key, project_id text, parent_id text, directory text, title text, version text, time_created integer, time_updated integer);
    create table message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
    create table part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text)`);
  db.prepare('insert into session values (?, ?, null, ?, ?, ?, ?, ?)').run(
    info.id,
    'p1',
    info.directory,
    't',
    info.version,
    info.time.created,
    info.time.created,
  );
  for (const { info: message, parts } of messages) {
    db.prepare('insert into message values (?, ?, ?, ?, ?)').run(
      message.id,
      info.id,
      message.time.created,
      0,
      JSON.stringify(message),
    );
    for (const [n, part] of parts.entries()) {
      db.prepare('insert into part values (?, ?, ?, ?, ?, ?)').run(
        `${message.id}-${n}`,
        message.id,
        info.id,
        0,
        0,
        JSON.stringify(part),
      );
    }
  }
  db.close();
}

function opencodeStorage(folder: string, story: Story): string {
  const { info, messages } = opencodeExport(story);
  const write = (path: string, value: unknown) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  };
  for (const { info: message, parts } of messages) {
    write(`message/${info.id}/${message.id}.json`, message);
    for (const [n, part] of parts.entries()) write(`part/${message.id}/prt_${n}.json`, part);
  }
  write(`session/p1/${info.id}.json`, info);
  return join(folder, `session/p1/${info.id}.json`);
}

function trajectory(story: Story): unknown {
  const state = JSON.stringify({ open_file: 'n/a', working_dir: story.cwd });
  const steps = story.steps.flatMap((step, n) => {
    const said = story.steps[n - 1];
    const thought = said && 'say' in said ? said.say : '';
    if ('run' in step) {
      const observation = step.exit === 0 ? step.out : `bash: ${step.out}`;
      return [
        { action: `${step.run}\n`, observation, response: thought, thought, state, execution_time: 0.5 },
      ];
    }
    if (!('edit' in step)) return [];
    const observation =
      step.error === undefined
        ? `[File: ${step.edit} (3 lines total)]\n1:ok`
        : `Your proposed edit has introduced new syntax error(s).\n${step.error}`;
    return [
      {
        action: `edit 1:1\n${step.new}\nend_of_edit`,
        observation,
        response: thought,
        thought,
        state: JSON.stringify({ open_file: step.edit, working_dir: story.cwd }),
      },
    ];
  });
  return { environment: 'swe_main', trajectory: steps, history: [], info: {} };
}

function cursorLines(story: Story): unknown[] {
  return story.steps.flatMap((step) => {
    const message = (role: string, ...content: object[]) => ({ role, message: { content } });
    if ('user' in step)
      return [message('user', { type: 'text', text: `<user_query>\n${step.user}\n</user_query>` })];
    if ('injected' in step)
      return [message('user', { type: 'text', text: `<system_reminder>${step.injected}</system_reminder>` })];
    if ('say' in step) return [message('assistant', { type: 'text', text: step.say })];
    const shell = 'run' in step;
    const failed = !shell && step.error !== undefined;
    const text = shell ? `Exit code: ${step.exit}\n${step.out}` : (step.error ?? 'Edited.');
    return [
      message('assistant', {
        type: 'tool_use',
        name: shell ? 'Shell' : 'StrReplace',
        input: shell
          ? { command: step.run }
          : { path: step.edit, old_string: step.old, new_string: step.new },
      }),
      message('user', {
        type: 'tool_result',
        tool_use_id: 't',
        content: [{ type: 'text', text }],
        ...(failed ? { is_error: true } : {}),
      }),
    ];
  });
}

/** Every format that is read, and how the story is written in it. Answers the file to be read. */
export const FORMATS: Record<string, (folder: string, story: Story) => string> = {
  'claude-code': (folder, story) => file(folder, `${story.sessionId}.jsonl`, lines(claudeLines(story))),
  codex: (folder, story) => file(folder, `rollout-${story.sessionId}.jsonl`, lines(codexLines(story))),
  'gemini-cli jsonl': (folder, story) => file(folder, 'session-1.jsonl', lines(geminiLines(story))),
  'gemini-cli json': (folder, story) =>
    file(
      folder,
      'session-1.json',
      JSON.stringify(
        {
          sessionId: story.sessionId,
          projectHash: 'a',
          startTime: at(0),
          lastUpdated: at(0),
          messages: geminiMessages(story),
        },
        null,
        2,
      ),
    ),
  'qwen-code': (folder, story) => file(folder, `${story.sessionId}.jsonl`, lines(qwenLines(story))),
  copilot: (folder, story) => file(folder, 'events.jsonl', lines(copilotLines(story))),
  'opencode export': (folder, story) =>
    file(folder, 'export.json', JSON.stringify(opencodeExport(story), null, 2)),
  'opencode storage': (folder, story) => opencodeStorage(folder, story),
  'opencode database': (folder, story) => {
    opencodeDatabase(join(folder, 'opencode.db'), story);
    return join(folder, 'opencode.db');
  },
  'swe-agent': (folder, story) =>
    file(folder, `${story.sessionId}.traj`, JSON.stringify(trajectory(story), null, 2)),
  cursor: (folder, story) => file(folder, `${story.sessionId}.jsonl`, lines(cursorLines(story))),
};

function file(folder: string, name: string, content: string): string {
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, content);
  return path;
}
