import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { REDACTED, redact } from './redact.ts';

const PASSWORD = 'xqzvbnmrt';
const MIXED = 'Tq8slJRxueF7z';
const KEY = 'xcMcSaHw+NJkWhSNXM1ajlWIFkCnW8FTvVZ0V7ql';

/** How a text comes into a transcript. */
const SHOWN: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'in JSON': (text) => JSON.stringify({ output: text }),
  'in JSON twice': (text) => JSON.stringify(JSON.stringify({ output: text })),
  numbered: (text) =>
    text
      .split('\n')
      .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
      .join('\n'),
  added: (text) => text.replace(/^/gm, '+'),
  'of Windows': (text) => text.replaceAll('\n', '\r\n'),
};

/** Texts in which another line says what a line holds. */
const TEXTS: Record<string, string> = {
  'text block': `db:\n  user: bob\n  password: |\n    ${PASSWORD}\n  port: 5432\n`,
  'folded text block': `api_token: >-\n    ${PASSWORD}\nuser: x\n`,
  'text block in a list': `- password: |\n    ${PASSWORD}\n- user: x\n`,
  'Kubernetes Secret': `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\nstringData:\n  conn: ${PASSWORD}\n`,
  'Kubernetes Secret, data first': `apiVersion: v1\ndata:\n  conn: eHF6dmJubXJ0\n  other: |\n    ${PASSWORD}\nkind: Secret\n`,
  'Kubernetes Secret in JSON': `{"apiVersion": "v1", "data": {"conn": "${PASSWORD}"}, "kind": "Secret"}`,
  'table of markdown': `| user | password |\n|---|---|\n| bob | ${PASSWORD} |\n| eve | \`${MIXED}\` |\n`,
  'table of psql': ` id | password  | age \n----+-----------+-----\n  1 | ${PASSWORD} |  30\n(1 row)\n`,
  'table of mysql': `+----+-----------+\n| id | password  |\n+----+-----------+\n|  1 | ${PASSWORD} |\n+----+-----------+\n`,
  'box of lines': `┌────┬───────────┐\n│ id │ password  │\n├────┼───────────┤\n│ 1  │ ${PASSWORD} │\n└────┴───────────┘\n`,
  'columns between tabs': `id\tpassword\n1\t${PASSWORD}\n`,
  'values between commas': `user,password,age\nbob,${PASSWORD},30\n`,
  'one value a line': `-[ RECORD 1 ]-\nid       | 1\npassword | ${PASSWORD}\n`,
  'secret of a vault': `Key         Value\n---         -----\npassword    ${PASSWORD}\n`,
  'tokens in a table': `| name | token |\n|---|---|\n| ci | ${MIXED} |\n`,
};

