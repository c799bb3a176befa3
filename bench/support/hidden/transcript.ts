import { shownFolder } from './run.ts';

/** A session of Claude Code around one command line, in the client's own format. */

export const JUDGED_CALL = 'toolu_01judged0000000000000';

export interface Step {
  command: string;
  output: string;
  failed: boolean;
}

/** The lines of a session whose calls are the steps, with neutral words around them. */
export function session(project: string, steps: Step[]): string {
  const lines: object[] = [];
  const meta = {
    isSidechain: false,
    userType: 'external',
    cwd: shownFolder(project),
    sessionId: 'a0',
    version: '2.1.197',
  };
  const add = (line: object) => {
    const at = lines.length + 1;
    const timestamp = new Date(Date.UTC(2026, 0, 5, 10, 0, at * 5)).toISOString();
    lines.push({ parentUuid: at === 1 ? null : `u${at - 1}`, ...meta, ...line, uuid: `u${at}`, timestamp });
  };
  const assistant = (content: object) =>
    add({
      type: 'assistant',
      message: {
        role: 'assistant',
        id: `msg_${lines.length}`,
        model: 'claude-sonnet-4-6',
        content: [content],
      },
    });
  add({ type: 'user', message: { role: 'user', content: 'Go on with the list.' } });
  for (const [at, { command, output, failed }] of steps.entries()) {
    const id = at === 0 ? JUDGED_CALL : `toolu_01later00000000000000${at}`;
    assistant({ type: 'tool_use', id, name: 'Bash', input: { command, description: 'Run it' } });
    const text = failed ? `Exit code 1\n${output}` : output || '(Bash completed with no output)';
    add({
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: text, is_error: failed }],
      },
      toolUseResult: failed
        ? `Error: ${text}`
        : { stdout: output, stderr: '', interrupted: false, isImage: false },
    });
  }
  const read = 'toolu_01read000000000000000';
  const path = `${shownFolder(project)}/list.md`;
  assistant({ type: 'tool_use', id: read, name: 'Read', input: { file_path: path } });
  add({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: read, content: '     1→- pears' }],
    },
  });
  assistant({ type: 'text', text: 'The next item of the list is the pears.' });
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}
