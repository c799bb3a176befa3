import type { HookAnswer, HookEvent, HookIo } from '../agents/adapter.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { type Act, contextOf, NOTHING, paragraphs } from './act.ts';
import { afterTool, matchCallNow } from './before-tool.ts';
import { boundCall, boundText } from './bound.ts';
import { promptSubmitted } from './prompt.ts';
import { leaveBranch } from './reset.ts';
import { sessionStart, startBesidePrompt, subagentStart } from './session-start.ts';

export { leaveBranch };

type Rare = Exclude<HookEvent, { kind: 'before-tool' | 'after-tool' }>;

/** Events that come less often than calls: loaded only for them. */
export async function answerRare(act: Act, io: HookIo, event: Rare): Promise<HookAnswer> {
  switch (event.kind) {
    case 'tool-failed': {
      const call = boundCall(event.call);
      const { toolFailed } = await import('./tool-failed.ts');
      const answer = toolFailed(act, call, event.toolUseId, boundText(event.error), event.unsure);
      return io.contextAfterTool ? await withCallContext(act, call, event.toolUseId, answer) : answer;
    }
    case 'prompt':
      // Until they are compiled anew, calls would be told nothing.
      if (act.isUncompiled) act.host.background('--beside', null);
      leaveBranch(act, io);
      return beside(
        io.memory?.deafAt && event.base.agentId === null ? startBesidePrompt(act, io) : '',
        promptSubmitted(act, event.prompt),
      );
    case 'session-start':
      return sessionStart(act, io, event);
    case 'subagent-start':
      return subagentStart(act);
    case 'session-end':
      act.host.background('--transcript', event.base.transcriptPath);
      return NOTHING;
  }
}

/** Where context comes after the tool, a failing call's lessons come with what is said of the failure. */
async function withCallContext(
  act: Act,
  call: ToolCall,
  toolUseId: string | null,
  failed: HookAnswer,
): Promise<HookAnswer> {
  const matched = afterTool(act, await matchCallNow(act, call, toolUseId));
  return beside(textOf(matched), failed);
}

const textOf = (answer: HookAnswer): string => (answer.kind === 'context' ? answer.text : '');

function beside(text: string, answer: HookAnswer): HookAnswer {
  return { ...answer, ...contextOf(paragraphs(text, textOf(answer))) };
}
