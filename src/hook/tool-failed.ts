import type { HookAnswer } from '../agents/adapter.ts';
import { callSignature, inputHash } from '../inject/canonical.ts';
import { isLoop } from '../inject/loops.ts';
import { errorWindows, matchWindows } from '../inject/match.ts';
import { isPolling } from '../inject/polling.ts';
import { renderLoop } from '../inject/render.ts';
import type { InjectionEvent } from '../model/injection-event.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { fileName } from '../platform/session-state.ts';
import { lineFingerprint, salientLine } from '../text/fingerprint.ts';
import { tokensOf } from '../text/tokens.ts';
import { type Act, contextOf, NOTHING, paragraphs } from './act.ts';
import { logCall } from './call-log.ts';
import { appendFailure } from './failure-log.ts';
import { loggedCalls } from './logged-calls.ts';
import { tellLessons } from './tell.ts';

/**
 * A call has failed: it is logged, a known error recalls its lesson, and the second identical failure is a loop.
 * @param unsure `error` is what the call printed: where its telling line is a known error, that recalls its lesson
 */
export function toolFailed(
  act: Act,
  call: ToolCall,
  toolUseId: string | null,
  error: string,
  unsure?: boolean,
): HookAnswer {
  if (unsure) return contextOf(recallText(act, call, toolUseId, salientLine(error)));
  if (isTwin(act, call, toolUseId)) return NOTHING;
  appendFailure(act, call, toolUseId, error);
  logCall(act, 'fail', call, toolUseId);
  if (act.host.late()) return NOTHING;
  return contextOf(paragraphs(loopText(act, call, toolUseId), recallText(act, call, toolUseId, error)));
}

/** True where another installed hook has logged this failure. Calls without ids may fail in the same moment. */
function isTwin(act: Act, call: ToolCall, toolUseId: string | null): boolean {
  const { at } = act.event.base;
  const id = toolUseId ?? (at && `${at}-${callSignature(call.tool, call.input)}`);
  return !!id && act.state.claim(`f.${fileName(id)}`, '') === false;
}

function loopText(act: Act, call: ToolCall, toolUseId: string | null): string {
  if (!isLoop(loggedCalls(act)) || isPolling(call)) return '';
  const text = renderLoop([`${call.nativeTool}: ${shownInput(call)}`]);
  act.record('loop', null, callFacts(call, toolUseId), text);
  return text;
}

function recallText(act: Act, call: ToolCall, toolUseId: string | null, error: string): string {
  if (act.manifest === null) return '';
  const line = salientLine(error);
  // What says nothing is no known error: it would be every silent failure.
  const mark = line === '' ? '' : lineFingerprint(call.tool, line);
  const parts = errorWindows(error);
  const candidates = act.manifest.errorCandidates(tokensOf(parts), mark);
  if (act.host.late()) return '';
  const matches = matchWindows(call, parts, mark, candidates, act.scope);
  return tellLessons(act, matches, 'recall', callFacts(call, toolUseId));
}

function callFacts(call: ToolCall, toolUseId: string | null): Partial<InjectionEvent> {
  return { toolUseId, tool: call.tool, inputHash: inputHash(call.input) };
}

function shownInput(call: ToolCall): string {
  const command = call.input['command'];
  return typeof command === 'string' ? command : (call.paths[0] ?? JSON.stringify(call.input));
}
