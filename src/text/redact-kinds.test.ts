import { describe, expect, test } from 'bun:test';
import { REDACTED, redact } from './redact.ts';

const PASSWORD = 'falcon4821';
const CHOSEN = 'Tq8slJRxueF7z';
const HEX = '7c9e6679f4a2b1d08e35c6d7f8091a2b';
const UUID = '3f2b8c1d-7e94-4a60-9b15-c8d2e7f0a346';

/** As `openssl rsa -text` prints a number. */
const ROW = `    ${'9e:3c:'.repeat(7)}5a:\n`;

const KINDS: Record<string, string[]> = {
  'among the arguments of a program': [
    `codecov upload-process -t ${UUID} -f coverage.xml`,
    `npx ovsx publish acme.vsix -p ${UUID}`,
    `skopeo copy --src-creds jane:${PASSWORD} docker://a docker://b`,
    `openssl dgst -sha256 -hmac "${PASSWORD}" body.json`,
    `redis-cli AUTH ${PASSWORD}`,
    `az network vpn-connection create --shared-key ${PASSWORD} -n c1`,
    `echo '${PASSWORD}' > .vault_pass && ansible-vault view a.yml`,
    `mysqldump \\\n  --user=app \\\n  --password \\\n  ${PASSWORD} \\\n  app`,
    `curl -u 'admin:Abcd Efg1 Hij2 Klm3 Nop4 Qrs5' https://wp.example.org`,
    `conda install -c https://conda.example.org/t/ac-${UUID}/acme pkg`,
    `conda install -c https://conda.example.org/t/${CHOSEN}${CHOSEN}/acme pkg`,
    `$ cat config/master.key\n${HEX}`,
  ],
  'in code': [
    `$pdo = new PDO('mysql:host=db', 'app', '${PASSWORD}');`,
    `mysqli_connect("localhost", "app", "${PASSWORD}", "app");`,
    `ssh.connect('10.0.0.5', 22, 'root', '${PASSWORD}')`,
    `DriverManager.getConnection("jdbc:postgresql://db/app", "app", "${PASSWORD}");`,
    `aiohttp.BasicAuth("jane", password="${PASSWORD}")`,
    `request(app).get('/me').auth('jane', '${PASSWORD}')`,
    `WiFi.begin("Home", "${PASSWORD}");`,
    `const token = "Ab3dE5fGh7Jk" + "${CHOSEN}";`,
    `{"value":"${PASSWORD}","name":"DB_PASSWORD"}`,
    `<property name="connection.password">${PASSWORD}</property>`,
    `<tr><td>Password</td><td>${PASSWORD}</td></tr>`,
    `password: &pw ${PASSWORD}\nother: *pw`,
    `    password                  = "${PASSWORD}"`,
    `10.0.0.1 10.0.0.2 : PSK "${PASSWORD}"`,
    `bindpw ${PASSWORD}`,
    `*:*:*:postgres:${PASSWORD}`,
    `benutzer;passwort;rolle\njane;${PASSWORD};admin`,
  ],
  'in an output': [
    `$ terraform output -raw db_password\n${CHOSEN}`,
    `Please use the following password to proceed to installation:\n\n${HEX}\n\nIt is also here`,
    `Password for the [elastic] user successfully reset.\nNew value: ${CHOSEN}`,
    `A temporary password is generated for root@localhost: u;f8mTfsp3!q`,
    `INFO Using password ${PASSWORD} for user app`,
    `331 Please specify the password.\nPASS ${PASSWORD}\n230 Login successful.`,
    `AUTH PLAIN AGphbmUAQ29wcGVyODUxMyo=`,
    `Web UI available at http://localhost:8000?tkn=${UUID}`,
    `https://api.example.org/weather?q=London&appid=${HEX}`,
    `(0) 0x${HEX}${HEX}`,
    `License key: 9Z5G-C62J-4VG5-7R4P`,
    `seed phrase:\n${'abandon ability able about above absent '.repeat(4).trim()}`,
  ],
  'in a sentence': [
    `No, log in as admin with password ${PASSWORD}`,
    `use admin:${PASSWORD} for the staging site`,
    `admin/${PASSWORD} should work on the test box`,
    `creds: jane / ${PASSWORD}`,
    `the credentials are jane@example.org and ${PASSWORD}`,
    `my ssh key passphrase is "saddle walnut river bramble"`,
    `password - ${PASSWORD}`,
    `melde dich mit dem Passwort ${PASSWORD} an`,
    `entra con la contraseña ${PASSWORD}`,
    `пароль до бази: ${PASSWORD}`,
    `암호는 ${PASSWORD}야`,
    `ο κωδικός είναι ${PASSWORD}`,
    `הסיסמה היא ${PASSWORD}`,
    `كلمة المرور هي ${PASSWORD}`,
    `पासवर्ड है ${PASSWORD}`,
    `รหัสผ่านคือ ${PASSWORD}`,
    `adgangskoden er ${PASSWORD}`,
  ],
  'where only its lines tell': [
    `bind 0.0.0.0\nrequirepass ${PASSWORD}\nmasterauth x${PASSWORD}`,
    `username,password\njane,${PASSWORD}\nbob,${CHOSEN}`,
    `{\n  "name": "DB_PASSWORD",\n  "value": "${PASSWORD}"\n}`,
    `- name: DB_PASSWORD\n  value: ${PASSWORD}\n- name: LOG_LEVEL`,
    `#define WIFI_PASSWORD "${PASSWORD}"`,
    `<input type="password" name="pw" value="${PASSWORD}">`,
    `Here is the password:\n${PASSWORD}`,
    `Driver=PostgreSQL\nUID=app\nPWD=${PASSWORD}`,
    `{"username":"jane","key":"${HEX}"}`,
  ],
  'in a column that SQL names': [
    `INSERT INTO users (name, password, role) VALUES ('jane', '${PASSWORD}', 'admin');`,
    `insert into t (id, "api_token", at) values (1, '${CHOSEN}', now()), (2, '${HEX}', now())`,
    `sqlite3 a.db "INSERT INTO u (at, password) VALUES (datetime('now'), '${PASSWORD}')"`,
  ],
  'as several words or numbers': [
    'Backup codes:\n5512 9034\n8871 2290\n6643 1178',
    'Your recovery codes: 55129034, 88712290, 66431178',
    '2FA backup codes:\n 1. 55129034\n 2. 88712290',
    'Setup key: jbsw y3dp ehpk 3pxp 4x2k l7qa',
    'Ran it with the setup key: jbsw y3dp ehpk 3pxp 4x2k l7qa and it failed',
    'TOTP secret: JBSW Y3DP EHPK 3PXP 4X2K',
    `Private-Key: (2048 bit)\nprivateExponent:\n${ROW}${ROW}prime1:\n${ROW}${ROW}coefficient:\n${ROW}`,
  ],
  'where somebody logs in': [`log in as jane / ${PASSWORD} and look`, `avec le mot de passe ${PASSWORD}`],
};
const SECRETS = [
  PASSWORD,
  CHOSEN,
  HEX,
  UUID,
  'Qrs5',
  'f8mTfsp3',
  'AGphbmUA',
  'C62J',
  'absent',
  'walnut',
].concat(['9034', '2290', '1178', 'y3dp', 'Y3DP', 'ehpk', 'EHPK', '9e:3c']);

