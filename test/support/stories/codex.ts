import { at, fixedId, type Story } from './story.ts';

/** A Codex rollout, one object a line. */
export function codexLines(story: Story): unknown[] {
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
