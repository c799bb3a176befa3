import type { Story } from './story.ts';

/** A Cursor transcript, one object a line. */
export function cursorLines(story: Story): unknown[] {
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