for (const [place, texts] of Object.entries(KINDS)) {
  test.each(texts)(`${place}: %s`, (text) => {
    const shown = [text, JSON.stringify({ text }), JSON.stringify({ text: JSON.stringify({ text }) })];
    for (const each of shown) {
      const out = redact(each);
      expect(out).toContain(REDACTED);
      for (const secret of SECRETS) expect(out).not.toContain(secret);
      expect(redact(out)).toBe(out);
    }
  });
}

describe('what only looks like one stays', () => {
  const body = Array.from({ length: 6 }, (_, at) => `MIIDdzCCAl+gAwIBAgIEAgAAuT${at}Qx9ZkLm3NpR7sTvWxYz0`);
  test.each([
    `-----BEGIN CERTIFICATE-----\n${body.join('\n')}\n-----END CERTIFICATE-----`,
    `-----BEGIN PUBLIC KEY-----\n${body.join('\n')}\n-----END PUBLIC KEY-----`,
    `PublicKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=`,
    `{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","kid":"main"}`,
    'the key sent by the host is\nSHA256:uNiVztksCsDhcc0u9e8BgrJXVGDzzA2l9mE1i5Q7Vw9.',
    `<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA">`,
    'export GOOGLE_APPLICATION_CREDENTIALS=/secrets/sa.json',
    'mysql -uroot -p"$MYSQL_ROOT_PASSWORD" app',
    '| Option | Description |\n|---|---|\n| `password` | of the user |\n| `timeout` | seconds |',
    '| DB_PASSWORD | none | the password |\n| API_KEY | required | the key |',
    'type Mutation { login(email: String!, password: String!): Payload }',
    'password: SecretStr = Field(..., min_length=8)',
    '--color-token-primary: #1f6feb; token: colors.primary',
    'gcloud secrets versions access latest --secret=db-password',
    '--source-token                     source password/token (prefer the environment)',
    'checkpoints (identified by strategy in metadata)',
    'API_KEY=changeme',
    'password: change-me',
    'JWT_SECRET=replace-with-your-secret',
    'OPENAI_API_KEY=sk-...',
    'GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'Authorization: Bearer your_token_goes_here',
    'POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?must be set}',
    'postgres://user:password@localhost:5432/app',
    'STRIPE_PUBLISHABLE_KEY=pk_test_3JihCyWiXfBjBUYmgsjOBWZB',
    '"publishableKey": "pk_live_51HqLyjWDarjtT1zdp7dcXk3fG9mNa2sV"',
    'age -r age12j517m02lup0v0u36722v61fpugqoj6y0zfpnrccaeezlxesf22tw5ml8z -o a.age a',
    "fetch(url, { credentials: 'include' })",
    'passwordSecretRef: db-password',
    'INSERT INTO users (name, password) VALUES ($1, $2)',
    "INSERT INTO users (name, email) VALUES ('jane', 'jane@example.org')",
    'OLDPWD=/srv/app2\nPWD=/srv/app1',
    'backup codes are shown once: see 20260101 and settings',
    'plink -P 2222 jane@host && swaks -p 587 -s host',
    'modulus:\n    00:c7:ce:c1:f1:c3:bb:df:11:92:ab:3c:fb:d8:4a\nExponent: 65537 (0x10001)',
    'the password sha256 is stored, port8080 is open',
    'grep -n \'\\d\\n\' a.txt && echo "a \\"b\\" c"',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text);
    expect(redact(JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
  });
});

test('what is escaped stays escaped as it was', () => {
  expect(redact('{"a":"x\\ty\\u00e9 \\\\d\\nAPI_KEY=Tq8slJRxueF7z\\n"}')).toBe(
    `{"a":"x\\ty\\u00e9 \\\\d\\nAPI_KEY=${REDACTED}\\n"}`,
  );
});
