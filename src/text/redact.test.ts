import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { REDACTED, redact, redactDeep } from './redact.ts';

const hex = (n: number, seed = 7) =>
  Array.from({ length: n }, (_, i) => '0123456789abcdef'[(i * 7 + seed * 5 + (i >> 2) * 3) % 16]).join('');
const mixed = (n: number, seed = 3) =>
  Array.from(
    { length: n },
    (_, i) => 'aB3dE5fGh7JkLm9NpQr2StUv4WxYz6'[(i * 11 + seed * 13 + (i >> 3)) % 30],
  ).join('');
const upper = (n: number) =>
  Array.from({ length: n }, (_, i) => 'A2B3C4D5E6F7GHJKLMNP'[(i * 7) % 20]).join('');

/** Kind, the secret, and a line that holds it (the secret itself unless given). */
const KINDS: [string, string, string?][] = [
  ['AWS access key id', `AKIA${upper(16)}`],
  ['AWS secret key bare', `${mixed(20)}/${mixed(19, 5)}`],
  ['AWS secret in env', mixed(40), `AWS_SECRET_ACCESS_KEY=${mixed(40)}`],
  ['AWS session token', mixed(120), `aws_session_token = ${mixed(120)}`],
  ['GCP API key', `AIza${mixed(35)}`],
  ['GCP OAuth token', `ya29.${mixed(60)}`],
  ['GCP client secret', `GOCSPX-${mixed(28)}`],
  ['Azure storage key', `${mixed(86)}==`, `AccountName=x;AccountKey=${mixed(86)}==;EndpointSuffix=core`],
  ['Azure SAS', mixed(44), `https://x.blob.core.windows.net/c?sv=2022&sig=${mixed(44)}&se=2030`],
  ['Azure client secret', `abc8Q~${mixed(34)}`],
  ['GitHub ghp', `ghp_${mixed(36)}`],
  ['GitHub gho', `gho_${mixed(36)}`],
  ['GitHub ghs', `ghs_${mixed(36)}`],
  ['GitHub ghu', `ghu_${mixed(36)}`],
  ['GitHub ghr', `ghr_${mixed(36)}`],
  ['GitHub fine-grained', `github_pat_${mixed(22)}_${mixed(59)}`],
  ['GitLab', `glpat-${mixed(20)}`],
  ['GitLab runner', `glrt-${mixed(20)}`],
  ['Atlassian', `ATATT3${mixed(60)}`],
  ['Slack bot', `xoxb-123456789012-1234567890123-${mixed(24)}`],
  ['Slack app', `xapp-1-A0B1C2D3E4-1234567890-${hex(40)}`],
  [
    'Slack webhook',
    `T0AB12CD3/B0AB12CD3/${mixed(24)}`,
    `https://hooks.slack.com/services/T0AB12CD3/B0AB12CD3/${mixed(24)}`,
  ],
  ['Stripe secret', `sk_live_${mixed(24)}`],
  ['Stripe restricted', `rk_test_${mixed(24)}`],
  ['Stripe webhook', `whsec_${mixed(32)}`],
  ['Twilio key', `SK${hex(32)}`],
  ['Twilio token', hex(32), `TWILIO_AUTH_TOKEN=${hex(32)}`],
  ['SendGrid', `SG.${mixed(22)}.${mixed(43)}`],
  ['npm', `npm_${mixed(36)}`],
  ['npmrc', mixed(32), `//registry.example.com/:_authToken=${mixed(32)}`],
  ['PyPI', `pypi-AgEIcHlwaS5vcmc${mixed(60)}`],
  ['OpenAI', `sk-${mixed(48)}`],
  ['OpenAI project', `sk-proj-${mixed(60)}`],
  ['Anthropic', `sk-ant-api03-${mixed(80)}`],
  ['HuggingFace', `hf_${mixed(34)}`],
  ['JWT', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${mixed(43)}`],
  ['Bearer', mixed(30), `curl -H "Authorization: Bearer ${mixed(30)}" https://example.org`],
  [
    'Basic',
    'dXNlcjpTM2NyM3RQYXNz',
    'curl -H "Authorization: Basic dXNlcjpTM2NyM3RQYXNz" https://example.org',
  ],
  ['API key header', mixed(24), `curl -H 'X-Api-Key: ${mixed(24)}' https://example.org`],
  ['curl user', 'S3cr3t!pw', 'curl -u admin:S3cr3t!pw https://example.org'],
  [
    'private key',
    'MIIEvQIBADANBgkqhkiG9w0BAQEF',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\nabcd\n-----END PRIVATE KEY-----',
  ],
  [
    'private key in JSON',
    'b3BlbnNzaC1rZXktdjEAAAAA',
    '{"key":"-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNzaC1rZXktdjEAAAAA\\n-----END OPENSSH PRIVATE KEY-----\\n"}',
  ],
  [
    'private key cut',
    'MIIEvQIBADANBgkqhkiG9w0BAQEG',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEG',
  ],
  [
    'private key tail',
    'MIIEvQIBADANBgkqhkiG9w0BAQEH',
    'MIIEvQIBADANBgkqhkiG9w0BAQEH\n-----END RSA PRIVATE KEY-----',
  ],
  ['password env', 'hunter2swordfish', 'DB_PASSWORD=hunter2swordfish npm start'],
  ['password env quoted', 'correct horse battery', 'export ADMIN_PASSWORD="correct horse battery"'],
  ['password JSON', 'Tr0ub4dor&3', '{"user": "bob", "password": "Tr0ub4dor&3"}'],
  ['password escaped JSON', 'Tr0ub4dor&4', '{"body": "{\\"password\\": \\"Tr0ub4dor&4\\"}"}'],
  ['password YAML', 'swordfish', 'db:\n  user: bob\n  password: swordfish\n  port: 1'],
  ['password flag', 'Pa55phrase', 'tool login --user bob --password Pa55phrase --verbose'],
  ['token flag', mixed(20), `vercel deploy --token=${mixed(20)} --prod`],
  ['client secret', 'q9w8e7r6t5y4', 'client_secret: q9w8e7r6t5y4'],
  ['mysql', 'R00tPass', 'mysql -uroot -pR00tPass -e "select 1"'],
  ['sshpass', 'R00tPass2', "sshpass -p 'R00tPass2' ssh root@example.org"],
  ['docker login', 'D0ckerPass', 'docker login -u bob -p D0ckerPass registry.example.org'],
  ['stdin password', 'P1pedPass', 'echo P1pedPass | sudo -S apt install x'],
  ['URL', 'p4ssw0rd', 'git clone https://bob:p4ssw0rd@example.org/x.git'],
  ['postgres', 'pgpass', 'psql postgres://bob:pgpass@localhost:5432/app'],
  ['mongo', 'm0ng0', 'mongodb+srv://bob:m0ng0@cluster0.example.net/app?retryWrites=true'],
  ['redis', 'r3d1s', 'redis://:r3d1s@localhost:6379/0'],
  ['ADO.NET', 'Sq1Pass!', 'Server=db;Database=app;User Id=sa;Password=Sq1Pass!;Encrypt=true'],
  ['cookie', 'f00dfacecafe', 'curl -H "Cookie: session=f00dfacecafe; theme=dark" https://example.org'],
  ['set-cookie', 'f00dfacecaff', 'Set-Cookie: sid=f00dfacecaff; HttpOnly'],
  ['Databricks', `dapi${hex(32)}`],
  ['DigitalOcean', `dop_v1_${hex(64)}`],
  ['Heroku', '12345678-90ab-cdef-1234-567890abcdef', 'HEROKU_API_KEY=12345678-90ab-cdef-1234-567890abcdef'],
  ['Heroku new', `HRKU-${mixed(60)}`],
  ['Shopify', `shpat_${hex(32)}`],
  ['Mailgun', `key-${hex(32)}`],
  ['Mailchimp', `${hex(32)}-us12`],
  ['Telegram', `123456789:AA${mixed(33)}`],
  ['Discord bot', `M${mixed(25)}.${mixed(6)}.${mixed(38)}`],
  ['Discord webhook', mixed(68), `https://discord.com/api/webhooks/123456789012345678/${mixed(68)}`],
  ['Vault', `hvs.${mixed(90)}`],
  ['Doppler', `dp.pt.${mixed(43)}`],
  ['Linear', `lin_api_${mixed(40)}`],
  ['Notion', `ntn_${mixed(46)}`],
  ['Figma', `figd_${mixed(40)}`],
  ['Airtable', `pat${mixed(14)}.${hex(64)}`],
  ['age', `AGE-SECRET-KEY-1${upper(58)}`],
  ['Grafana', `glsa_${mixed(32)}_${hex(8)}`],
  ['New Relic', `NRAK-${upper(27)}`],
  ['Sentry', `sntrys_${mixed(60)}`],
  ['Postman', `PMAK-${hex(24)}-${hex(34)}`],
  ['Square', `sq0atp-${mixed(22)}`],
  ['Supabase', `sbp_${hex(40)}`],
  ['Docker token', `dckr_pat_${mixed(27)}`],
  ['Terraform', `${mixed(14)}.atlasv1.${mixed(60)}`],
  ['Groq', `gsk_${mixed(52)}`],
  [
    'password hash',
    '$6$saltsalt$abcdefghijklmnopqrstuvwxyz012345',
    'root:$6$saltsalt$abcdefghijklmnopqrstuvwxyz012345:19000:0',
  ],
  ['netrc', 'n3trcpw', 'machine example.org login bob password n3trcpw'],
  ['SQL', 'sqlS3cret', "CREATE USER bob IDENTIFIED BY 'sqlS3cret';"],
  ['prose', 'hunter22', 'the admin password is hunter22, do not forget'],
  ['Datadog', hex(32), `DD_API_KEY=${hex(32)} ./run`],
  ['query token', mixed(24), `GET https://example.org/v1?page=2&access_token=${mixed(24)}&x=1`],
];

describe('redact', () => {
  for (const [kind, secret, line] of KINDS) {
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
    ];
    for (const text of texts.slice(0, -4)) expect(redact(text)).toBe(text);
    expect(redact(texts.at(-1)!)).toBe(texts.at(-1)!);
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
      ...KINDS.map(([, secret, line]) => line ?? secret),
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

  test('linear on 1 MB of adversarial text', () => {
    const units = [
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
    ];
    for (const unit of units) {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      const start = performance.now();
      redact(text);
      const ms = performance.now() - start;
      if (process.env['LESSONS_TIMES']) console.log(JSON.stringify(unit), Math.round(ms));
      expect(`${unit}: ${ms < 1500 ? 'ok' : ms}`).toBe(`${unit}: ok`);
    }
  }, 120_000);
});
