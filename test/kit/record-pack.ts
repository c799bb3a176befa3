import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pack from '../../packs/starter.json';
import cases from '../../packs/starter.tests.json';
import { CLIENT_VERSIONS, installClient } from '../../scripts/install-client.mjs';
import { shellView } from '../../src/inject/shell-view.ts';
import { ClientSession, makeMachine } from './client.ts';
import { bash, startModelServer, type ToolUse, type Turn } from './model-server.ts';
import { furnish, lessons, recordedEvents } from './shop.ts';

/**
 * `node scripts/bun.mjs test/kit/record-pack.ts`: plays, in a session of the real client with the starter pack imported,
 * one call for each lesson that acts at calls, and writes which of them the installed hook answered to
 * `packs/starter.recorded.json`. The programs are stubs that do nothing, so nothing of what is called happens.
 */
const root = join(import.meta.dir, '..', '..');
const version = CLIENT_VERSIONS.at(-1) ?? '';
const KEPT = new Set(['sh', 'bash', 'cd', 'echo', 'cat', 'true', 'for', 'do', 'done', 'export', 'set']);

const calls: { slug: string; call: ToolUse }[] = [];
for (const entry of cases as { slug: string; match: string[]; calls: { tool: string; path: string }[] }[]) {
  const [command] = entry.match;
  const [file] = entry.calls;
  if (command !== undefined) calls.push({ slug: entry.slug, call: bash(command) });
  else if (file !== undefined) calls.push({ slug: entry.slug, call: fileCall(file) });
}

function fileCall({ tool, path }: { tool: string; path: string }): ToolUse {
  return { tool, input: tool === 'Write' ? { file_path: path, content: 'x\n' } : { file_path: path } };
}

const turns: Turn[] = [...calls.map(({ call }): Turn => ({ tools: [call] })), { text: 'done' }];
const server = await startModelServer([{ name: 'main', turns }]);
const machine = makeMachine(server.url);
try {
  furnish(machine);
  const stubs = join(machine.root, 'stubs');
  mkdirSync(stubs);
  for (const { call } of calls) {
    for (const { program } of shellView(String(call.input['command'] ?? '')).commands) {
      if (!/^[\w.-]+$/.test(program) || KEPT.has(program)) continue;
      writeFileSync(join(stubs, program), '#!/bin/sh\nexit 0\n');
      chmodSync(join(stubs, program), 0o755);
    }
  }
  machine.env['PATH'] = `${stubs}:${machine.env['PATH']}`;
  const copy = join(machine.root, 'starter.json');
  copyFileSync(join(root, 'packs', 'starter.json'), copy);
  const imported = lessons(machine, ['import', copy]);
  if (imported.status !== 0) throw new Error(imported.stderr);
  const session = new ClientSession(installClient(version), machine);
  await session.prompt('Run the calls.');
  await session.end();
  const slugs = new Set(pack.lessons.map((lesson) => lesson.slug));
  const fired = new Map<string, string>();
  for (const { kind, slug } of recordedEvents(machine)) {
    if (slug !== null && slugs.has(slug) && ['inject', 'hold', 'block'].includes(kind)) fired.set(slug, kind);
  }
  const silent = calls.map(({ slug }) => slug).filter((slug) => !fired.has(slug));
  const record = {
    client: `claude-code ${version}`,
    recordedAt: new Date().toISOString().slice(0, 10),
    fired: [...fired].sort().map(([slug, kind]) => ({ slug, kind })),
    silent,
  };
  writeFileSync(join(root, 'packs', 'starter.recorded.json'), `${JSON.stringify(record, null, 2)}\n`);
  console.log(`${fired.size} of ${calls.length} fired; silent: ${silent.join(', ') || 'none'}`);
} finally {
  await server.close();
  machine.remove();
}
