import { createInterface } from 'node:readline';
import type { Env } from '../../platform/paths.ts';
import { startGroup } from '../../platform/program-group.ts';
import { VERSION } from '../../platform/version.ts';
import { type Json, list, object, parsedJson, text } from '../../transcripts/json.ts';
import type { AskedHooks } from '../installer.ts';
import { isHookCommand } from '../shared/hook-command.ts';

const TIMEOUT_MS = 5000;
const GRACE_MS = 1000;
const LIST_ID = 2;
/** Our plugin, from whichever marketplace. */
const PLUGIN = 'lessons@';

/**
 * Asks Codex itself (`codex app-server`, JSON-RPC by the line, method `hooks/list`) which of our hooks it has read and
 * would run.
 * @param program path of the codex executable
 * @returns null where it does not answer in time
 */
export function codexHooks(program: string, cwd: string, env: Env): Promise<AskedHooks | null> {
  return new Promise((resolve) => {
    const { child, end } = startGroup(program, ['app-server'], { cwd, env, graceMs: GRACE_MS });
    const finish = (found: AskedHooks | null) => {
      clearTimeout(timer);
      end();
      resolve(found);
    };
    const timer = setTimeout(() => finish(null), TIMEOUT_MS);
    child.on('error', () => finish(null));
    child.on('close', () => finish(null));
    child.stdin.on('error', () => {});
    child.stderr.resume();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, result } = object(parsedJson(line)) ?? {};
      if (id === LIST_ID) finish(askedHooks(object(result)));
    });
    const clientInfo = { name: 'lessons-learned', version: VERSION };
    const messages = [
      { id: 1, method: 'initialize', params: { clientInfo } },
      { method: 'initialized' },
      { id: LIST_ID, method: 'hooks/list', params: { cwds: [cwd] } },
    ];
    child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  });
}

/** Null for a Codex that knows no such method. */
function askedHooks(result: Json | null): AskedHooks | null {
  if (result === null) return null;
  const folders = list(result['data']).map((each) => object(each) ?? {});
  const hooks = folders
    .flatMap((folder) => list(folder['hooks']))
    .map(object)
    .filter((each) => each !== null);
  const errors = folders.flatMap((folder) => list(folder['errors'])).map((each) => object(each)?.['message']);
  return {
    hooks: hooks
      .filter(
        ({ command, pluginId }) => isHookCommand(command, 'codex') || text(pluginId)?.startsWith(PLUGIN),
      )
      .map(askedHook),
    complaints: [...folders.flatMap((folder) => list(folder['warnings'])), ...errors].flatMap(
      (each) => text(each) ?? [],
    ),
  };
}

function askedHook({ eventName, sourcePath, trustStatus, enabled }: Json): AskedHooks['hooks'][number] {
  const isTrusted = trustStatus === 'trusted' || trustStatus === 'managed';
  return { event: String(eventName), file: text(sourcePath), runs: isTrusted && enabled !== false };
}
