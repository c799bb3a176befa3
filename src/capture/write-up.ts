import type { OpenFailure } from './failure-state.ts';
import type { ErrorKind } from './kinds.ts';
import { messageOf } from './message.ts';
import { code, cut } from './prose.ts';
import { remediationOf } from './remedy.ts';
import { summaryOf, toolName } from './summary.ts';

export interface WriteUp {
  summary: string;
  mistake: string;
  remediation: string;
}

const WHY: Partial<Record<ErrorKind, string>> = {
  usage: 'The flag, subcommand or argument was guessed and this version does not have it.',
  'command-not-found': 'The program is not installed, or not on PATH in the non-interactive shell.',
  'wrong-directory': 'The command depends on the working directory, and it was another one.',
  'shell-syntax': 'The shell, not the program, stopped the command: quoting, globbing or a reserved name.',
  platform: 'The option or tool belongs to another platform (GNU, BSD, macOS and Windows differ).',
  'tool-validation': "The call did not meet the tool's own rules.",
  'edit-mismatch': 'The text to replace was written from memory and differs from the file.',
  'stale-edit': 'The tool only edits what was read in its present state.',
  'missing-path': 'The path was guessed.',
  'missing-module': 'The module is not installed in the environment that runs the command.',
  'script-error': 'The inline script assumed a shape of data or an API that is not there.',
  'api-misuse': 'The request does not fit the API.',
  'git-state': 'The repository was not in the state that the command needs.',
  compile: 'The code that was just written does not compile.',
  lint: 'The code that was just written breaks a lint rule of the project.',
  test: 'The test fails on what was just written.',
  timeout: 'The command waits or runs longer than the tool allows.',
  sandbox: 'The sandbox forbids what the command needs.',
};

function attempted({ call }: OpenFailure): string {
  if (call.tool === 'Bash') return `Ran ${code(cut(call.command, 260))}`;
  const target = call.target ? ` on ${code(cut(call.target, 160))}` : '';
  if (target) return `Called ${toolName(call.nativeTool)}${target}`;
  const given = Object.keys(call.input)
    .slice(0, 6)
    .map((key) => code(key))
    .join(', ');
  return `Called ${toolName(call.nativeTool)}${given ? ` with ${given}` : ''}`;
}

function mistakeOf(open: OpenFailure): string {
  const tries = open.attempts.length > 1 ? `, ${open.attempts.length} times` : '';
  const message = messageOf(open);
  const said = message
    ? `: ${code(cut(message, 240).replace(/[.,;:]+$/, ''))}`
    : open.timedOut
      ? ': it did not finish in time'
      : ` with exit code ${open.exitCode ?? 1} and no message`;
  return `${attempted(open)}${tries}; it failed${said}. ${WHY[open.kind] ?? ''}`.trim();
}

/** Summary, mistake and remediation of a failure; each stands alone. */
export function writeUp(open: OpenFailure): WriteUp {
  return { summary: summaryOf(open), mistake: mistakeOf(open), remediation: remediationOf(open) };
}
