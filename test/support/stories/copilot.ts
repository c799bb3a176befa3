import { at, fixedId, fixedUuid, type Story } from './story.ts';

/** The events of a Copilot CLI session, one object a line. */
export function copilotLines(story: Story): unknown[] {
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
