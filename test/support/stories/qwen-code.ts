import { at, fixedId, fixedUuid, type Story } from './story.ts';

/** A Qwen Code session, one object a line. */
export function qwenLines(story: Story): unknown[] {
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
