import { describe, expect, test } from 'bun:test';
import { redact } from './redact.ts';

const WORD = 'birchgate482';
const MIXED = 'Vq7tLmZ2xBn4Rs9K';
const HEX = '4be1907ac3d25f68'.repeat(4);

/** What a password is called, and what a sentence says of it, in other languages. */
const TONGUES = [
  `salasana on ${WORD}`,
  `parool on ${WORD}`,
  `паролата е ${WORD}`,
  `lozinka je ${WORD}`,
  `geslo je ${WORD}`,
  `slaptažodis yra ${WORD}`,
  `parole ir ${WORD}`,
  `la contrasenya és ${WORD}`,
  `رمز عبور ${WORD}`,
  `kata laluan ialah ${WORD}`,
  `ang password ay ${WORD}`,
  `le code d'accès est ${WORD}`,
  `parola d'ordine: ${WORD}`,
  `a palavra-passe é ${WORD}`,
  `账号 dana 密码${WORD}`,
  `비번은 ${WORD}`,
  `set it to ${WORD} — that's the wifi password`,
  `Notes:\n${WORD} is the initial password`,
];

/** Places among the arguments of programs, in files and in code. */
const PLACES = [
  `impdp dana/${WORD} directory=dump`,
  `mosquitto_passwd -b users dana ${WORD}`,
  `kadmin -p dana -w ${WORD} -q listprincs`,
  `veracrypt --text -p ${WORD} --mount a.hc`,
  `pdftotext -upw ${WORD} a.pdf`,
  `mysqlsh dana:${WORD}@db.example.org:3306`,
  `echo ${WORD} | openconnect -u dana --passwd-on-stdin vpn.example.org`,
  `secret-tool store --label=x a b <<< ${WORD}`,
  `aws configure set aws_secret_access_key ${'Vqtlmzxbnrskpdwh'.repeat(2)}`,
  `user = "dana:${WORD}"\nsilent`,
  `("${WORD}" | ConvertTo-SecureString -AsPlainText -Force)`,
  `Connecting as dana with password [${WORD}]`,
  `Dim password As String = "${WORD}"`,
  `When I log in with "dana@example.org" and "${WORD}"`,
  `define('NONCE_SALT', 'k#${WORD}<!.')`,
  `passwords = ['ashgrove571', '${WORD}']`,
  `A temporary password is generated for root@localhost: Ks;${WORD}<`,
  `Password for the elastic user (reset with \`reset-tool -u elastic\`):\n  ${MIXED}`,
  `$ openssl rand -base64 12\n${MIXED}`,
  `{"kty":"oct","k":"${MIXED}${MIXED}","alg":"HS256"}`,
  `accounts: ["0x${HEX}"]`,
  `new ethers.Wallet("0x${HEX}", provider)`,
  `DEPLOYER_PK=0x${HEX}`,
  `sent with acme_live_${MIXED}`,
  `sent with ak_prod_${MIXED}`,
  `PresharedKey = ${'Vq+tL/mZxBnRsK'.repeat(3)}=`,
  `const PASSWORD: &'static str = "${WORD}";`,
  `var password = @"${WORD}";`,
  `parola ${WORD}`,
  `Unseal Key 1: Vq+tL/mZ+xBnRsKVq+tL/mZ+xBnRsKd=`,
  `az storage blob list --account-key Qw3eRt5yUi7oPa9sDf+${MIXED}/Xy==`,
  `pdftk a.pdf output b.pdf user_pw ${WORD}`,
  `NewStaticCredentials("AKIAQ2W3E4R5T6Y7U8I9", "${'VqtLmZxBnRsKpD'.repeat(3)}", "")`,
  `Fastly-Key: ${MIXED}`,
  `The generated password for the elastic user is : ${'VqtLmZxBnRsKpD'}`,
  `createHmac('sha256', '${MIXED}').update(body)`,
  `mac := hmac.New(sha256.New, []byte("${MIXED}"))`,
  `$sig = hash_hmac('sha256', $payload, '${MIXED}');`,
  `OpenSSL::HMAC.hexdigest('sha256', '${MIXED}', data)`,
  `createHmac('sha256', \`${MIXED}\`)`,
  `HmacSha256::new_from_slice(b"${MIXED}")`,
  `new HMACSHA256(Encoding.UTF8.GetBytes("${MIXED}"))`,
  `:crypto.mac(:hmac, :sha256, "${MIXED}", body)`,
  `app.use(basicAuth({\n  users: { ops: "${WORD}" },\n}));`,
  `const users: Record<string, string> = { ops: '${WORD}' };\napp.use(basicAuth({ users }))`,
  `users = {\n    "ops": "${WORD}",\n}\n@auth.verify_password`,
  `r.Group("/x", gin.BasicAuth(gin.Accounts{"ops": "${WORD}"}))`,
  `imap_open('{mail.example.org:993}INBOX', 'dana', '${WORD}')`,
  `Connection(server, 'cn=admin,dc=example', '${WORD}', auto_bind=True)`,
  `client.username_pw_set("dana", "${WORD}")`,
  `Credentials.basic("dana", "${WORD}")`,
  `new Twilio('AC${HEX.slice(0, 32)}', '${HEX.slice(8, 40)}')`,
  `app.keys = ['${MIXED}', '${WORD}'];`,
  `pw = ENV["DB_PASSWORD"] || "${WORD}"`,
  `eas env:create --name CRASH_REPORTS --value ${HEX}`,
  `hmac.new(b"${MIXED}", message, hashlib.sha256)`,
  `openssl dgst -sha512 -mac HMAC -macopt key:${MIXED} f.bin`,
  `cookieSession({ name: 's', keys: ['${MIXED}', '${WORD}'] })`,
  `twilio('AC${HEX.slice(0, 32)}', '${HEX.slice(8, 40)}')`,
  `new PasswordAuthentication("mailer@example.org", "${WORD}")`,
  `new UsernamePasswordCredentials("dana", "${WORD}")`,
  `u.User = url.UserPassword("dana", "${WORD}")`,
  `client.get(url).basic_auth("dana", Some("${WORD}"))`,
  `ldap_bind($ds, 'cn=admin,dc=example', '${WORD}');`,
  `credentials.NewStaticV4("uploader", "${MIXED}", "")`,
  `curl_setopt($ch, CURLOPT_USERPWD, 'dana:${WORD}');`,
  `app.use(basicAuth({ users: { 'admin': '${WORD}', 'dana': "ashgrove571" } }))`,
  `const users = {\n  dana: '${WORD}',\n};\napp.use(basicAuth({ users }));`,
  `basic_auth_users:\n  metrics: ${WORD}\n  alerts: ashgrove571`,
  `pw = os.getenv("DB_PASS") or "${WORD}"`,
  `db_password: str = Field(default="${WORD}")`,
  `sudo dscl . -passwd /Users/dana ${WORD}`,
  `htpasswd -bnBC 10 "" ${WORD}`,
  `eas secret:create --name CRASH_REPORTS --value ${HEX}`,
  `Backup codes\n1. ashgrove571 9385\n2. 9385 ${WORD.toLowerCase()}`,
  `Client secrets\n${HEX.slice(8, 48)}\nAdded just now`,
  `le mdp du serveur c'est ${WORD}`,
  `a senha nova é ${WORD}`,
  `use dana / ${WORD} to log in to the dashboard`,
  `the password is still ${WORD}, not the old one`,
  `令牌是${MIXED}，别提交`,
];

