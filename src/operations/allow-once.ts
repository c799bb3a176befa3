import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Permission, permitCode } from '../platform/allow-codes.ts';
import { isoTime } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { appendLine } from '../platform/files.ts';
import { homeFiles } from '../platform/paths.ts';
import { sessionStateAt } from '../platform/session-state.ts';
import { type Context, operation } from './operation.ts';

export const allowOnce = operation({
  name: 'call.allow',
  docs: 'Lets one blocked call through. The code stands in the reason of the block; it works once, for the identical call in the session in which it was blocked, within 10 minutes. Needs a terminal, since an agent must not allow itself anything; the human may also type `allow CODE` as a prompt.',
  input: z.object({ code: z.string() }),
  output: z.object({ code: z.string(), allowed: z.boolean() }),
  readOnly: false,
  cli: {
    command: ['allow-once'],
    args: [{ field: 'code', label: 'CODE', required: true }],
    render: () => 'Allowed once: the identical call may run within 10 minutes.',
  },
  async run(context, { code }) {
    if (context.actor.agent !== null || !context.actor.terminal) {
      throw new AppError('NEEDS_TERMINAL', 'a blocked call can be allowed only by a human, in a terminal', {
        hint: 'In the agent, type the prompt: allow CODE',
      });
    }
    const wanted = code.trim().toUpperCase();
    const permission = permitSomewhere(context, wanted);
    if (permission !== 'allowed') throw refusal(wanted, permission);
    appendLine(
      homeFiles.events(context.home),
      JSON.stringify({
        at: isoTime(context.clock),
        kind: 'allow-once',
        agent: 'terminal',
        event: 'allow-once',
        sessionId: '',
        detail: `permitted ${wanted}`,
      }),
    );
    return { code: wanted, allowed: true };
  },
});

function permitSomewhere(context: Context, code: string): Permission {
  let names: string[];
  try {
    names = readdirSync(homeFiles.sessions(context.home));
  } catch {
    return 'unknown';
  }
  for (const name of names) {
    const state = sessionStateAt(join(homeFiles.sessions(context.home), name));
    if (state.has(`code.${code}`)) return permitCode(state, code, context.clock.now());
  }
  return 'unknown';
}

function refusal(code: string, permission: Permission): AppError {
  if (permission === 'unknown') return new AppError('NOT_FOUND', `no blocked call has the code ${code}`);
  if (permission === 'unkept')
    return new AppError('IO', `the code ${code} cannot be taken: nothing can be written`, {
      hint: '`lessons doctor` says why.',
    });
  const why = permission === 'used' ? 'was used already' : 'has expired';
  return new AppError('CONFLICT', `the code ${code} ${why}`, {
    hint: 'Let the agent try again: it gets a new code.',
  });
}
