import { at, fixedId, fixedUuid, type Story } from './story.ts';

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
