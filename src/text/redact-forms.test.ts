import { describe, expect, test } from 'bun:test';
import { mixed } from '../../test/support/credentials.ts';
import { REDACTED, redact, redactDeep } from './redact.ts';

const PASSWORD = 'Tq8slJRxueF7z';
/** No digit tells that it is one. */
const LETTERS = 'wetikemiomab';
const UUID = '3f2b8c1d-7e94-4a60-9b15-c8d2e7f0a346';
/** Base64 of random bytes, whose signs part it into short pieces. */
const SIGNED = 'BI6Fg/QUHsGpO+jUKgT6s4t/PNPlWTsMi9K+i4LhBT/u3QZ';

const KINDS: Record<string, string[]> = {
  programs: [
    `bw login bob@example.org ${PASSWORD}`,
    `bw unlock ${LETTERS} --raw`,
    `openssl passwd -6 -salt xyz ${LETTERS}`,
    `mkpasswd --method=SHA-512 ${LETTERS}`,
    `vault kv put secret/db value=${LETTERS}`,
    `evil-tool -u bob -p '${LETTERS}'`,
    `security unlock-keychain -p ${LETTERS} login.keychain`,
    `signtool sign /f a.pfx /p ${PASSWORD} a.exe`,
    `net user bob ${PASSWORD} /add`,
    `net use z: //srv/share /user:bob ${PASSWORD}`,
    `schtasks /create /tn x /ru bob /rp ${PASSWORD}`,
    `aws ssm put-parameter --name /db --type SecureString --value ${LETTERS}`,
    `redis-cli CONFIG SET requirepass ${LETTERS}`,
    `127.0.0.1:6379> AUTH default ${LETTERS}`,
    `a1 LOGIN bob@example.org ${LETTERS}`,
    `imap.login('bob@example.org', '${LETTERS}')`,
    `bcrypt.hashSync('${LETTERS}', 10)`,
    `jwt.sign(payload, '${LETTERS}', { expiresIn: '1h' })`,
    `oathtool --totp -b "ABCD EFGH IJKL MNOP"`.replace('ABCD EFGH IJKL MNOP', 'JBSWY3DPEHPK3PXP'),
    `curl -sSu 'bob:${LETTERS}' https://example.org`,
    `curl -E client.pem:${LETTERS} https://example.org`,
    `subprocess.run(["mysql", "-u", "root", "-p${LETTERS}"])`,
    `CMD ["redis-server", "--requirepass", "${LETTERS}"]`,
    `['sshpass', '-p', '${LETTERS}', 'ssh', 'h']`,
    `root:${LETTERS}@tcp(127.0.0.1:3306)/app`,
    `postgres://app:abss3FY/${PASSWORD}@db.internal:5432/app`,
    `https://${mixed(40)}:x-oauth-basic@example.org/a/b`,
  ],
  'piped and inlined': [
    `echo "${LETTERS} twice" | sudo -S apt-get update`,
    `printf '${LETTERS}\\n' | sudo --stdin true`,
    `echo ${LETTERS} | sudo -kS true`,
    `sudo -S true <<EOF\n${LETTERS}\nEOF`,
    `chpasswd <<< "bob:${LETTERS}"`,
    `chpasswd <<EOF\nbob:${LETTERS}\nEOF`,
    `echo -e "${LETTERS}\\n${LETTERS}" | passwd bob`,
    `echo ${LETTERS} | gh secret set FOO`,
    `echo -n "${LETTERS}" | gcloud secrets create foo --data-file=-`,
    `echo '${LETTERS}' | lpass login bob`,
  ],
  'what stands beside the name': [
    `- name: DB_PASSWORD\n  value: ${LETTERS}`,
    `{"name": "DB_PASSWORD", "value": "${LETTERS}"}`,
    `{"element": "Password field", "ref": "e12", "text": "${LETTERS}"}`,
    `variable "db_password" {\n  default = "${LETTERS}"\n}`,
    `<key>Password</key>\n<string>${LETTERS}</string>`,
    `["password"]=>\n  string(12) "${LETTERS}"`,
    `    [password] => ${LETTERS}\n`,
    `name="password"\r\n\r\n${LETTERS}\r\n--x`,
    `await page.fill('#password', '${LETTERS}')`,
    `page.getByLabel('Password').fill('${LETTERS}')`,
    `<input value="${LETTERS}" name="password">`,
    `<wsse:Password Type="text">${LETTERS}</wsse:Password>`,
    `u.set_password('${LETTERS}')`,
    `const password = \`${LETTERS}\`;`,
    `char password[] = "${LETTERS}";`,
    `{User:bob Password:${LETTERS} Port:5432}`,
    `spring.datasource.password: ${LETTERS}`,
    `SET PASSWORD FOR 'bob'@'localhost' = '${LETTERS}'`,
    `CREATE USER bob IDENTIFIED BY ${LETTERS}`,
    `CREATE LOGIN bob WITH PASSWORD = N'${LETTERS}'`,
    `machine example.org password ${LETTERS} login bob`,
    `.example.org\tTRUE\t/\tFALSE\t0\tsid\t${LETTERS}`,
    `SecretID:         ${UUID}`,
    `Authorization: GenieKey ${UUID}`,
    `bob:{SSHA}${mixed(32)}`,
    `Administrator:500:${'0a1b2c3d'.repeat(4)}:${'4e5f6a7b'.repeat(4)}:::`,
    `Your new password:\n\n  ${PASSWORD}\n`,
    `mnemonic: abandon ability able about above absent absorb abstract absurd abuse access ${'acci'}dent`,
    `DB_PASSWORD='@${PASSWORD}#'`,
    `DBPASS=${LETTERS} ./run`,
  ],
  sentences: [
    `the password is ${LETTERS}`,
    `No, the root password should be "${PASSWORD}".`,
    `password for the database: ${PASSWORD}`,
    `Password (for bob): ${PASSWORD}`,
    `**Password:** \`${LETTERS}\``,
    `password → ${PASSWORD}`,
    `use ${PASSWORD} as the password`,
    `the password was changed to ${PASSWORD} yesterday`,
    `log in with bob / ${PASSWORD}`,
    `credentials: bob/${PASSWORD}`,
    `das Passwort ist ${LETTERS}`,
    `Kennwort: ${LETTERS}`,
    `wachtwoord: ${LETTERS}`,
    `a senha é ${PASSWORD}`,
    `mdp: ${LETTERS}`,
    `la contraseña es ${LETTERS}`,
    `la clave es ${PASSWORD}`,
    `пароль: ${LETTERS}`,
    `hasło to ${PASSWORD}`,
    `şifre: ${LETTERS}`,
    `密码是${LETTERS}`,
    `密码：${PASSWORD}`,
    `パスワードは${PASSWORD}です`,
    `비밀번호: ${LETTERS}`,
    `mật khẩu là ${PASSWORD}`,
  ],
  'random as a whole': [
    `vault operator unseal ${SIGNED}`,
    `$ wg genkey\n${SIGNED}=`,
    `aws configure set aws_secret_access_key ${SIGNED} --profile dev`,
    `"value": "${SIGNED}=="`,
  ],
  'characters apart': [
    `\u200b${PASSWORD.slice(0, 4)}\u200b${PASSWORD.slice(4)}`.replace(/^/, 'PASSWORD='),
    [...`PASSWORD=${PASSWORD}`].join('\0'),
    `echo ${Buffer.from(`bob:${PASSWORD}`).toString('base64')} | base64 -d`,
  ],
};

