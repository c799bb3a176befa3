import type { OpenFailure } from '../../failure-state.ts';
import { code, cut } from '../prose.ts';

const RUNS_SCRIPT =
  /(?:^|[;&|]\s*)(?:[A-Z_]\w*=\S+ +)*(?:npx|bunx|pnpx|npm (?:run|exec)|pnpm(?: (?:run|exec|dlx))?|yarn(?: run)?|bun run) (?!install\b|i\b|ci\b|add\b|list\b)[\w@-]/;
const SOON = 3;

/** What was run soon after in place of a script that there is none; empty where nothing was. */
function otherScript({ call, correction, done = [] }: OpenFailure, missing: string): string {
  const ran = [correction?.command ?? '', ...done.slice(0, SOON)].filter((command) =>
    RUNS_SCRIPT.test(command),
  );
  const names = (command: string) => command.includes(` ${missing}`);
  return (
    ran.find((command) => command !== call.command && !names(command)) ??
    ran.find((command) => names(command) && !command.includes(`npm run ${missing}`)) ??
    ''
  );
}

/** The scripts that npm offers for one that there is none. */
const offeredScripts = (error: string): string[] =>
  [...error.matchAll(/^npm (?:error|ERR!) +(npm run [\w:.-]+)/gm)].map((match) => match[1]!);

/** What to do where a package has no such script. */
export function scriptInstead(open: OpenFailure, missing: string): string {
  const other = otherScript(open, missing);
  if (other) return `There is no such script: ${code(cut(other, 160))} worked.`;
  const names = offeredScripts(open.error);
  const listing = code(`${/^(?:pnpm|yarn|bun)$/.exec(open.culprit?.program ?? '')?.[0] ?? 'npm'} run`);
  return names.length > 0
    ? `The message offers ${names.slice(0, 4).map(code).join(', ')}; ${listing} lists all.`
    : `${listing} lists the scripts that there are.`;
}
