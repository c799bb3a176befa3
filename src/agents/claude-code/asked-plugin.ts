import type { Env } from '../../platform/paths.ts';
import { startGroup } from '../../platform/program-group.ts';
import { list, object, parsedJson, text } from '../../transcripts/json.ts';
import type { AskedPlugin } from '../installer.ts';

const TIMEOUT_MS = 10_000;
const GRACE_MS = 1000;
/** Our plugin, from whichever marketplace. */
export const PLUGIN = 'lessons@';
/** What helps where a marketplace's folder was moved. */
const MEND = 'give it the folder of the marketplace again: `claude plugin marketplace add FOLDER`';
/** It is asked, and has nothing else to do. */
const QUIET = { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };

/**
 * Asks Claude Code itself (`claude plugin list --json`) what it makes of our plugin in this folder.
 * @param program path of the claude executable
 * @returns null where it does not answer in time, or does not know the question
 */
export function claudePlugin(
  program: string,
  cwd: string,
  env: Env,
  timeoutMs = TIMEOUT_MS,
): Promise<AskedPlugin | null> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...env, ...QUIET }, graceMs: GRACE_MS };
    const { child, end } = startGroup(program, ['plugin', 'list', '--json'], options);
    const finish = (found: AskedPlugin | null) => {
      clearTimeout(timer);
      end();
      resolve(found);
    };
    const timer = setTimeout(() => finish(null), timeoutMs);
    const chunks: Buffer[] = [];
    child.stdin.on('error', () => {});
    child.stdin.end();
    child.stderr.resume();
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', () => finish(null));
    child.on('close', () => finish(askedPlugin(Buffer.concat(chunks).toString('utf8'))));
  });
}

function askedPlugin(json: string): AskedPlugin | null {
  const ours = list(parsedJson(json))
    .map(object)
    .filter((each) => each !== null)
    .filter(({ id }) => text(id)?.startsWith(PLUGIN));
  const found = ours.find(({ enabled }) => enabled === true) ?? ours[0];
  if (found === undefined) return null;
  const errors = list(found['errors']).flatMap((each) => text(each) ?? []);
  return {
    enabled: found['enabled'] === true,
    folder: text(found['readFromFolder']) ?? text(found['installPath']),
    complaints: errors.length === 0 ? [] : [...errors, MEND],
  };
}
