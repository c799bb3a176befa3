import type { HookEvent } from '../agents/adapter.ts';
import { Act, DEFAULTS, type HookHost } from './act.ts';
import { logCall } from './call-log.ts';

/** Notes a call that no lesson can match. Its input is short, or the gate could not have told. */
export function noteCall(agent: string, event: HookEvent, host: HookHost): void {
  if (event.kind !== 'before-tool') return;
  logCall(new Act(host, agent, event, null, DEFAULTS), 'call', event.call, event.toolUseId);
}
