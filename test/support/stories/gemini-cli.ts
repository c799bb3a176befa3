import { at, fixedId, fixedUuid, type Story } from './story.ts';

/** The messages of a Gemini CLI session. */
export function geminiMessages(story: Story): Record<string, unknown>[] {
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

/** A Gemini CLI session as it grows: a message is written again when its call has a result. */
export function geminiLines(story: Story): unknown[] {
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
