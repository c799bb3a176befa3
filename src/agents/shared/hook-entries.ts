import type { Inspection, SelfTestPayloads } from '../installer.ts';

/** An event at which a hook is registered, for the tools that `matcher` names, or for all. */
export interface HookEventSpec {
  event: string;
  matcher?: string;
  /** What the agent cuts a longer time-out to, in its own unit. */
  timeoutMax?: number;
}

type Entry = Record<string, unknown>;

/** What agents call a hook's time-out. */
export const TIME_NAMES = ['timeout', 'timeoutSec'];

/** Tools of MCP servers (`mcp__server__tool`, in Gemini CLI `mcp_server_tool`), in matchers that are patterns. */
export const SERVER_TOOLS = 'mcp_.+';

/** Events at which a session, a subagent or a turn begins, or a session ends, in every agent's words. */
const BESIDE_CALLS =
  /^(?:session(?:Start|End)|subagentStart|userPromptSubmit(?:ted)?|beforeSubmitPrompt|BeforeAgent)$/i;

/**
 * How many times as long as at a call an agent waits for a hook: what a session is told first has no second chance, an
 * end that is not heard leaves the session unscanned until the next start, and nobody waits for a call at either. Reached
 * on a machine alone that is too busy to start a process in time.
 */
export const timesAsLong = (event: string): number => (BESIDE_CALLS.test(event) ? 5 : 1);

/**
 * Claude Code's form: for each event a group `{matcher?, hooks: [handler]}`.
 * @param handler with the time-out for a call
 */
export function groupEntries(specs: readonly HookEventSpec[], handler: Entry): Record<string, Entry> {
  return Object.fromEntries(
    specs.map((spec) => [
      spec.event,
      {
        ...(spec.matcher === undefined ? {} : { matcher: spec.matcher }),
        hooks: [handlerFor(spec, handler)],
      },
    ]),
  );
}

/** For each event the handler itself. */
export function plainEntries(specs: readonly HookEventSpec[], handler: Entry): Record<string, Entry> {
  return Object.fromEntries(
    specs.map((spec) => [
      spec.event,
      { ...handlerFor(spec, handler), ...(spec.matcher === undefined ? {} : { matcher: spec.matcher }) },
    ]),
  );
}

function handlerFor({ event, timeoutMax = Number.POSITIVE_INFINITY }: HookEventSpec, handler: Entry): Entry {
  const longer = (value: unknown) => Math.min(timeoutMax, Number(value) * timesAsLong(event));
  const times = TIME_NAMES.filter((name) => typeof handler[name] === 'number');
  return { ...handler, ...Object.fromEntries(times.map((name) => [name, longer(handler[name])])) };
}

/** Claude Code's switch for all hooks. */
export function hooksSwitchedOff(settings: Record<string, unknown>, path: string): Inspection {
  const isOff = settings['disableAllHooks'] === true;
  return { problems: isOff ? [`${path} switches all hooks off (disableAllHooks)`] : [] };
}

/** Payloads in Claude Code's fields, for the agents that speak its dialect; event names and tool as the agent says. */
export function dialectSelfTest(
  cwd: string,
  command: string,
  names: { start: string; before: string; after?: string; tool: string },
): SelfTestPayloads {
  const base = { session_id: 'lessons-doctor', transcript_path: null, cwd };
  const call = { tool_name: names.tool, tool_input: { command }, tool_use_id: 'call_doctor' };
  const before = { ...base, ...call, hook_event_name: names.before };
  const after = { ...before, hook_event_name: names.after, tool_response: { llmContent: 'Output: done' } };
  return {
    start: { ...base, hook_event_name: names.start, source: 'startup' },
    call: names.after === undefined ? [before] : [before, after],
  };
}
