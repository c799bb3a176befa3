import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forEachChild, parse, type SyntaxNode } from 'unbash';
import { programName } from '../../src/inject/shell/programs.ts';
import { shellView } from '../../src/inject/shell-view.ts';
import { corpusDir, NO_CORPUS } from '../support/corpus.ts';

/** How a command was reached that the parser sees too; what strings and wrappers run is beyond it. */
const SYNTAX = new Set(['top', '( )', '$()', '<()', '>()']);

interface Programs {
  names: string[];
  errors: number;
}

/** Programs of every simple command that is executed, as the parser from npm reads it. */
function parsed(command: string): Programs {
  const script = parse(command) as SyntaxNode & { errors?: unknown[] };
  const found: Programs = { names: [], errors: 0 };
  const bodies = new Map<string, SyntaxNode[]>();
  const visit = (node: SyntaxNode): void => {
    const { errors, type, name, body } = node as {
      errors?: unknown[];
      type: string;
      name?: { value: string };
      body?: SyntaxNode;
    };
    found.errors += errors?.length ?? 0;
    if (type === 'Function' && name !== undefined && body !== undefined) {
      bodies.set(name.value, [...(bodies.get(name.value) ?? []), body]);
      return;
    }
    if (type === 'Command' && name) found.names.push(programName(name.value));
    forEachChild(node, visit);
  };
  visit(script);
  const dispatches = () => found.names.some((name) => name.startsWith('$'));
  for (let called = true; called; ) {
    called = false;
    for (const [name, waiting] of bodies) {
      if (!found.names.includes(name) && !dispatches()) continue;
      called = true;
      bodies.delete(name);
      waiting.forEach(visit);
    }
  }
  found.names = found.names.filter(isLiteral).sort();
  return found;
}

/** The same as our view sees it. `time` is a word of the grammar to the parser, and a program to us. */
function viewed(command: string): string[] {
  return shellView(command)
    .commands.filter((each) => SYNTAX.has(each.via) || each.via === 'time')
    .map((each) => each.program)
    .filter((name) => name !== '[[' && name !== 'time' && isLiteral(name))
    .sort();
}

function isLiteral(name: string): boolean {
  return name !== '' && !/[$`*?{}<>()]/.test(name);
}

/** A view that looks into `bash -c "$(…)"`, and at a function once for each call, sees more than the parser, never less. */
function agrees(command: string): boolean | null {
  const theirs = parsed(command);
  if (theirs.errors > 0) return null;
  const ours = viewed(command);
  if (ours.join('\n') === theirs.names.join('\n')) return true;
  const left = [...ours];
  for (const name of theirs.names) {
    const at = left.indexOf(name);
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return /\b(?:sh|bash|zsh|ssh|eval|xargs|trap|time)\b|\(\)/.test(command);
}

describe('the shell view and a parser from npm see the same commands', () => {
  test('in the committed commands', () => {
    const folder = new URL('../fixtures/commands/', import.meta.url);
    const commands = [
      'harmless.jsonl',
      'dangerous.jsonl',
      'pack-harmless.jsonl',
      'pack-dangerous.jsonl',
    ].flatMap((name) =>
      readFileSync(new URL(name, folder), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { command: string; tool?: string })
        .filter((each) => each.tool === undefined)
        .map((each) => each.command),
    );
    const verdicts = commands.map((command) => ({ command, agrees: agrees(command) }));
    expect(verdicts.filter((each) => each.agrees === false).map((each) => each.command)).toEqual([]);
    expect(verdicts.filter((each) => each.agrees === true).length).toBeGreaterThan(600);
  });

  const corpus = corpusDir();
  test.skipIf(corpus === null)(
    corpus === null ? `in the commands of the corpus (${NO_CORPUS})` : 'in the commands of the corpus',
    () => {
      const commands = corpusCommands(corpus!);
      expect(commands.length).toBeGreaterThan(1000);
      const different = commands.filter((command) => agrees(command) === false);
      expect(different.length / commands.length).toBeLessThan(0.002);
    },
  );
});

/** Every distinct shell command in the transcripts, whatever the agent. */
function corpusCommands(folder: string): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) {
        if ((key === 'command' || key === 'cmd') && typeof inner === 'string' && inner.length < 65_536)
          found.add(inner);
        else if (key === 'arguments' && typeof inner === 'string') visit(tryParse(inner));
        else visit(inner);
      }
    }
  };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.jsonl')) continue;
    for (const line of readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n')) {
      if (line.includes('"command"') || line.includes('cmd')) visit(tryParse(line));
    }
  }
  return [...found];
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
