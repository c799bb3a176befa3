import { beforeAll, describe, expect, test } from 'bun:test';
import type { Metafile } from 'esbuild';
import { z } from 'zod';
import { operationEntries } from '../../src/operations/index.ts';
import { flagsOf, type Operation } from '../../src/operations/operation.ts';
import { overview } from '../../src/surfaces/cli/help.ts';
import { helpOf } from '../../src/surfaces/cli/parse.ts';
import { moduleGraph } from '../support/module-graph.ts';

describe('registry', () => {
  let loaded: Operation[];
  beforeAll(async () => {
    loaded = await Promise.all(operationEntries.map((entry) => entry.load()));
  });

  test('names and commands are unique', () => {
    const names = operationEntries.map((entry) => entry.name);
    const commands = operationEntries.flatMap((entry) => [entry.command, ...(entry.aliases ?? [])]);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(commands).size).toBe(commands.length);
    expect(names.length).toBeGreaterThan(12);
  });

  test('every line agrees with its record', () => {
    for (const [index, entry] of operationEntries.entries()) {
      const operation = loaded[index]!;
      expect(operation.name).toBe(entry.name);
      expect(operation.name).toMatch(/^[a-z-]+\.[a-z-]+$/);
      expect(operation.cli.command.join(' ')).toBe(entry.command);
      expect(operation.docs.length).toBeGreaterThan(20);
    }
  });

  test('every flag and argument names a field of the input, and help fits 80 columns', () => {
    for (const operation of loaded) {
      const fields = Object.keys(operation.input.shape);
      for (const flag of flagsOf(operation)) {
        expect(fields).toContain(flag.field);
        expect(flag.flag).toMatch(/^(-[a-z], )?--[a-z][a-z-]*$/);
      }
      for (const arg of operation.cli.args ?? []) expect(fields).toContain(arg.field);
      for (const line of helpOf(operation).split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    }
  });

  test('the overview fits 80 columns', () => {
    for (const line of overview(operationEntries, '10.10.10').split('\n'))
      expect(line.length).toBeLessThanOrEqual(80);
  });

  test('inputs and outputs have a JSON Schema, for MCP and HTTP', () => {
    for (const operation of loaded) {
      z.toJSONSchema(operation.input, { io: 'input' });
      z.toJSONSchema(operation.output, { unrepresentable: 'any' });
    }
  });
});

describe('start-up', () => {
  let graph: Metafile;
  beforeAll(async () => {
    graph = await moduleGraph('src/surfaces/cli/main.ts');
  });

  /** Packages reached from these modules without a dynamic import. */
  function packagesOf(...entries: string[]): Set<string> {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const queue = [...entries];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const input = graph.inputs[path];
      if (input === undefined) throw new Error(`${path} is not in the graph`);
      for (const imported of input.imports) {
        if (imported.kind === 'dynamic-import') continue;
        if (imported.external === true) packages.add(imported.path);
        else queue.push(imported.path);
      }
    }
    return new Set([...packages].filter((name) => !name.startsWith('node:')));
  }

  test('lessons --help loads no package at all', () => {
    expect([...packagesOf('src/surfaces/cli/main.ts')]).toEqual([]);
  });

  test('lessons list loads the store and the parser, nothing else', () => {
    const packages = packagesOf(
      'src/surfaces/cli/main.ts',
      'src/surfaces/cli/parse.ts',
      'src/operations/context.ts',
      'src/operations/lesson-list.ts',
      'src/operations/lesson/similar-lessons.ts',
      'src/store/sqlite/index.ts',
    );
    expect([...packages].sort()).toEqual(['commander', 'kysely', 'zod', 'zod/v4/core']);
  });
});
