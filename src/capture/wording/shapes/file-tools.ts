import { baseName } from '../../../inject/paths.ts';
import { pathSlip } from '../../failures/causes/missing-path.ts';
import { isOutOfOrder } from '../../failures/correction/patch-hunks.ts';
import { isOtherWhitespace } from '../fixes/edit-fix.ts';
import { code, cut, placeName } from '../prose.ts';
import { type Account, type Shape, shortest } from './shape.ts';

/** What the agent's own tools say of files, and of edits and patches of them. */
export const FILE_TOOLS: readonly Shape[] = [
  {
    pattern: /^No file open\b/,
    say: (_m, { program }) => `${program} is called with no file open`,
    tool: true,
    remedy: () => 'Open the file first, at the line that is meant.',
  },
  {
    pattern: /is not a valid hunk header/,
    anyLine: true,
    say: () => 'apply_patch is given a diff in another format: not a valid hunk header',
    tool: true,
    remedy: () =>
      'Begin each file of the patch with `*** Update File: PATH` (`*** Add File:`, `*** Delete File:`) and each hunk with `@@`; no `---` and `+++` lines.',
  },
  {
    pattern: /invalid hunk at line \d+, (.{4,60}?)(?:\.|$)/,
    anyLine: true,
    say: (m) => `apply_patch is given an invalid hunk: ${m[1]}`,
    tool: true,
    remedy: () =>
      'Write below `*** Update File: PATH` at least one hunk: `@@`, then lines that begin with a space, `-` or `+`.',
  },
  {
    pattern: /invalid patch: The (first|last) line of the patch must be '([^'\n]{3,40})'/,
    anyLine: true,
    say: (m) => `apply_patch is given a patch whose ${m[1]} line is not ${code(m[2]!)}`,
    tool: true,
    remedy: () => 'Send the whole patch: `*** Begin Patch` is its first line, `*** End Patch` its last.',
  },
  {
    pattern: /verification failed: Failed to read file to update (\S+?): No such file/i,
    anyLine: true,
    say: (m, { open }) =>
      `apply_patch updates ${code(cut(placeName(m[1]!, open.call.cwd), 44))}, which does not exist`,
    tool: true,
  },
  {
    pattern: /must be (?:an )?absolute\b|is not an absolute path/i,
    say: (_m, { who }) => `${who} is given a relative path: it takes absolute ones`,
    tool: true,
  },
  {
    pattern:
      /String to replace not found|did not appear verbatim|\b0 occurrences found|oldString not found|^No match found$|old_str\w* .{0,40}not found/i,
    say: (_m, { who, open }) =>
      isOtherWhitespace(open)
        ? shortest(
            `${who} fails: the text to replace has other whitespace than the file`,
            `${who}: the old text has other whitespace than the file`,
            `${who}: whitespace differs`,
          )
        : shortest(
            `${who} fails: the text to replace is not in the file as written`,
            `${who}: the old text is not in the file as written`,
            `${who}: no such text in the file`,
          ),
    tool: true,
  },
  {
    pattern:
      /Found (\d+) matches of the string|expected 1 occurrence but found (\d+)|oldString found multiple times|Multiple occurrences of old_str/i,
    say: (m, { who }) => {
      const often = (m[1] ?? m[2]) ? `${m[1] ?? m[2]} times` : 'several times';
      return shortest(
        `${who} fails: the text to replace occurs ${often}`,
        `${who}: the old text occurs ${often}`,
      );
    },
    tool: true,
    remedy: () => 'Give more of the lines around the text so that it occurs once, or set `replace_all`.',
  },
  {
    pattern: /(?:File|Path) does not exist/i,
    say: (_m, account) => {
      const { who, open } = account;
      const slip = pathSlip(open);
      if (!slip) return unfound(account);
      return slip.folder
        ? `${who} fails: the folder is ${code(slip.is)}, not ${code(slip.was)}`
        : `${who} fails: the file is called ${code(slip.is)}`;
    },
    tool: true,
  },
  {
    pattern: /old_string and new_string are exactly the same/i,
    say: (_m, { who }) => `${who} fails: the old and the new text are the same`,
    tool: true,
    remedy: () => 'Compare the two texts first: the edit may already be done.',
  },
  {
    pattern: /EACCES: permission denied, open '([^'\n]+)'/,
    say: (_m, { who }) => `${who} is refused: the file belongs to another user`,
    tool: true,
    remedy: (_m, { open }) =>
      `${/^(?:Read|View|Grep)$/.test(open.call.tool) ? 'Read' : 'Write'} it by the shell with \`sudo\`, or ask for the right to it.`,
  },
  {
    pattern: /EISDIR/,
    say: (_m, { who }) => `${who} fails: the path is a directory`,
    tool: true,
    remedy: () => 'List the folder first (`ls`, Glob), then read a file in it.',
  },
  {
    pattern: /(?:Path|File) already exists/i,
    say: (_m, { who }) => `${who} is refused: the file exists already`,
    tool: true,
    remedy: () => 'Edit the file that is there, or choose another name.',
  },
  {
    pattern: /has not been read yet|must read the file .{0,200} before/i,
    say: (_m, { who }) => `${who} is refused: the file was not read first`,
    tool: true,
  },
  {
    pattern: /modified since read/i,
    say: (_m, { who }) => `${who} is refused: the file changed after it was read`,
    tool: true,
  },
  {
    pattern: /Failed to find context '-\d+(?:,\d+)? \+\d/,
    say: () => 'apply_patch takes the line numbers behind `@@` for a line of the file',
    tool: true,
    remedy: () =>
      'Leave the numbers out: write `@@` alone, or with a line of the file that stands above the change.',
  },
  {
    pattern: /Failed to find expected lines/i,
    say: (_m, { open }) =>
      isOutOfOrder(open)
        ? 'apply_patch fails: its hunks are not in the order of the file'
        : 'apply_patch fails: the expected lines are not in the file as written',
    tool: true,
    remedy: (_m, { open }) =>
      isOutOfOrder(open) ? 'Give the hunks in the order in which their lines stand in the file.' : '',
  },
  {
    pattern: /exceeds? maximum allowed (?:tokens|size)/i,
    say: (_m, { who, open }) => {
      const lines = Number(open.call.input['limit']);
      return lines > 0
        ? `${who}: ${lines} lines at once exceed the size limit`
        : `${who} without a range is refused: the file exceeds the size limit`;
    },
    tool: true,
    remedy: (_m, { open }) =>
      Number(open.call.input['limit']) > 0
        ? 'Read fewer lines at once (`limit`), or search the file for the part that is needed.'
        : 'Pass `offset` and `limit`, or search the file for the part that is needed.',
  },
];

/** A path that is not there, with the folder that the file is in where it was found since. */
function unfound({ who, program, open: { foundAt, call } }: Account): string {
  const nothing = `${who} fails: no such file`;
  const folder = foundAt?.split('/').slice(0, -1).join('/');
  if (!folder) return nothing;
  const place = placeName(folder, call.cwd);
  const isNamed = call.target.endsWith(`${place}/${baseName(call.target)}`);
  const other = otherFolder(call.target, foundAt!);
  const below = `fails: the file is below ${code(other)}`;
  return shortest(
    isNamed ? `${who} ${below}` : `${who} fails: the file is in ${code(place)}`,
    ...(other === '' ? [] : [`${who} ${below}`]),
    ...(isNamed ? [`${program} ${below}`] : []),
    nothing,
  );
}

/** The lowest folder of a path that another one does not have at its place, counted from the end. */
function otherFolder(given: string, found: string): string {
  const [theirs, own] = [given.split('/').reverse(), found.split('/').reverse()];
  return own.find((part, at) => part !== theirs[at] && /\w/.test(part)) ?? '';
}
