import { expect, test } from 'bun:test';
import { isProportional, repeated } from '../../../test/support/growth.ts';
import { cutCommand } from './cut-command.ts';

const body = (lines: number, text = 'some line') => `${text}\n`.repeat(lines);

test('a short command stays as it is', () => {
  const command = `cat <<'EOF' > notes.txt\n${body(3)}EOF\nmake`;
  expect(cutCommand(command, command.length)).toBe(command);
});

test('what runs behind long here-documents is kept, and of each document its head', () => {
  const command = `cat > a <<EOF\n${body(900)}EOF\npython3 - <<-'PY' | tee log\n${body(900)}\tPY\nmake all`;
  const cut = cutCommand(command, 1000);
  expect(cut.length).toBeLessThanOrEqual(1000);
  expect(cut.length).toBeGreaterThan(900);
  expect(cut.split('\n').filter((line) => line !== 'some line')).toEqual([
    'cat > a <<EOF',
    '…',
    'EOF',
    "python3 - <<-'PY' | tee log",
    '…',
    '\tPY',
    'make all',
  ]);
});

test('a short document beside a long one stays whole', () => {
  const cut = cutCommand(`cat <<A\n${body(4, 'short')}A\ncat <<B\n${body(900)}B\nmake`, 600);
  expect(cut).toContain(`cat <<A\n${body(4, 'short')}A\ncat <<B\n`);
  expect(cut).toEndWith('\n…\nB\nmake');
});

test('no line of a document is cut in two', () => {
  expect(cutCommand(`cat <<EOF\n${'x'.repeat(5000)}\nEOF\nmake`, 1000)).toBe('cat <<EOF\n…\nEOF\nmake');
});

test('without a document that ends, the head is kept', () => {
  for (const command of [`cat <<EOF\n${body(900)}`, `cat <<< word\n${body(900)}word\nmake`, 'x'.repeat(2000)])
    expect(cutCommand(command, 500)).toBe(command.slice(0, 500));
});

test('takes time that grows with the length', () => {
  const cut = (chars: number) => cutCommand(repeated('cat <<EOF\n', chars), 500);
  expect(cut(2_000_000)).toHaveLength(500);
  expect(isProportional(cut, 2_000_000)).toBe(true);
});
