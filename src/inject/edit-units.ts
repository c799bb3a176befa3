import type { ToolCall } from '../model/tool-call.ts';

/** New text that a call puts into one file. */
interface EditUnit {
  path: string;
  contents: string[];
}

const UNITS_MAX = 200;
const PATCH_BEGIN = '*** Begin Patch';
// In functions: at the top of the module they would be made at every start of the hook.
const patchFile = (): RegExp => /^\*\*\* (?:Add|Update|Delete) File: (.+)$/;
const patchMove = (): RegExp => /^\*\*\* Move to: (.+)$/;

/** What an edit, a write or a patch would put where. Empty for any other call. */
export function editUnits(call: ToolCall): EditUnit[] {
  const { input } = call;
  const patch = patchText(input);
  if (patch !== null) return patchUnits(patch);
  const contents: string[] = [];
  for (const field of ['content', 'new_string', 'new_str', 'file_text', 'insert_text', 'new_source']) {
    const value = input[field];
    if (typeof value === 'string') contents.push(value);
  }
  const edits = input['edits'];
  if (Array.isArray(edits)) {
    for (const edit of edits.slice(0, UNITS_MAX)) {
      const value = (edit as Record<string, unknown> | null)?.['new_string'];
      if (typeof value === 'string') contents.push(value);
    }
  }
  const path = call.paths[0] ?? (typeof input['file_path'] === 'string' ? input['file_path'] : '');
  return contents.length === 0 ? [] : [{ path, contents }];
}

/** The text of a patch in the `*** Begin Patch` format, wherever the agent's tool carries it; else null. */
export function patchText(input: Record<string, unknown>): string | null {
  for (const field of ['command', 'patch', 'input', 'patchText', 'patch_text']) {
    const value = input[field];
    if (typeof value !== 'string' || !value.includes(PATCH_BEGIN)) continue;
    const head = value.slice(0, 4000);
    if (head.trimStart().startsWith(PATCH_BEGIN)) return value;
    if (field !== 'command' && head.includes(PATCH_BEGIN)) return value.slice(value.indexOf(PATCH_BEGIN));
  }
  return null;
}

/** One unit a file: added lines as its content. A moved file is a unit under both names. */
function patchUnits(patch: string): EditUnit[] {
  const units: EditUnit[] = [];
  let added: string[] = [];
  const flush = (): void => {
    const unit = units.at(-1);
    if (unit !== undefined && added.length > 0) {
      const text = added.join('\n');
      unit.contents.push(text);
      const before = units.at(-2);
      if (before !== undefined && before.contents.length === 0 && movedFrom === before)
        before.contents.push(text);
    }
    added = [];
  };
  let movedFrom: EditUnit | null = null;
  for (const line of patch.split('\n')) {
    if (line.startsWith('*** ')) {
      const file = patchFile().exec(line.trimEnd())?.[1];
      const move = patchMove().exec(line.trimEnd())?.[1];
      if (file !== undefined && units.length < UNITS_MAX) {
        flush();
        movedFrom = null;
        units.push({ path: file.trim(), contents: [] });
      } else if (move !== undefined && units.length > 0) {
        movedFrom = units.at(-1) ?? null;
        units.push({ path: move.trim(), contents: [] });
      }
    } else if (line.startsWith('+')) {
      added.push(line.slice(1));
    }
  }
  flush();
  return units;
}

/** Paths that a patch touches, in order, each once. */
export function patchPaths(patch: string): string[] {
  return [...new Set(patchUnits(patch).map((unit) => unit.path))];
}
