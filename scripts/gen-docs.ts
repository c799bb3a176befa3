/** Writes `docs/cli.md`, the reference of every command, from the registry; with `--check`, only says whether it is fresh. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigSchema } from '../src/model/config.ts';
import { describedSettings } from '../src/operations/config-get.ts';
import type { OperationEntry } from '../src/operations/entry.ts';
import { operationEntries } from '../src/operations/index.ts';
import { VERSION } from '../src/platform/version.ts';
import { overview } from '../src/surfaces/cli/help.ts';
import { helpOf } from '../src/surfaces/cli/parse.ts';

const file = join(import.meta.dirname, '..', 'docs', 'cli.md');

async function section(entry: OperationEntry): Promise<string> {
  const operation = await entry.load();
  const changes = operation.readOnly ? 'Changes nothing.' : '';
  const also = (entry.aliases ?? []).map((alias) => `\`lessons ${alias}\``).join(', ');
  const notes = [changes, also === '' ? '' : `Also: ${also}.`, `Operation \`${entry.name}\`.`].filter(
    (each) => each !== '',
  );
  return `## lessons ${entry.command}\n\n\`\`\`console\n$ lessons ${entry.command} --help\n${helpOf(operation).trimEnd()}\n\`\`\`\n\n${notes.join(' ')}\n`;
}

const sections = await Promise.all(operationEntries.map(section));
const text = [
  '# Commands\n\nMade by `npm run generate` from `src/operations/`; do not edit. Exit codes and error codes: [errors.md](errors.md).\n',
  `\`\`\`console\n$ lessons --help\n${overview(operationEntries, VERSION).trimEnd()}\n\`\`\`\n`,
  ...sections,
  `## Settings\n\nWhat \`lessons config get\` shows and \`lessons config set\` changes.\n\n| setting | unless set | meaning |\n|---|---|---|\n${describedSettings(
    ConfigSchema.parse({}),
  )
    .map(({ key, value, meaning }) => `| \`${key}\` | \`${JSON.stringify(value)}\` | ${meaning} |`)
    .join('\n')}\n`,
].join('\n');

if (process.argv.includes('--check')) {
  let found = '';
  try {
    found = readFileSync(file, 'utf8');
  } catch {}
  if (found !== text) {
    console.error('docs/cli.md is stale: run `npm run generate`');
    process.exitCode = 1;
  }
} else writeFileSync(file, text);
