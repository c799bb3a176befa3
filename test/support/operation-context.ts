import { onTestFinished } from 'bun:test';
import { makeContext, type OwnedContext } from '../../src/operations/context.ts';
import type { Actor } from '../../src/operations/operation.ts';
import { scratchHome } from './scratch.ts';

const HUMAN: Actor = { agent: null, sessionId: null, terminal: false };

/** What `testContext` makes. */
export type TestContext = OwnedContext & { warnings: string[]; time: { now: number } };

/** A context over a scratch home whose clock the test moves; what is said to the human is collected. Closed after the test. */
export function testContext(
  options: { home?: string; actor?: Actor; cwd?: string; env?: Record<string, string>; now?: number } = {},
): TestContext {
  const home = options.home ?? scratchHome();
  const time = { now: options.now ?? Date.parse('2026-11-20T12:00:00.000Z') };
  const warnings: string[] = [];
  const context = makeContext({
    home,
    cwd: options.cwd ?? home,
    env: { HOME: home, ...options.env },
    clock: { now: () => time.now },
    actor: options.actor ?? HUMAN,
    warn: (line) => warnings.push(line),
  });
  onTestFinished(() => context.close());
  return Object.assign(context, { warnings, time });
}
