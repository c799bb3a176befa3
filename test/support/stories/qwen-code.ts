import { at, fixedId, fixedUuid, type Story } from './story.ts';

const PROVENANCE: Record<string, string> = {
  user: 'real_user',
  assistant: 'assistant_output',
  tool_result: 'tool_result',
  system: 'system',
};
const REMINDER =
  '<system-reminder>\n1 background agent was restored from this session.\n</system-reminder>\n\n';

/** A Qwen Code session, one object a line; since 0.24 each says whose words it holds, and a failing shell is an error. */
export function qwenLines(story: Story, isNewer = false): unknown[] {
  const out: unknown[] = [];
  const push = (n: string, type: string, more: object) =>
    out.push({
      uuid: fixedUuid(`${story.sessionId}${n}`),
      parentUuid: null,
      sessionId: story.sessionId,
      timestamp: at(out.length),
      type,
      ...(isNewer ? { provenance: PROVENANCE[type] } : {}),
      cwd: story.cwd,
      version: isNewer ? '0.24.4' : '0.15.10',
      ...more,
    });
  for (const [n, step] of story.steps.entries()) {
    const id = fixedId(`${story.sessionId}${n}`, 'call_');
    if (isNewer && 'user' in step)
      push(`u${n}`, 'user', {
        message: { role: 'user', parts: [{ text: REMINDER }, { text: step.user }] },
        ...(n % 2 === 0 ? {} : { systemPayload: { displayText: step.user, hookContext: 'Text of a hook' } }),
      });
    else if (isNewer && 'injected' in step)
      push(`i${n}`, 'user', {
        provenance: 'system',
        subtype: 'notification',
        message: { role: 'user', parts: [{ text: step.injected }] },
        systemPayload: { displayText: step.injected },
      });
    else if ('user' in step)
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
      const failed = shell ? isNewer && step.exit !== 0 : step.error !== undefined;
      const response = shell
        ? {
            [failed ? 'error' : 'output']:
              `Command: ${step.run}\nDirectory: (root)\nOutput: ${step.out}\nError: (none)\nExit Code: ${step.exit}\nSignal: 0`,
          }
        : step.error !== undefined
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
