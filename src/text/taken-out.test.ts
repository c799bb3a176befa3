import { expect, test } from 'bun:test';
import { redact } from './redact.ts';
import { placesTakenOut, withoutPlaces } from './taken-out.ts';

const LETTERS = 'radorlogropa';
const raw = `run ; password_hash('${LETTERS}', PASSWORD_DEFAULT)`;
const places = placesTakenOut(raw, redact(raw));

test('a word of letters alone is found where a shell has taken its quotes', () => {
  expect(withoutPlaces(`\`password_hash(${LETTERS},\` has no subcommand`, places)).toBe(
    '`password_hash([REDACTED],` has no subcommand',
  );
});

test('and is left alone where something else stands before it', () => {
  expect(withoutPlaces(`use ${LETTERS} instead`, places)).toBe(`use ${LETTERS} instead`);
});
