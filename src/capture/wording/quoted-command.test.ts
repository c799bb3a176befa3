import { expect, test } from 'bun:test';
import { shellParts } from '../shell/shell.ts';
import { quotedCommand } from './quoted-command.ts';

const filler = 'leaf and steam, '.repeat(20);
const quote = (command: string, program: string, message = 'it broke') =>
  quotedCommand(command, shellParts(command).findLast((part) => part.program === program) ?? null, message);

test('a command of usual length stands as it was written, on one line', () => {
  expect(quote('make tea \\\n  --green', 'make')).toBe('make tea --green');
});

test('what is at fault behind a long script is shown, and what stands before it begins', () => {
  const command = `cat > notes.md <<'EOF'\n${filler}\nEOF\nkettle pour --cup 2`;
  expect(quote(command, 'kettle')).toMatch(/^cat > notes\.md <<'EOF' leaf .* … kettle pour --cup 2$/);
});

test('the argument that the message names is shown, however far behind its program', () => {
  const command = `kettle pour --note "${filler}" --whistle loud`;
  expect(quote(command, 'kettle', 'kettle: unknown flag --whistle')).toMatch(
    /^kettle pour --note .* … .*--whistle loud$/,
  );
});

test('a long command whose beginning is at fault is cut at its end', () => {
  expect(quote(`kettle pour "${filler}"`, 'kettle')).toMatch(/^kettle pour "leaf .*…$/);
});

test('where the shell complains of a glob, the glob is shown', () => {
  const command = `echo "${filler}"; grep -rn cup --include=*.tea`;
  expect(quotedCommand(command, null, 'zsh:1: no matches found: --include=*.tea')).toMatch(
    /^echo "leaf .* … .*--include=\*\.tea$/,
  );
});

test('never longer than 260 characters', () => {
  for (const program of ['echo', 'kettle'])
    for (const message of ['no', 'unknown: --whistle', 'no matches found: *.tea']) {
      const command = `echo "${filler}" && kettle pour "${filler}" --whistle ${filler} *.tea`;
      expect(quote(command, program, message).length).toBeLessThanOrEqual(260);
    }
});
