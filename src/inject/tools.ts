import type { ToolCall } from '../model/tool-call.ts';

/** Names that lessons may use for a canonical tool. */
const ALIASES: Record<string, string> = {
  task: 'Agent',
  multiedit: 'Edit',
  notebookedit: 'Edit',
  strreplace: 'Edit',
  create: 'Write',
  execute: 'Bash',
  shell: 'Bash',
  shell_command: 'Bash',
  exec_command: 'Bash',
  run_shell_command: 'Bash',
  terminal: 'Bash',
};

/**
 * Whether a lesson with these tool names is for this call: by canonical name, by the agent's own name, or by an
 * alias. No names means any tool; `mcp__server__*` takes every tool of a server.
 */
export function lessonTakesTool(
  toolNames: readonly string[],
  call: Pick<ToolCall, 'tool' | 'nativeTool'>,
): boolean {
  if (toolNames.length === 0) return true;
  if (toolNames.includes(call.tool)) return true;
  const tool = call.tool.toLowerCase();
  const native = call.nativeTool.toLowerCase();
  return toolNames.some((entry) =>
    entry.split('|').some((each) => {
      const name = each.trim().toLowerCase();
      if (name === '*' || name === tool || name === native) return true;
      if (ALIASES[name]?.toLowerCase() === tool) return true;
      return (
        name.endsWith('*') &&
        name.length > 1 &&
        (tool.startsWith(name.slice(0, -1)) || native.startsWith(name.slice(0, -1)))
      );
    }),
  );
}