describe('a secret that is told', () => {
  for (const text of [...TONGUES, ...PLACES]) {
    test(text.slice(0, 60), () => {
      for (const shown of [text, JSON.stringify({ output: text })]) {
        const out = redact(shown);
        for (const secret of [WORD, MIXED, HEX.slice(8), 'Vqtlmzxb', 'VqtLmZxB', 'Vq+tL/mZ', 'ashgrove'])
          expect(out).not.toContain(secret);
        expect(redact(out)).toBe(out);
      }
    });
  }
});

test('what is said of a secret, and what only bears its name', () => {
  for (const text of [
    'la contraseña es incorrecta',
    'hasło jest nieprawidłowe',
    'clave: valor',
    'PASSWORD_HASHER=argon2id',
    'SECRET_BACKEND=vault',
    'SSH_AUTH_SOCK=/tmp/ssh-a1b2c3/agent.1234',
    "credentials: 'same-origin'",
    'docker login -u dana -p "$PASS" registry.example.org',
    'change the password on server01 first',
    "tokens = ['if', 'else']",
    'password [optional]',
    'the hash_salt: 16 bytes',
    'run tests_dev_TestReadsTheFile2 first',
    '"publishable": "pk_live_51HqLyjWDarjtT1zdp7dcXk3fG9m"',
    `mined in ["0x${HEX}"]`,
    'sqlplus dana/dir/file.sql',
    'the reset is the password step',
    'createHmac("SHA256", key)',
    "hmac.update('some text here')",
    'token: str = Header("X-Token")',
    'users: { admin: "Ann", dana: "Dana" }, basicAuth: true',
    "define('AUTH_KEY', 'put your unique phrase here');",
    'requests.get(url, auth=(user, key))',
    '令牌桶算法 redis6-lua',
    'токен истёк Unauthorized',
  ])
    expect(redact(text)).toBe(text);
});