/** What must be gone: any of these, and every piece of the random ones. */
const SECRETS = [
  PASSWORD,
  LETTERS,
  UUID,
  ...SIGNED.split(/[+/]/).filter((piece) => piece.length > 5),
  [...PASSWORD].join('\0'),
  Buffer.from(`bob:${PASSWORD}`).toString('base64'),
  'JBSWY3DP',
  'abandon',
  '0a1b2c3d',
  mixed(32),
];

describe.each(Object.entries(KINDS))('%s', (_, texts) => {
  test.each(texts)('%j', (text) => {
    const out = redact(text);
    expect(out).toContain(REDACTED);
    for (const secret of SECRETS) expect(out).not.toContain(secret);
    expect(redact(out)).toBe(out);
  });
});

test('the rest of a token that was wrapped goes with its beginning', () => {
  const token = `ghp_${mixed(36)}`;
  expect(redact(`${token.slice(0, 24)}\n${token.slice(24)}\nnext line`)).toBe(
    `${REDACTED}\n${REDACTED}\nnext line`,
  );
});

test('the settings below a secret are not the rest of it', () => {
  expect(redact('DB_PASSWORD=x9Kq2mPz\nDB_PORT=5432a\nDB_NAME=app_prod1')).toBe(
    `DB_PASSWORD=${REDACTED}\nDB_PORT=5432a\nDB_NAME=app_prod1`,
  );
});

