import { expect, test } from 'bun:test';
import { isProportional, repeated } from '../../test/support/growth.ts';
import { redact } from './redact.ts';
import { TOKEN_RULES } from './redact-rules.ts';

/** Beginnings of what rules look for, again and again: each would make a rule that looks back or ahead quadratic. */
const UNITS = [
  'password for a is ',
  'eyJ',
  'eyJ-',
  'token',
  'token=',
  'password:',
  'password ',
  '-----BEGIN PRIVATE KEY-----',
  '-----END PRIVATE KEY-----',
  '://',
  '://a:',
  '://a',
  'sk-',
  'sk-ant-',
  'ghp_',
  'a',
  'A1',
  '-',
  '$6$',
  'Cookie: ',
  'Cookie:',
  'M',
  'M.',
  'xox',
  '"',
  '\\"',
  '\\',
  'echo ',
  'mysql ',
  'docker login ',
  ' -u a:',
  'Authorization: ',
  'Bearer ',
  ' ',
  '\n',
  'x-',
  'x-a',
  'login a password',
  'pat',
  'secret_',
  'USER ',
  'a.',
  'A/',
  '=',
  '?sig=',
  ';key=',
  'FlyV1 ',
  'sl.',
  '0Q~',
  '{"password":"',
  'passpass',
  'AccountKey=',
  ':AA',
  'machine login ',
  'htpasswd -b a ',
  ' -U a',
  'token a',
  'Token A1b2',
  "a''",
  'a\\\n',
  '<password>',
  '"password",',
  'QUFB',
  'cGFzc3dvcmQ9aHVudGVyMg',
  'password: |\n  ',
  'password: |\n',
  '| password ',
  '| password |\n',
  'password,',
  'a,password\n',
  'password  ',
  'kind: Secret\ndata:\n',
  'kind: Secret data: {',
  '“',
  '‘a',
  '"-p", "',
  '"--password", ',
  '\0',
  'net user a ',
  'curl -u a -p ',
  'use a as the password ',
  'login: a/',
  '"name": "token", ',
  '"token", "a": "b", ',
  'password for a b ',
  'password (a',
  'password:\n',
  'mnemonic: abandon ',
  'abandon ',
  'card 4111 ',
  'TRUE\t/\tFALSE\t0\ta\t',
  '[REDACTED]\n',
  'echo "a',
  'sudo -S <<E\n',
  'mkpasswd -m a ',
  'openssl passwd -1 ',
  'kv put a=',
  'put-parameter SecureString ',
  'a.login("a", ',
  'jwt.sign(a, ',
  'value="a" ',
  'password][',
  'password="x" ',
  '<password a="b" ',
  'curl -b ',
  '/hooks/a1',
  'ACL SETUSER a ',
  '/nix/store/',
  'a\\\\\\na',
  'Ab3/',
  'Ab3d+',
  'пароль ',
  '密码是',
  'password\\n',
  '{\\"password\\": \\"x',
  '\\\\',
  '-----BEGIN CERTIFICATE-----',
  'password a: ',
  'password\n',
  'admin:',
  '"+ "',
];

/** What a quarter of a megabyte shows need not be tried on a whole one, which takes four times as long. */
test.each(UNITS)('linear on 1 MB of %j', (unit) => {
  const work = (chars: number) => redact(repeated(unit, chars));
  expect(isProportional(work, 250_000, 6) || isProportional(work, 1_000_000)).toBe(true);
});

/** A quarter of it is still more than a value may be long: one that reaches to the end is taken at once. */
const SIZE = 100_000;

test.each([...new Set(TOKEN_RULES.map(({ hints }) => hints[0]!))])(
  'linear on what begins with %j, again and again',
  (hint) => {
    for (const unit of [hint, `${hint}-`, `${hint} `])
      expect(isProportional((chars) => redact(repeated(unit, chars)), SIZE)).toBe(true);
  },
);

test.each([
  ['{0x', 'key'],
  ['echo', 'a1'],
  ['printf', '>auth'],
  ['htpasswd -', 'nb'],
])('linear on %j, once, and %j again and again', (hint, unit) => {
  const text = (chars: number) => `${hint}${hint.endsWith('-') ? '' : ' '}${repeated(unit, chars)}`;
  expect(isProportional((chars) => redact(text(chars)), 50_000)).toBe(true);
});

test('words that can be read in many ways are read in one', () => {
  const basic = (letters: number) => redact(`Basic ${'a'.repeat(letters)}_1`);
  expect(basic(48)).not.toContain('aaaa');
  expect(isProportional(basic, 48)).toBe(true);
});
