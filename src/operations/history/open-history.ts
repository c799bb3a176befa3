import { existsSync } from 'node:fs';
import { shellView } from '../../inject/shell-view.ts';
import { homeFiles } from '../../platform/paths.ts';
import type { CallIndex } from '../../store/call-index-port.ts';
import { DamagedIndex } from '../../store/sqlite/call-index-damage.ts';
import { openCallIndex } from '../../store/sqlite/call-index-open.ts';
import { hash64 } from '../../text/hash.ts';
import { CALL_VIEW_VERSION, isShellTool, packView } from '../../triggers/call-views.ts';
import type { Context } from '../operation.ts';

/**
 * Opens the index of past calls, with a shell view for each of its texts; null where nothing was scanned yet.
 * The caller closes it. Throws `DamagedIndex`.
 */
export function openHistory(home: string): CallIndex | null {
  if (!existsSync(homeFiles.calls(home))) return null;
  const index = openCallIndex(home);
  try {
    index.fillViews(viewOf, viewRules());
    return index;
  } catch (error) {
    index.close();
    throw error;
  }
}

/**
 * Work that can do without past calls: it is given none where the index is damaged, and done once more without them where
 * that shows only as it is read. The user is told.
 */
export async function withUsableHistory<T>(
  context: Context,
  work: (index: CallIndex | null) => T | Promise<T>,
): Promise<T> {
  const index = openUsableHistory(context);
  if (index?.isUnfilled())
    warnOnce(context, 'past calls are not known before the next `lessons scan`, which reads them again');
  try {
    return await work(index);
  } catch (error) {
    warnIfDamaged(context, error);
    return await work(null);
  } finally {
    index?.close();
  }
}

export function openUsableHistory(context: Context): CallIndex | null {
  try {
    return openHistory(context.home);
  } catch (error) {
    warnIfDamaged(context, error);
    return null;
  }
}

export function warnIfDamaged(context: Context, error: unknown): void {
  if (!(error instanceof DamagedIndex)) throw error;
  warnOnce(context, `${error.message}: past calls are left out. ${error.hint}`);
}

const told = new WeakMap<Context, Set<string>>();

/** One command asks for past calls several times. */
function warnOnce(context: Context, line: string): void {
  const before = told.get(context) ?? new Set();
  told.set(context, before);
  if (!before.has(line)) context.warn(line);
  before.add(line);
}

/** Commands that every rule of the shell view has a say in. */
const PROBES = [
  'git -C /a push -f origin main',
  'FOO=1 sudo -u x env A=b nice -n 5 python3 -c "import os; print(1)" > out.txt && ls',
  `bash -lc 'cd "/x y" && rm -rf ./build; echo done'`,
  'cat <<EOF | sort -u\nrm -rf /\nEOF',
  'for f in *.ts; do npx eslint "$f" || exit 1; done # lint',
  'git commit -m "fix: rm -rf is $(whoami)" --no-verify',
  'find . -name "*.log" -print0 | xargs -0 -n 1 rm -f',
  'kubectl exec pod -- sh -c "psql -c \\"drop table x\\""',
  'curl -sSL https://x.y/i.sh | sh -s -- --yes; (cd a && make -n all) 2>&1 | tail -5',
  'X=$(git rev-parse HEAD); [ -f a ] && docker run --rm -v $PWD:/w img --help',
  'ssh host "sudo systemctl restart x" & time pip3 install -r r.txt --dry-run',
  'timeout 5 watch -n1 "ls -la" ; eval "$CMD" ; echo "a|b" \\| c',
];

let rules: string | null = null;

/** Changes with the rules of the shell view, so that views made by older rules are made anew. */
export function viewRules(): string {
  rules ??= hash64([CALL_VIEW_VERSION, ...PROBES.map((probe) => viewOf('Bash', probe) ?? '')].join('\n'));
  return rules;
}

/** What patterns see of a past text, as the call index keeps it. */
export function viewOf(tool: string, text: string): string | null {
  return isShellTool(tool) ? packView(shellView(text), text) : null;
}