describe('a secret of which another line tells', () => {
  for (const [kind, text] of Object.entries(TEXTS)) {
    for (const [how, show] of Object.entries(SHOWN)) {
      test(`${kind}, ${how}`, () => {
        const out = redact(show(text));
        for (const secret of [PASSWORD, MIXED, 'eHF6dmJubXJ0']) expect(out).not.toContain(secret);
        expect(out).toContain(REDACTED);
        expect(redact(out)).toBe(out);
      });
    }
  }

  test('what stands around it stays', () => {
    expect(redact(TEXTS['text block']!)).toBe(
      `db:\n  user: bob\n  password: |\n    ${REDACTED}\n  port: 5432\n`,
    );
    expect(redact(TEXTS['table of psql']!)).toContain(`  1 | ${REDACTED} |  30\n(1 row)`);
    expect(redact(TEXTS['values between commas']!)).toBe(`user,password,age\nbob,${REDACTED},30\n`);
    expect(redact(TEXTS['Kubernetes Secret']!)).toContain('name: db\nstringData:\n  conn: [REDACTED]\n');
  });

  test('beside a Secret, a document of another kind keeps its data', () => {
    const other = 'kind: ConfigMap\ndata:\n  conn: plainvalue\n';
    expect(redact(`kind: Secret\ndata:\n  conn: eHF6dmJubXJ0\n---\n${other}`)).toBe(
      `kind: Secret\ndata:\n  conn: ${REDACTED}\n---\n${other}`,
    );
  });

  test('no table, no text block, no Secret', () => {
    for (const text of [
      'kind: ConfigMap\ndata:\n  conn: plainvalue\n---\nkind: Deployment\nspec:\n  data: x',
      '| Token | Meaning |\n|---|---|\n| PLUS | adds two numbers |\n| MINUS | subtracts |',
      '| password | string | yes | the password of the user |',
      'function login(\n  user, password,\n  host, port,\n) {',
      'import { user, password, token } from "./auth";\nimport { a, b, c } from "./d";',
      'type Token =\n  | Word\n  | Number;',
      'description: |\n  says what the password is for\n',
      'password: |\n',
      '"token","basic","nil"',
      'KEY    VALUE\ntoken  is optional',
    ])
      expect(redact(text)).toBe(text);
  });

  test('once is enough, in any mixture', () => {
    const parts = fc.constantFrom(
      ...Object.values(TEXTS),
      '\n',
      '  ',
      '|',
      ',',
      '"',
      '\\n',
      'password',
      'kind: Secret\n',
      'data:\n',
      '---\n',
      '[REDACTED]',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (some) => {
        const once = redact(some.join(''));
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Lines that say it themselves. */
const LINES = [
  `plink -ssh bob@host -pw ${PASSWORD} ls`,
  `snmpwalk -v3 -l authPriv -u bob -A ${PASSWORD} -X ${PASSWORD} host`,
  `ConvertTo-SecureString "${PASSWORD}" -AsPlainText -Force`,
  `rclone obscure ${PASSWORD}`,
  `poetry config http-basic.internal bob ${PASSWORD}`,
  `nmcli dev wifi connect Home password ${PASSWORD}`,
  `expect "assword:" { send "${PASSWORD}\\r" }`,
  `the password “${MIXED}” works`,
  `the password is ‘${MIXED}’`,
  `   12→  login bob\n   13→  password ${PASSWORD}`,
  `pgpass:3:db.example.org:5432:app:svc:${PASSWORD}`,
  `    41→set -gx API_TOKEN ${PASSWORD}`,
  `aws s3 ls; SEC=${KEY}`,
  `key id AKIAQ2W3E4R5T6Y7U8I9, X=${KEY}`,
  `aws s3 ls --x=${KEY.replace(/\d/g, 'k')}`,
];

test('a secret of which its own line tells', () => {
  for (const line of LINES) {
    const out = redact(line);
    for (const secret of [PASSWORD, MIXED, KEY.slice(0, 12)]) expect(out).not.toContain(secret);
    expect(redact(out)).toBe(out);
  }
});

/** What is called like a secret and is none, and what is as long as one. */
const NONE = [
  '--- PASS: TestParsesTheHeader/empty_line (0.00s)',
  '    --- PASS: TestReads2Files_When10AreThere (0.01s)',
  'PASS: test-basic',
  'session_id=2026-01-12-test-session-2',
  '"session_id": "f718813c-b611-4ad5-993a-b46f866abaab"',
  '{"session_id":70667,"chars":""}',
  '<usage><total_tokens>27684</total_tokens></usage>',
  'github.com/pkg/errors v0.9.1 h1:FEBLx1zS214owpjy7qsBeixbURkuhQAwrK5UwLGTwt4=',
  'github.com/pkg/errors v0.9.1/go.mod h1:bwawxfHBFNV+L2hUp1rHADufV3IMtnDRdf1r5NINEl0=',
  '"integrity": "sha512-pjIw+Mtbl0rRmECEJTOdqyx6GqSSI0PcZNepKjjo58bdamHBubiyeZQWeoRr+SCcKo9P3XQVqxsw7sp7X21/uw=="',
  'SHA256:C58jtOq6TwrC6UMYMX74TlLEZINgNHUrVvKzQcIBLZs',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI7IGCL4QHlJcGAVf/54XFa5hRQKnDdo4lcpy2XTkm bob@host',
  'func TestTreeSitterParserCSharp13SyntaxParses(t *testing.T) {',
  'return s.listCheckpointsForBranch(ctx), s.getSessionLogBySessionID(id)',
  'contract 0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
  'strings flash_c8429a430278283c0e571baebca3d139.img',
  'rs_078fda7ff01f7c4d016a5e758dec5881939239a177605409a8',
  'defer func() { auth.GitCredentialCommand = original }()',
  'out, "password="+expectedToken)',
  '[]byte("username=" + name + "\\npassword=" + password + "\\n")',
  'identifiers[token] = struct{}{}',
  'c.Auth = retryAuth',
  'for _, secret := range secrets {',
  'Authorization: `Bearer $' + '{config.apiKey}`',
  'authorization: required',
  'a Basic CondenseSession test of the format',
  'strings.CutPrefix(kv, "PWD="); ok {',
  'PWD=/home/dev/project OLDPWD=/home/dev',
  '"apiKey": "{env:API_KEY}"',
  '"opencode-gitlab-auth": "1.3.2"',
  'echo zz | git hash-object --stdin',
  'token: Token = Depends(read)',
  '<session-id>/tasks/<task-id>/token.json',
];

test('what only looks like one', () => {
  for (const text of NONE) expect(redact(text)).toBe(text);
});
