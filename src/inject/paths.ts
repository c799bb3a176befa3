const ANCESTORS_MAX = 32;
const PATH_CHARS_MAX = 4096;
/** An absolute path as most are: nothing in it needs to change. */
const isNormal = (path: string): boolean => /^(?:\/(?!\.{1,2}(?:\/|$))[^/\\]+)+$/.test(path);

/** Forward slashes, no `.`, `..` or doubled separators; a Windows drive letter in upper case. Not resolved against anything. */
export function normalisePath(path: string): string {
  if (path.length <= PATH_CHARS_MAX && isNormal(path)) return path;
  const cut = path.slice(0, PATH_CHARS_MAX).replace(/^\\\\\?\\/, '');
  const slashed = isWindowsPath(cut) ? cut.replace(/\\/g, '/') : cut;
  const drive = /^[A-Za-z]:/.exec(slashed)?.[0] ?? '';
  const rest = slashed.slice(drive.length);
  const unc = drive === '' && rest.startsWith('//') && !rest.startsWith('///') && slashed !== cut;
  const rooted = rest.startsWith('/');
  const out: string[] = [];
  for (const part of rest.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && out.length > 0 && out.at(-1) !== '..') out.pop();
    else if (part !== '..' || !rooted) out.push(part);
  }
  return drive.toUpperCase() + (unc ? '//' : rooted ? '/' : '') + out.join('/');
}

function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path) || (path.includes('\\') && !path.includes('/'));
}

function isAbsolutePath(path: string): boolean {
  return /^(?:[A-Za-z]:)?[\\/]/.test(path);
}

/**
 * The forms under which a path is compared with a glob: absolute, and relative to the working directory and to
 * each folder above it, since the root of the project is one of those.
 */
export function pathForms(path: string, cwd: string): string[] {
  if (path === '') return [];
  const base = normalisePath(cwd);
  const named = onDrive(path, base);
  const absolute = isAbsolutePath(named) ? normalisePath(named) : normalisePath(`${base}/${named}`);
  const forms = [absolute];
  let folder = base;
  for (let depth = 0; depth < ANCESTORS_MAX && folder !== ''; depth++) {
    const prefix = folder.endsWith('/') ? folder : `${folder}/`;
    if (startsWithPath(absolute, prefix)) forms.push(absolute.slice(prefix.length));
    const cut = folder.lastIndexOf('/');
    if (cut < 0 || folder === '/') break;
    folder = folder.slice(0, cut);
  }
  return forms;
}

/** `/c/Users/me` as Git Bash writes it, where the working directory is on a drive. */
function onDrive(path: string, base: string): string {
  const drive = /^[A-Z]:/.test(base) ? /^\/([A-Za-z])(?=\/)/.exec(path) : null;
  return drive === null ? path : `${drive[1]}:${path.slice(2)}`;
}

function startsWithPath(path: string, prefix: string): boolean {
  if (path.startsWith(prefix)) return true;
  return /^[A-Z]:/.test(prefix) && path.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
}

/** Last part of a path, whichever separator it has; a separator at the end is none. A bare `/` is itself. */
export function baseName(path: string): string {
  const end = path.length - (/[/\\]$/.test(path) ? 1 : 0);
  const cut = Math.max(path.lastIndexOf('/', end - 1), path.lastIndexOf('\\', end - 1)) + 1;
  return path.slice(cut, end) || path;
}
