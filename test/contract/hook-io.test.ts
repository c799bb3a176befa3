import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { HookAnswer, HookEvent, HookIo } from '../../src/agents/adapter.ts';
import { agentInstallers } from '../../src/agents/installers.ts';
import { hookIoOf } from '../../src/hook/agents.ts';
import { AGENT_IDS } from '../../src/model/constants.ts';
import { HOOK_CASES } from './hook-cases/index.ts';

/** One suite for every agent: payloads in the shapes of the recorded ones, and the answers that each client accepts. */

const encoded = (io: HookIo, event: HookEvent, answer: HookAnswer): unknown => {
  const text = io.encode(event, answer);
  return text === '' ? '' : JSON.parse(text);
};

test('every agent that hooks are installed into is answered, under its own id, and has cases here', async () => {
  const installed: string[] = agentInstallers.map(({ id }) => id).sort();
  expect(AGENT_IDS.filter((id) => hookIoOf(id) !== null).sort() as string[]).toEqual(installed);
  expect(Object.keys(HOOK_CASES).sort()).toEqual(installed);
  for (const id of installed) expect<string>((await hookIoOf(id))!.agent).toBe(id);
});

test('opencode keeps its database below the home folder, whichever variable names that', async () => {
  const io = (await hookIoOf('opencode'))!;
  const payload = { hook: 'session.created', sessionID: 's1', directory: '/p' };
  const path = (env: Record<string, string>) => io.decode(payload, env)!.base.transcriptPath;
  expect(path({ HOME: '/home/dev', USERPROFILE: 'C:\\Users\\dev' })).toBe(
    '/home/dev/.local/share/opencode/opencode.db',
  );
  expect(path({ USERPROFILE: 'C:\\Users\\dev' })).toBe('C:\\Users\\dev/.local/share/opencode/opencode.db');
});

describe.each(Object.keys(HOOK_CASES))('%s', (agent) => {
  test.each(
    HOOK_CASES[agent]!.map((each) => [each.kind, JSON.stringify(each.payload).slice(0, 60), each] as const),
  )('%s from %s', async (_kind, _text, { payload, kind, tool, paths, more, context, deny }) => {
    const io = (await hookIoOf(agent))!;
    const event = io.decode(payload, {})!;
    expect(event).toMatchObject({ kind, ...more });
    if (event.kind === 'before-tool' || event.kind === 'after-tool' || event.kind === 'tool-failed') {
      expect(event.call.tool).toBe(tool!);
      if (paths) expect(event.call.paths).toEqual(paths);
    }
    expect(encoded(io, event, { kind: 'context', text: 'TEXT' })).toEqual(context);
    expect(encoded(io, event, { kind: 'deny', reason: 'WHY' })).toEqual(deny ?? '');
    expect(encoded(io, event, { kind: 'none' })).toBe('');
  });

  test('anything at all is decoded to an event or to nothing, and answered with one object or nothing', async () => {
    const io = (await hookIoOf(agent))!;
    const names = HOOK_CASES[agent]!.map(({ payload }) => payload);
    const mutated = fc.tuple(
      fc.constantFrom(...names),
      fc.dictionary(fc.constantFrom(...new Set(names.flatMap(Object.keys))), fc.anything()),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          mutated.map(([payload, changes]) => ({ ...payload, ...changes })),
        ),
        (payload) => {
          const event = io.decode(payload, {});
          if (event === null) return;
          for (const answer of [
            { kind: 'context', text: '\ud800x' },
            { kind: 'deny', reason: 'no' },
          ] as HookAnswer[]) {
            const text = io.encode(event, answer);
            if (text !== '') expect(JSON.parse(text)).toBeObject();
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('recorded payloads', () => {
  const folder = join(import.meta.dir, '..', '..', '..', 'shared', 'contracts', 'fixtures');
  const agents: Record<string, string> = {
    'claude-code': 'claude-code',
    codex: 'codex',
    gemini: 'gemini-cli',
    copilot: 'copilot',
    qwen: 'qwen-code',
  };
  if (!existsSync(folder)) console.log('recorded payloads are not checked: ../shared is not there');
  test.skipIf(!existsSync(folder))('every call, prompt and start is understood', async () => {
    for (const [name, agent] of Object.entries(agents)) {
      const io = (await hookIoOf(agent))!;
      const kinds = new Map<string, number>();
      for (const file of readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })) {
        if (!/hooks\/[^/]+\.json$/.test(file)) continue;
        const recorded = JSON.parse(readFileSync(join(folder, name, file), 'utf8'));
        const payload = recorded.stdin ?? recorded;
        const event = io.decode(payload, {});
        const eventName = String(payload.hook_event_name ?? '');
        if (
          /^(?:PreToolUse|BeforeTool|UserPromptSubmit|BeforeAgent|SessionStart|SessionEnd)$/.test(eventName)
        )
          expect([file, event?.kind ?? null]).not.toEqual([file, null]);
        if (event) kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1);
        if (event?.kind === 'before-tool' && event.call.tool === 'Bash')
          expect(event.call.input['command']).toBeString();
      }
      expect(kinds.get('before-tool') ?? 0).toBeGreaterThan(0);
    }
  });
});
