import { GROUPS, type OperationEntry } from '../../operations/entry.ts';
import { protocolCommands } from '../../operations/index.ts';
import { wrap } from '../../operations/words/columns.ts';

/** Columns of a help text, whatever the screen: it is also printed in `docs/cli.md`. */
export const HELP_WIDTH = 80;

/** What `lessons --help` prints, made of the registry's lines; nothing is loaded for it. */
export function overview(entries: readonly OperationEntry[], version: string): string {
  const lines = [
    `lessons ${version}`,
    'Catches the mistakes of coding agents, and tells them the fix in time.',
    '',
    'Usage: lessons COMMAND [options]',
    '',
    'Begin with `lessons start`, `lessons review` and `lessons init`; `doctor` says',
    'whether lessons reach your agents, `stats` whether they help.',
  ];
  const commands = [...entries, ...protocolCommands];
  const width = Math.max(...commands.map((entry) => entry.command.length), 10) + 2;
  for (const group of GROUPS) {
    const inGroup = commands.filter((entry) => entry.group === group);
    if (inGroup.length === 0) continue;
    lines.push('', `${group}:`);
    for (const entry of inGroup) lines.push(`  ${entry.command.padEnd(width)}${entry.summary}`);
  }
  lines.push(
    '',
    'All commands take --json (one JSON document) and --help.',
    'Data lies in LESSONS_HOME. LESSONS_DISABLE=1 switches hooks off.',
  );
  return `${lines.join('\n')}\n`;
}

/** Help of a command that speaks a protocol, such as `mcp`. */
export function protocolHelp(word: string): string | null {
  const found = protocolCommands.find((each) => each.command.split(' ')[0] === word);
  return found === undefined ? null : `Usage: lessons ${found.command}\n\n${found.summary}.\n`;
}

/** Help of a word that only groups commands, such as `config`. */
export function groupHelp(word: string, entries: readonly OperationEntry[]): string | null {
  const lines = commandsUnder(word, entries);
  return lines.length === 0 ? null : `Usage: lessons ${word} COMMAND [options]\n\n${lines.join('\n')}\n`;
}

/** What stands behind the help of a command that others begin with, such as `scan`; empty for all others. */
export function furtherHelp(word: string, entries: readonly OperationEntry[]): string {
  const lines = commandsUnder(word, entries);
  return lines.length === 0 ? '' : `\nCommands:\n${lines.join('\n')}\n`;
}

function commandsUnder(word: string, entries: readonly OperationEntry[]): string[] {
  const under = entries.filter((entry) => entry.command.startsWith(`${word} `));
  const start = '  lessons '.length + Math.max(...under.map((entry) => entry.command.length)) + 2;
  return under.map(({ command, summary }) => {
    const lines = wrap(summary, HELP_WIDTH - start);
    return `${`  lessons ${command}`.padEnd(start)}${lines.join(`\n${' '.repeat(start)}`)}`;
  });
}
