import { afterAll, beforeAll, expect, test } from 'bun:test';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { runCli } from '../support/cli.ts';
import { lastingScratchDir } from '../support/scratch.ts';

const home = lastingScratchDir('mcp');
const client = new Client({ name: 'test', version: '1.0.0' });

beforeAll(async () => {
  await client.connect(
    new StdioClientTransport({
      command: join(import.meta.dir, '..', '..', 'dist', 'lessons'),
      args: ['mcp'],
      env: { LESSONS_HOME: home, HOME: home, PATH: process.env['PATH'] ?? '' },
    }),
  );
});

afterAll(async () => {
  await client.close();
});

test('every offered operation is a tool with an object schema, and none that only a human may call', async () => {
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name);
  expect(names).toContain('lesson_list');
  expect(names).toContain('lesson_add');
  expect(names).toContain('review_apply');
  for (const withheld of ['lesson_purge', 'lesson_migrate', 'trust_add', 'call_allow', 'backup_restore'])
    expect(names).not.toContain(withheld);
  for (const tool of tools) expect(tool.inputSchema.type).toBe('object');
});

test('no tool takes a program to run or a file to write', async () => {
  const { tools } = await client.listTools();
  for (const [name, field, given] of [
    ['stats_show', 'html', join(home, 'stats.html')],
    ['lesson_curate', 'command', '/bin/true'],
  ] as const) {
    expect(Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {})).not.toContain(
      field,
    );
    const refused = await client.callTool({ name, arguments: { agent: 'codex', [field]: given } });
    expect(refused.isError).toBe(true);
  }
  expect(existsSync(join(home, 'stats.html'))).toBe(false);
});

test('a call runs the operation and answers its JSON', async () => {
  const result = await client.callTool({ name: 'lesson_list', arguments: {} });
  const [first] = result.content as { type: string; text: string }[];
  expect(JSON.parse(first!.text)).toMatchObject({ lessons: [] });
});

test('bad input and unknown tools are one line, not a crash', async () => {
  const bad = await client.callTool({ name: 'lesson_list', arguments: { limit: 'many' } });
  expect(bad.isError).toBe(true);
  const misspelt = await client.callTool({ name: 'lesson_show', arguments: { ref: '1', lesson: 'x' } });
  expect(misspelt).toMatchObject({
    isError: true,
    content: [{ text: 'lesson: there is no such argument; there is ref' }],
  });
  const unknown = await client.callTool({ name: 'lesson_fly', arguments: {} });
  expect(unknown.isError).toBe(true);
});

test('no tool reads the protocol, or waits for a pipe, in place of a file', async () => {
  const pipe = join(home, 'pipe');
  if (process.platform !== 'win32') spawnSync('mkfifo', [pipe]);
  const files = process.platform === 'win32' ? ['-'] : ['-', '/dev/stdin', '/proc/self/fd/0', pipe];
  const calls = [
    { name: 'lesson_writ', arguments: {} },
    ...files.map((file) => ({ name: 'lesson_import', arguments: { file } })),
  ];
  for (const call of calls) {
    const refused = await client.callTool(call, undefined, { timeout: 20_000 });
    expect([call, refused.isError]).toEqual([call, true]);
  }
  expect((await client.callTool({ name: 'lesson_list', arguments: {} })).isError).toBeFalsy();
});

test('a lesson that an agent adds waits for a human', async () => {
  const lesson = {
    summary: 'pnpm test needs a build first',
    mistake: 'Ran pnpm test before the workspace was built, so imports did not resolve',
    remediation: 'Run pnpm build first, then pnpm test',
    commandPatterns: ['pnpm test'],
  };
  const added = await client.callTool({ name: 'lesson_add', arguments: lesson });
  const [first] = added.content as { text: string }[];
  expect(JSON.parse(first!.text)).toMatchObject({
    status: 'candidate',
    proposal: expect.stringContaining('MCP client'),
  });
  const listed = await client.callTool({ name: 'lesson_list', arguments: { status: ['active'] } });
  expect(JSON.parse((listed.content as { text: string }[])[0]!.text)).toMatchObject({ lessons: [] });
});

test('standard input that ends ends no call: each is answered first', async () => {
  const requests = ['manifest_build', 'lesson_show', 'stats_show'].map((name, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: name === 'lesson_show' ? { ref: 'x'.repeat(100_000) } : {} },
  }));
  const stdin = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  const { stdout, code } = await runCli(['mcp'], { home, stdin });
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map((answer) => answer.id).sort()).toEqual([0, 1, 2]);
  expect(
    Math.max(...answers.filter(({ id }) => id === 1).map((answer) => JSON.stringify(answer).length)),
  ).toBeLessThan(1200);
  expect(code).toBe(0);
});

test('a client that has gone ends the server without a word', async () => {
  const server = spawn(join(import.meta.dir, '..', '..', 'dist', 'lessons'), ['mcp'], {
    env: { LESSONS_HOME: home, HOME: home, PATH: process.env['PATH'] ?? '' },
  });
  let stderr = '';
  server.stderr.on('data', (bytes) => {
    stderr += bytes;
  });
  server.stdout.destroy();
  await once(server.stdout, 'close');
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })}\n`);
  const [code] = await once(server, 'close');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
