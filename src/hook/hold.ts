import type { CompiledLesson } from '../model/compiled.ts';
import { HOLDS_PER_LESSON_MAX } from '../model/constants.ts';
import { readClaim, slugFile } from '../platform/session-state.ts';
import type { Act } from './act.ts';

/** `deny`: hold this call. `pass`: it was held before and is repeated. `context`: held often enough, or it cannot be remembered. */
type HoldVerdict = 'deny' | 'pass' | 'context';

/**
 * Whether a matching call is held. Key: session, agent id, lesson, hash of the canonical input. The first such call
 * is denied, a twin within `holdTwinWindowMs` too; a later one passes. After three held inputs the lesson is context.
 * A tool-use id that was denied once is denied again, whoever asks: two installed hooks give one answer.
 */
export function holdCall(
  act: Act,
  lesson: CompiledLesson,
  inputHash: string,
  toolUseId: string | null,
): HoldVerdict {
  const { state, host, config } = act;
  const owner = ownerOf(act);
  const key = keyOf(owner, lesson, inputHash);
  const name = toolUseId === null ? '-' : toolUseId;
  const first = state.claim(key, `${host.now()}\t${name}\n`);
  if (first === null) return 'context';
  if (first) return takeSlot(act, lesson, owner, name) ? 'deny' : 'context';

  const lines = (readClaim(state, key) ?? '').split('\n').filter(Boolean);
  const heldAt = Number(lines[0]?.split('\t')[0]);
  const denied = lines.map((line) => line.split('\t')[1]);
  if (toolUseId !== null && denied.includes(toolUseId)) {
    return slotsSpent(act, lesson, owner, toolUseId) ? 'context' : 'deny';
  }
  const age = Math.abs(host.now() - heldAt);
  if (age >= config.holdTwinWindowMs || Number.isNaN(age)) return 'pass';
  if (slotsSpent(act, lesson, owner, denied[0] ?? '-')) return 'context';
  state.append(key, `${host.now()}\t${name}`);
  return 'deny';
}

/** Whether this input was let run since its lesson had held often enough. */
export function ranUnheld(act: Act, lesson: CompiledLesson, inputHash: string): boolean {
  const owner = ownerOf(act);
  const name = act.state.read(keyOf(owner, lesson, inputHash))?.split(/\s/)[1];
  return !!name && slotsSpent(act, lesson, owner, name);
}

const ownerOf = (act: Act): string => slugFile(act.event.base.agentId ?? 'main');

const keyOf = (owner: string, lesson: CompiledLesson, inputHash: string): string =>
  `h.${owner}.${slugFile(lesson.slug)}.${inputHash}`;

function slotName(lesson: CompiledLesson, owner: string, number: number): string {
  return `n.${owner}.${slugFile(lesson.slug)}.${number}`;
}

/** Counts one more held input of this lesson; false where three are counted already. */
function takeSlot(act: Act, lesson: CompiledLesson, owner: string, toolUse: string): boolean {
  for (let number = 1; number <= HOLDS_PER_LESSON_MAX; number += 1) {
    if (act.state.claim(slotName(lesson, owner, number), `${toolUse}\n`) === true) return true;
  }
  return false;
}

/** True where all places are taken, none of them by this call. */
function slotsSpent(act: Act, lesson: CompiledLesson, owner: string, toolUse: string): boolean {
  for (let number = 1; number <= HOLDS_PER_LESSON_MAX; number += 1) {
    const holder = act.state.read(slotName(lesson, owner, number));
    if (holder === null || holder.trim() === toolUse) return false;
  }
  return true;
}
