import { type DetectionCase, type Step, step, type WrittenSession } from './detection-cases.ts';
import { NATIVE } from './native-sessions.ts';

/** Words, and shell commands whose answer is no frame of one agent's: every agent has those. */
export const isPlain = ({ kind, tool, refused, text }: Step): boolean =>
  kind !== 'call' || (tool === 'Bash' && !refused && !/^(?:Command |\[Request|<tool)/.test(text));

/** What another agent can tell as well: no interrupts, and no tool but the shell and edits of files. */
const isCommon = ({ kind, tool, text }: Step): boolean =>
  !/^\[Request interrupted|^<(?:system-reminder|command|local|task)|^Stop hook/.test(text) &&
  (kind !== 'call' || ['Bash', 'Write', 'Edit', 'Read'].includes(tool));

const GEMINI_TOOLS: Record<string, string> = { Write: 'write_file', Edit: 'replace', Read: 'read_file' };

function inOpencode(one: Step): Step {
  const { file_path, old_string, new_string, ...rest } = one.input;
  const said = one.text ? ` with the following feedback: ${one.text}` : '.';
  return {
    ...one,
    tool: one.tool === 'Bash' ? one.tool : one.tool.toLowerCase(),
    input: {
      ...rest,
      ...(file_path === undefined ? {} : { filePath: file_path }),
      ...(old_string === undefined ? {} : { oldString: old_string, newString: new_string }),
    },
    text: one.refused ? `The user rejected permission to use this specific tool call${said}` : one.text,
  };
}

/** A step of Claude Code's in another agent's tools; null where it has no counterpart there. */
const IN_TOOLS = {
  codex: (one: Step) => (isPlain(one) && !one.text.startsWith('[Request') ? one : null),
  gemini: (one: Step) =>
    isCommon(one) && !one.refused ? { ...one, tool: GEMINI_TOOLS[one.tool] ?? one.tool } : null,
  opencode: (one: Step) => (isCommon(one) ? inOpencode(one) : null),
};

/** The session as another agent writes it, from the task to its end; null where a step has no counterpart there. */
export function sessionOf(
  agent: keyof typeof IN_TOOLS,
  each: DetectionCase,
  seed: number,
): WrittenSession | null {
  const steps: Step[] = [step({ kind: 'user', text: 'Please work on the task in TODO.md.' })];
  for (const one of each.steps) {
    const told = IN_TOOLS[agent](one.kind === 'queued' ? { ...one, kind: 'user' } : one);
    if (told === null) return null;
    steps.push(told);
  }
  steps.push(step({ kind: 'assistant', text: 'That part is finished.' }));
  return NATIVE[agent]({ ...each, steps }, `40000000-0000-4000-8000-${String(seed).padStart(12, '0')}`);
}
