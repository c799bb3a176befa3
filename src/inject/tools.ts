import type { ToolCall } from '../model/tool-call.ts';

/** The canonical tool, in small letters, of a name that lessons may use for it; the name itself where there is none. */
function canonicalName(name: string): string {
  switch (name) {
    case 'task':
      return 'agent';
    case 'multiedit':
    case 'notebookedit':
    case 'strreplace':
      return 'edit';
    case 'create':
      return 'write';
    case 'execute':
    case 'shell':
    case 'shell_command':
    case 'exec_command':
    case 'run_shell_command':
    case 'terminal':
      return 'bash';
    default:
      return name;
  }
}

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
      if (canonicalName(name) === tool) return true;
      return (
        name.endsWith('*') &&
        name.length > 1 &&
        (tool.startsWith(name.slice(0, -1)) || native.startsWith(name.slice(0, -1)))
      );
    }),
  );
}
