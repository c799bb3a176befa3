import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../kit/client.ts';
import { describeClients, resultIn } from '../kit/client-rig.ts';
import { type ModelServer, say, type Turn } from '../kit/model-server.ts';
import { furnish, lessons, recordedEvents } from '../kit/shop.ts';

/** The real client with a real MCP server: lessons about its tools act before the call, and its failures make lessons. */

const SERVER = join(import.meta.dir, '..', 'kit', 'mcp-server.mjs');
const TOOL = 'mcp__orders__find_orders';

const find = (limit: number): Turn => ({ tools: [{ tool: TOOL, input: { query: 'late', limit } }] });
const note = (text: string): Turn => ({ tools: [{ tool: 'mcp__orders__note', input: { text } }] });

describeClients('Claude Code', (rig) => {
  async function stage(turns: Turn[]): Promise<{ server: ModelServer; machine: Machine }> {
    const { server, machine } = await rig.stage([{ name: 'main', turns }]);
    furnish(machine);
    const servers = { orders: { command: process.execPath, args: [SERVER] } };
    writeFileSync(join(machine.root, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
    return { server, machine };
  }

  async function play(machine: Machine, prompt: string): Promise<void> {
    const config = ['--mcp-config', join(machine.root, 'mcp.json')];
    const session = rig.session(machine, [...config, '--allowedTools', `${TOOL},mcp__orders__note`]);
    await session.prompt(prompt);
    await session.end();
  }

  const resultOf = (server: ModelServer, turn: number) => resultIn(server.lane('main')[turn + 1]);

  test('a lesson on a server’s tool is told at its call, and one that is held denies it', async () => {
    const { server, machine } = await stage([
      find(20), // 0: told
      find(30), // 1: not again
      note('late'), // 2: held
      { ...note('late'), delayMs: 800 }, // 3: passes
      say('Done.'),
    ]);
    const add = (fields: object) => {
      const { stdout, stderr } = lessons(
        machine,
        ['add', '--from-json', '-', '--json'],
        JSON.stringify(fields),
      );
      expect(stderr).toBe('');
      return JSON.parse(stdout) as { slug: string; warnings: unknown[] };
    };
    const told = add({
      summary: 'Orders are paged by the cursor',
      mistake: 'Asked find_orders again with a larger limit instead of following its cursor.',
      remediation: 'Follow the cursor that find_orders answers with.',
      toolNames: [TOOL],
      priority: 7,
    });
    const held = add({
      summary: 'Notes are read by the customer',
      mistake: 'Kept a note with words about a customer, who reads the notes.',
      remediation: 'Write notes that a customer may read.',
      toolNames: ['mcp__orders__note'],
      delivery: 'hold',
      priority: 7,
    });
    expect([told.warnings, held.warnings]).toEqual([[], []]);
    await play(machine, 'Look for late orders');
    expect(resultOf(server, 0).result).toContain('orders: 17');
    expect(resultOf(server, 0).beside).toContain('Follow the cursor');
    expect(resultOf(server, 1)).toMatchObject({ beside: '', isError: false });
    expect(resultOf(server, 2)).toMatchObject({ isError: true });
    expect(resultOf(server, 2).result).toContain('that a customer may read');
    expect(resultOf(server, 3)).toMatchObject({ result: 'noted', beside: '', isError: false });
    const kinds = recordedEvents(machine).map(({ kind, slug }) => `${kind} ${slug}`);
    expect(kinds.sort()).toEqual([`hold ${held.slug}`, `hold-passed ${held.slug}`, `inject ${told.slug}`]);
  });

  test('a failure of a server’s tool becomes a candidate that names the tool, and recalls its lesson', async () => {
    const { server, machine } = await stage([
      find(500), // 0: fails
      find(100), // 1
      say('Done.'), // 2
      find(400), // 3: fails again, in another session
      find(100), // 4
      say('Done.'),
    ]);
    await play(machine, 'Look for late orders');
    expect(lessons(machine, ['scan']).status).toBe(0);
    const { candidates } = JSON.parse(lessons(machine, ['review', '--json']).stdout);
    expect(candidates).toMatchObject([{ toolNames: [TOOL] }]);
    expect(candidates[0].summary).toContain('`find_orders` of orders');
    expect(candidates[0].remediation).toContain('`limit` = `100`');
    expect(lessons(machine, ['promote', candidates[0].slug]).status).toBe(0);
    await play(machine, 'Look for late orders again');
    expect(resultOf(server, 3)).toMatchObject({ isError: true });
    expect(resultOf(server, 3).beside).toContain('`limit` = `100`');
    expect(resultOf(server, 4)).toMatchObject({ beside: '', isError: false });
    const recalled = recordedEvents(machine).filter(({ kind }) => kind === 'recall');
    expect(recalled).toMatchObject([{ slug: candidates[0].slug }]);
  });
});
