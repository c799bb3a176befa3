import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Command lines that fail, and noisy ones that succeed, by program.
 *
 * `## name | needs | project` begins a program's cases: it is left out where `needs` is not installed. The lines below it
 * prepare its folder; `=other` takes the preparation of another program first. `F kind | command => corrected command` is
 * expected to fail, `S kind | command` to succeed; ` ¶ ` is a line break. What decides is the exit status, not the letter.
 */

export interface Case {
  program: string;
  project: string;
  /** True where the writer expected it to fail. */
  fails: boolean;
  kind: string;
  command: string;
  /** What an agent would run after it failed; empty where nobody wrote one. */
  corrected: string;
}

export interface Program {
  name: string;
  needs: string;
  project: string;
  setup: string;
  cases: Case[];
}

const unfolded = (text: string): string => text.trim().replaceAll(' ¶ ', '\n');

function programOf(block: string, known: Map<string, Program>): Program {
  const [head = '', ...lines] = block.split('\n');
  const [name = '', needs = '', project = ''] = head.split(' | ').map((word) => word.trim());
  const program: Program = { name, needs, project, setup: '', cases: [] };
  for (const line of lines) {
    const [, letter, kind, rest] = /^([FS]) ([\w-]+) \| (.+)$/.exec(line) ?? [];
    if (letter !== undefined) {
      const [command = '', corrected = ''] = rest!.split(' => ');
      program.cases.push({
        program: name,
        project,
        fails: letter === 'F',
        kind: kind!,
        command: unfolded(command),
        corrected: unfolded(corrected),
      });
    } else if (line.startsWith('=')) program.setup += known.get(line.slice(1))?.setup ?? '';
    else program.setup += `${line}\n`;
  }
  return program;
}

/** The programs of every list in this folder. */
export function allPrograms(): Program[] {
  const known = new Map<string, Program>();
  for (const file of readdirSync(import.meta.dirname).sort()) {
    if (!file.endsWith('.txt')) continue;
    const blocks = readFileSync(join(import.meta.dirname, file), 'utf8')
      .split(/^## /m)
      .slice(1);
    for (const block of blocks) {
      const program = programOf(block.trimEnd(), known);
      known.set(program.name, program);
    }
  }
  return [...known.values()];
}
