import { expect, test } from 'bun:test';
import { redact } from './redact.ts';
import { placesTakenOut, withoutPlaces, withoutWords, wordsTakenOut } from './taken-out.ts';

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

test('a word that redaction took out in one place is taken out where it had left it', () => {
  const secret = 'QCkOfbpnhTMuk2gPhVqa';
  const said = `deploy --token ${secret} failed with ${secret}; version2 stays`;
  const clean = redact(said);
  expect(clean).toContain(secret);
  const words = wordsTakenOut(said, clean);
  expect(words).toEqual([secret]);
  expect(withoutWords(clean, new Set(words))).toBe(
    'deploy --token [REDACTED] failed with [REDACTED]; version2 stays',
  );
});

test('a word that was taken out is known by its beginning, where a text was cut within it', () => {
  const words = new Set(['QCkOfbpnhTMuk2gPhVqa', 'harbourmaster7']);
  expect(withoutWords('use `deploy QCkOfbpnhTMu…', words)).toBe('use `deploy [REDACTED]…');
  expect(withoutWords('the harbour and QCkOf stay', words)).toBe('the harbour and QCkOf stay');
});

test('what parts the words of one secret goes with them', () => {
  const id = '7f3a91c2-8614-4f7e-a917-0c5d2e8b4f60';
  const words = new Set(['7f3a91c2', '0c5d2e8b4f60']);
  expect(withoutWords(`export SESSION_SECRET=${id} && serve`, words)).toBe(
    'export SESSION_SECRET=[REDACTED] && serve',
  );
  expect(withoutWords('a 7f3a91c2=0c5d2e8b4f60 b', words)).toBe('a [REDACTED]=[REDACTED] b');
});

test('a word ends where words are not parted by blanks', () => {
  expect(wordsTakenOut('密码是Abcd1234，别提交', '密码是[REDACTED]，别提交')).toEqual(['Abcd1234']);
  expect(withoutWords('tool:Abcd1234은', new Set(['Abcd1234']))).toBe('tool:[REDACTED]은');
});
