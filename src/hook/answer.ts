import type { HookEvent, HookIo } from '../agents/adapter.ts';
import { quickTokens } from '../inject/quick-tokens.ts';
import { type Gate, openGate } from '../manifest/read-gate.ts';
import type { HookHost } from './act.ts';
import { hasFailed } from './failing-marker.ts';
import type { Payload } from './stdin.ts';

/**
 * One hook event from its payload to the text for stdout: parse, load, match, dedup and rank, select, format.
 * Fails open: whatever goes wrong, the answer is empty. Never throws.
 */
export async function answerHook(io: HookIo, payload: Payload, host: HookHost): Promise<string> {
  try {
    if (isSwitchedOff(host.env['LESSONS_DISABLE'])) return '';
    const event = parse(io, payload, host);
    if (event === null) return '';
    const gate = event.kind === 'before-tool' || event.kind === 'after-tool' ? openGate(host.home) : null;
    const quiet = gate !== null && isQuiet(event, gate, host);
    if (quiet === true) return '';
    if (quiet === 'noted') {
      const { noteCall } = await import('./note-call.ts');
      noteCall(io.agent, event, host);
      return '';
    }
    const { answerEvent } = await import('./dispatch.ts');
    return await answerEvent(io, event, host, gate?.pointer ?? null);
  } catch {
    return '';
  }
}

/**
 * True where the pointer's gate says that no lesson can match this call, or that the hooks are paused: the case of most
 * calls, and the only one that loads nothing more. `noted` where the call has to be noted all the same.
 */
function isQuiet(event: HookEvent, gate: Gate, host: HookHost): boolean | 'noted' {
  if (event.kind !== 'before-tool' && event.kind !== 'after-tool') return false;
  if (gate.paused) return true;
  const { call } = event;
  const tokens = quickTokens(call);
  if (tokens === null || gate.mayMatch(call.tool, tokens)) return false;
  return event.kind === 'before-tool' && hasFailed(host, event.base.sessionId) ? 'noted' : true;
}

function parse(io: HookIo, payload: Payload, host: HookHost): HookEvent | null {
  const value = 'value' in payload ? payload.value : JSON.parse(new TextDecoder().decode(payload.bytes));
  if (host.late()) return null;
  const event = io.decode(value, host.env);
  if (event !== null && event.base.sessionId === '') event.base.sessionId = 'unknown';
  return event;
}

/** `LESSONS_DISABLE` set to anything but nothing, `0` or `false`. */
function isSwitchedOff(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
