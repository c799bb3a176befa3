import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { CREDENTIALS, mixed } from '../../test/support/credentials.ts';
import { REDACTED, redact, redactDeep } from './redact.ts';

describe('redact', () => {
  for (const [kind, secret, line] of CREDENTIALS) {
    test(`${kind}: gone from commands, JSON and prose, and the lesson stays`, () => {
      const carrier = line ?? secret;
      const variants = [
        carrier,
        `Run the migration first, then ${carrier} and check the output`,
        `first line\n${carrier}\nlast line stays`,
        JSON.stringify({ command: `deploy ${carrier}`, note: 'keep this note' }),
        JSON.stringify(JSON.stringify({ command: carrier, note: 'keep this note' })),
      ];
      for (const text of variants) {
        const out = redact(text);
        expect(out).not.toContain(secret);
        expect(out).toContain(REDACTED);
        expect(redact(out)).toBe(out);
      }
      expect(redact(variants[1]!)).toStartWith('Run the migration first, then ');
      if (!carrier.includes('ookie') && kind !== 'private key cut') {
        expect(redact(variants[1]!)).toContain('check the output');
        expect(redact(variants[2]!)).toEndWith('last line stays');
      }
      expect(redact(variants[3]!)).toContain('keep this note');
    });
  }

  test('forty characters of base64 are a key, whatever they stand beside', () => {
    const key = `aB3dE6gH9j/K2mN5pQ8s+T1vW4yZ7bC/0eF3hJ6lM`.slice(0, 40);
    for (const alone of [key, `(${key})`, `run ${key} now`, `"${key}"`]) {
      expect(redact(alone)).toBe(alone.replace(key, REDACTED));
    }
    for (const part of [
      `x${key}`,
      `${key}x`,
      `.${key}`,
      `@${key}`,
      `:${key}`,
      `${key}=`,
      `${key}.`,
      `-${key}`,
    ]) {
      expect(redact(part)).not.toContain(key.slice(0, 20));
    }
    for (const part of [key.toLowerCase(), `sha256-${key}=`, `h1:${key}=`, `"SHA256:${key}"`])
      expect(redact(part)).toBe(part);
  });

  test('ordinary lesson text is left alone', () => {
    const texts = [
      'Use --token-file instead of --token; the token must be set in the environment.',
      'export PGPASSWORD=$DB_PASSWORD && psql -h localhost',
      'SyntaxError: Unexpected token: punc (})',
      'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
      'max_tokens: 4096, input_tokens=1234567, "output_tokens": 12',
      'const token = getToken(request)',
      'interface Login { password: string; token?: string | null }',
      'git commit 1234567890abcdef1234567890abcdef12345678',
      'password authentication failed for user "postgres"',
      'error: the following arguments are required: --password',
      'ssh git@github.com:owner/repo.git',
      'see https://example.org/a/b?page=2#token',
      'error TS2322: Type string is not assignable to type Token',
      'docker run -p 8080:80 nginx',
      'cd /home/dev/project && npm run build -- --mode production',
      'author: Jane Doe <jane@example.org>',
      'uv pip install pytest-asyncio==0.23.4',
      'The secret is to run the tests first.',
      'fatal: could not read Password: terminal prompts disabled',
      'mkdir -p src/components && touch a.ts',
      'python -u main.py 2>&1 | tail -5',
      'TOKEN=$(gh auth token) curl https://api.example.org',
      'secretRef: my-app-secret-name-ref',
      'kubectl create secret generic db-pass --from-file=./pass.txt',
      'sha512-abc integrity mismatch',
      'task-runner_something_else risk-management-module-name',
      'md5 3ae4b1f09c7d52e86a10f4b7c9d2e835, build 3ae4b1f0-9c7d52e8-6a10f4b7',
      'cache/0/3ae4b1f09c7d52e86a10f4b7c9d2e835 ./0/3ae4b1f09c7d52e86a10f4b7c9d2e835',
      '0/3ae4b1f09c7d52e86a10f4b7c9d2e835.json 0/3ae4b1f09c7d52e86a10f4b7c9d2e835ab',
      '3ae4b1f09c7d52e86a10f4b7c9d2e835-0a1b2c3d-4e5f6a7b.js',
      'dist/3ae4b1f09c7d52e86a10f4b7c9d2e835-0a1b2c3d-4e5f6a7b',
    ];
    for (const text of texts) expect(redact(text)).toBe(text);
  });

  test('redactDeep covers keys, nested JSON and secret names', () => {
    const out = redactDeep({
      a: [`ghp_${mixed(36)}`],
      password: 'x y z',
      n: 4,
      nested: { apiKey: 'plainword' },
    });
    expect(out).toEqual({ a: [REDACTED], password: REDACTED, n: 4, nested: { apiKey: REDACTED } });
  });

  test('idempotent on any mixture of fragments', () => {
    const fragments = fc.constantFrom(
      ...CREDENTIALS.map(([, secret, line]) => line ?? secret),
      'password=',
      'token: ',
      '"',
      "'",
      '\\"',
      ' ',
      '\n',
      '=',
      ':',
      ',',
      ';',
      '[REDACTED]',
      '$X',
      ['$', '{X}'].join(''),
      'Bearer ',
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      '://',
      '@',
      'abc',
      'Cookie: ',
      '--password ',
      'eyJ',
      '$6$',
    );
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 12 }), (parts) => {
        const once = redact(parts.join(''));
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });
});
