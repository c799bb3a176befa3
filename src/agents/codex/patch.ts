const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

/** An `apply_patch` text as the fields that an edit has elsewhere. */
export function patchFields(patch: string): Record<string, unknown> {
  const paths: string[] = [];
  const removed: string[] = [];
  const added: string[] = [];
  let onlyAdds = true;
  for (const line of patch.split('\n')) {
    const file = line.startsWith('*** ') ? FILE.exec(line) : null;
    if (file) {
      paths.push(file[2]!.trim());
      if (file[1] !== 'Add') onlyAdds = false;
    } else if (line.startsWith('*** Move to: ')) paths.push(line.slice(13).trim());
    else if (line.startsWith('+')) added.push(line.slice(1));
    else if (line.startsWith('-')) removed.push(line.slice(1));
  }
  return {
    patch,
    paths,
    ...(paths[0] === undefined ? {} : { file_path: paths[0] }),
    ...(onlyAdds && paths.length > 0
      ? { content: added.join('\n') }
      : { old_string: removed.join('\n'), new_string: added.join('\n') }),
  };
}

/** `apply_patch <<'EOF' …` run through the shell is an edit. */
export function shellPatch(command: string | null): string | null {
  if (command === null || !/^\s*(?:apply_patch|applypatch)\b/.test(command)) return null;
  const begin = command.indexOf('*** Begin Patch');
  return begin < 0 ? null : command.slice(begin);
}