test('what follows a cookie on a command line stays', () => {
  expect(redact('curl -b sid=f00dfacecafe https://example.org && npm test')).toBe(
    `curl -b ${REDACTED} https://example.org && npm test`,
  );
});

test('the number of a card, where the text says that it is one', () => {
  const number = ['4242', '4242', '4242', '4242'];
  for (const sign of ['', ' ', '-']) expect(redact(`card: ${number.join(sign)}`)).toBe(`card: ${REDACTED}`);
  expect(redact(`id ${number.join('')}`)).toBe(`id ${number.join('')}`);
});

const HARMLESS = [
  'cachectl get --key userSession:42Ab',
  'signctl --key Server12Prod.pem --key ./certs/Server12Prod',
  'sort --key 2,2 --key=camelCaseOfTwo',
  'getopt: option --password requires an argument',
  'secretKey: Buffer',
  'the token for the tests is in the vault',
  'the password is incorrect.',
  'the password is required',
  'password is too short, it must be longer',
  'the password: missing.',
  'the `password` is required',
  '密码是用来验证用户身份的',
  'пароль: неверный',
  'All checks pass: `go test ./...`',
  'Pass `sessions` to `printAll`',
  '`source-token` → `auth.Token` → `SOURCE_TOKEN`',
  'If `--target-token` gets an empty value',
  'use env as the password source',
  'log in with bob',
  'login: src/auth2/file.ts',
  'journalctl -u nginx -p err',
  'sudo -u postgres mkdir -p data',
  'docker run -u 1000:1000 -p 8080:80 nginx',
  'bw list items',
  'openssl passwd --help',
  'echo yes | sudo tee out',
  'cat <<EOF\nbob:builder\nEOF',
  '{"name": "token", "value": "keyword"}',
  'jest: PASS src/login.test.ts',
  'a1 LOGIN failed',
  'requirepass is not set',
  'OK, the stop code: 12, only code 3',
  'session_id = secret_id_of_the_database',
  'bypass=hunter2hunter2',
  '"id":"MDQ6VXNlcjIyOTkwMTQ2"',
  'RepoSum: r1:OS5cfenHcYF2MYLzQ4YzZ/AyUoFojg6S802P/xQKjUY=',
  'submit t3h_FuTUr3_15_bR1ghT_1_H0p3_y0uR3_W34r1nG_5h4d35',
  'src/main/java/com/Acme2/Web3/HTTPServerV2/JSONParser9/IO/XMLReader4.java',
  'http://localhost:5173/@vite/client2',
  'usage: tool [--token TOKEN] [--api-key API_KEY] [--password-file FILE]',
  'helm install x --set auth.existingSecret=my-db-secret',
  'redis-cli -p 6380 ping',
  'mosquitto_sub -h broker -p 1884 -t x',
  'ldapsearch -x -b dc=example,dc=org uid=bob',
  'git switch -b topic=2 && npm test',
  '/nix/store/oo1oagdam5br7b1sdus4579dfhg6pfey-hello-2.12/bin/hello',
  'sk-toggleable__content r8_quantized_weights_of_the_model_v2',
  'ico-converter-for-windows-11-and-linux tfp_distributions_normal_prior_v1',
  'pul-request-template-for-team-2026',
];

test.each(HARMLESS)('left alone: %j', (text) => {
  expect(redact(text)).toBe(text);
});

describe('what a call of a tool is given', () => {
  const kept = { url: 'https://example.org', user: 'bob', max_tokens: 4096, tokens: ['a', 'b'] };
  const given: Record<string, unknown> = {
    'a field of a form': { element: 'Password field', ref: 'e1', text: LETTERS },
    'a field, told last': { text: LETTERS, element: 'Password field' },
    'a variable': { env: [{ value: LETTERS, name: 'DB_PASSWORD' }] },
    'a number': { password: 90233331 },
    'a list of passwords': { passwords: [LETTERS] },
    'arguments of a program': { command: 'sshpass', args: ['-p', LETTERS, 'ssh'] },
    arguments: { args: ['mysql', '-u', 'root', '--password', LETTERS] },
    'names that only assignments know': { env: { DB_PASS: LETTERS, pw: LETTERS }, passwort: LETTERS },
  };
  test.each(Object.entries(given))('%s', (_, input) => {
    const out = JSON.stringify(redactDeep({ ...kept, input }));
    expect(out).not.toContain(LETTERS);
    expect(out).not.toContain('90233331');
    expect(JSON.parse(out)).toMatchObject(kept);
  });
});
