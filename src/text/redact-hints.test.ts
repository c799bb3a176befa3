import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { redactAssignments } from './redact-assignments.ts';
import { needsOf } from './redact-hints.ts';

const NAMES = [
  'password passwd passphrase passcode pass pwd secret token api_key apikey access-key private_key signing_key',
  'encryption_key master-key account_key service_key license_key auth_key deploykey MY_KEY credentials _auth auth',
  'connection_string connectionString session_id session-key cookie dsn otp webhook_url db_pass sessid secret_id',
  'kennwort wachtwoord lösenord пароль 密码 パスワード 비밀번호 senha mdp pw recovery-code',
]
  .join(' ')
  .split(' ');
const NO_NAMES =
  'author bypass keyboard monkey sessions connections passing compass authenticate turkey'.split(' ');

test('a name that a secret is assigned to is looked for wherever one stands', () => {
  const name = fc
    .tuple(fc.constantFrom(...NAMES, ...NO_NAMES), fc.constantFrom('', 'my_', 'X-', 'db.', '9'), fc.nat(2))
    .map(([word, before, style]) => {
      if (style === 1) return before + word.toUpperCase();
      return before + (style === 2 ? word.charAt(0).toUpperCase() + word.slice(1) : word);
    });
  const assignment = fc
    .tuple(
      name,
      fc.constantFrom('=', ': ', ' = "', '":"', ' '),
      fc.constantFrom('hunter2hunter2', 'a1B2c3D4e5', 'yes'),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(assignment, { maxLength: 4 }), (parts) => {
      const text = parts.join('\n');
      const everywhere = Array.from(text, (_, at) => at);
      expect(redactAssignments(text, needsOf(text).names)).toBe(redactAssignments(text, everywhere));
    }),
    { numRuns: 2000 },
  );
});
