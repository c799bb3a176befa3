import { baseName } from '../../../inject/paths.ts';
import { rememberedOf } from '../../../text/remembered.ts';
import type { EditSeen } from '../../failure-state.ts';
import { isCode, likeness, linesOf, piecesOf } from '../../wording/changes/changed-line.ts';

/** Edits that go over what an edit before them wrote: together they are one, from what was there first to what stayed. Pure. */

/** A shorter text may stand in any line. */
const PART_CHARS_MIN = 6;

/** Lines of code that an edit brings and takes away: it is held against each of those before it, and each later one against it. */
const changed = rememberedOf(({ old, new: now }: EditSeen) => {
  const [before, after] = [linesOf(old), linesOf(now)];
  const [was, is] = [new Set(before), new Set(after)];
  return {
    added: after.filter((line) => isCode(line) && !was.has(line)),
    taken: before.filter((line) => isCode(line) && !is.has(line)),
  };
});

/** True where an edit changes a line that an earlier one of the same file brought. */
function goesOver(later: EditSeen, first: EditSeen): boolean {
  if (baseName(later.file) !== baseName(first.file) || first.new === '' || later.old === '') return false;
  const brought = changed(first).added;
  const part = later.old.includes('\n') ? '' : later.old.trim();
  return (
    changed(later).taken.some((line) => brought.includes(line)) ||
    (part.length >= PART_CHARS_MIN && brought.some((line) => line.includes(part)))
  );
}

/** The text of an edit with its lines as a later one leaves them. */
function relined(text: string, later: EditSeen): string {
  const gone = new Set(changed(later).taken);
  const come = changed(later).added.map(piecesOf);
  return text
    .split('\n')
    .flatMap((line) => {
      const [bare] = linesOf(line);
      if (bare === undefined || !gone.has(bare)) return [line];
      const own = piecesOf(bare);
      const [best] = come.sort((a, b) => likeness(own, b) - likeness(own, a));
      return best && likeness(own, best) > 0.3 ? [best.line] : [];
    })
    .join('\n');
}

/** Two edits as one. */
function joined(first: EditSeen, later: EditSeen): EditSeen {
  if (first.new.includes(later.old))
    return { ...first, new: first.new.replaceAll(later.old, () => later.new) };
  if (later.old.includes(first.new))
    return { ...first, old: later.old.replace(first.new, () => first.old), new: later.new };
  return { ...first, new: relined(first.new, later) };
}

/**
 * Puts an edit into the one before it whose lines it changes.
 * @returns false where it changes none of theirs
 */
export function rework(edits: EditSeen[], later: EditSeen): boolean {
  const at = edits.findLastIndex((each) => goesOver(later, each));
  if (at < 0) return false;
  const { vain: _, ...first } = edits[at]!;
  const both = joined(first, later);
  edits.splice(at, 1, ...(both.old === both.new ? [] : [both]));
  return true;
}
