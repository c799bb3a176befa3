import { expect, test } from 'bun:test';
import { REDACTED, redact } from './redact.ts';

/** Chosen so that nothing but its place tells what it is. */
const WORD = 'meadowfalcon';

test.each([
  `reg add HKLM\\Software\\Acme /v DefaultPassword /t REG_SZ /d ${WORD}`,
  `redis-cli -a ${WORD} ping`,
  `ldapsearch -x -D cn=admin -w ${WORD} -b dc=example`,
  `swaks -s smtp.example.org -au jane -ap ${WORD}`,
  `skopeo copy --src-creds jane:${WORD} docker://a docker://b`,
  `User.objects.create_superuser('jane', 'jane@example.org', '${WORD}')`,
  `sql.Open("mysql", "app:${WORD}@tcp(db:3306)/shop")`,
  `sql.Open("mysql", "app:${WORD}@unix(/run/mysqld.sock)/shop")`,
  `rclone config create s3 webdav pass ${WORD}`,
  `bundle config set --global gems.example.org jane:${WORD}`,
  `bundle config gems.example.org jane:${WORD}`,
  `occ reset-admin-password ${WORD}`,
  `app user:password jane ${WORD}`,
  `security add-generic-password -a jane -s acme -w ${WORD}`,
  `security add-internet-password -a jane -s acme -w ${WORD}`,
])('%s', (command) => {
  const out = redact(command);
  expect(out).toContain(REDACTED);
  expect(out).not.toContain(WORD);
  expect(out.slice(0, 8)).toBe(command.slice(0, 8));
});

test.each(['Basic YWJjOmRlZg==', 'basic YWJjOmRlZg==', 'BASIC YWJjOmRlZg=='])('%s', (header) => {
  expect(redact(`sent ${header} to it`)).toBe(`sent ${header.slice(0, 6)}${REDACTED} to it`);
});

const PASSWORD = 'Kestrel44moon';

test.each([
  `kinit anna@EXAMPLE.ORG <<< '${PASSWORD}'`,
  `wrangler secret put API <<< "${PASSWORD}"`,
  `rabbitmqctl -n rabbit@host add_user app ${PASSWORD}`,
  `rsync --password-file=<(echo ${PASSWORD}) rsync://u@h/m .`,
  `cryptsetup --key-file <(printf ${PASSWORD}) open /dev/sdb x`,
  `restic --password-command "echo ${PASSWORD}" snapshots`,
  `RESTIC_PASSWORD_COMMAND="echo ${PASSWORD}" restic snapshots`,
  `supabase link --project-ref abcdef -p ${PASSWORD}`,
  `consul kv put app/db_password ${PASSWORD}`,
  `curl -K - <<< 'user = "svc:${PASSWORD}"'`,
  `nc mail 110 <<< $'USER anna\\nPASS ${PASSWORD}\\n'`,
  `hatch publish -u anna -a '${PASSWORD}'`,
  `yes '${PASSWORD}' | sudo passwd anna`,
  `realm join -U admin example.org <<< '${PASSWORD}'`,
  `occ user:resetpassword anna <<< $'${PASSWORD}'`,
  `sendemail -xu anna -xp ${PASSWORD} -t a@example.org`,
  `zip -rP '${PASSWORD}' o.zip d`,
  `drush upwd anna '${PASSWORD}'`,
  `ejabberdctl register anna host ${PASSWORD}`,
  `sqlite3 a.db "PRAGMA key='${PASSWORD}'"`,
  `auth_pass ${PASSWORD}\nvirtual_ipaddress`,
  `rootpw: ${PASSWORD}\nerror`,
  `{'pw': '${PASSWORD}'}`,
  `wrong account, use anna@example.org / ${PASSWORD}`,
  `#0 a.php(3): PDO->__construct('mysql:host=db', 'root', '${PASSWORD}')`,
  `mysql -u root -p ${PASSWORD}`,
  `Config { user: "app", password: Some("${PASSWORD}"), port: 5432 }`,
  `Config {\n    password: Some(\n        "${PASSWORD}",\n    ),\n}`,
])('taken out: %j', (text) => {
  expect(redact(text)).toContain('[REDACTED]');
  expect(redact(text)).not.toContain(PASSWORD);
});

test('a number that is told as one, and digits behind the whole name of a key', () => {
  expect(redact('the PIN for the test card is 270620')).toBe('the PIN for the test card is [REDACTED]');
  expect(redact('that is the wrong PIN, mine is 270620')).toBe('that is the wrong PIN, mine is [REDACTED]');
  const digits = '2d62ffa57a9e529f4cc29cf466ef74d9';
  expect(redact(`403: DD_API_KEY ${digits} error`)).toBe('403: DD_API_KEY [REDACTED] error');
  for (const name of ['cache_key', 'token_hash', 'access_token_id'])
    expect(redact(`${name} ${digits}`)).toBe(`${name} ${digits}`);
});

test.each([
  'mysql -u root -p shop',
  'rabbitmqctl list_users -q',
  'kinit -kt k.keytab anna',
  'consul kv put app/port 8500',
  'zip -rq o.zip dist',
  'drush upwd --help',
  'yes | sudo pacman -Syu',
  'realm list <<< $NAME',
  'write to a@example.org / b@example.org',
  'token_type=Bearer expires_in=3600',
  'gh secret set A < file',
  "restic --password-command 'pass show restic' snapshots",
  '--key-file <(echo "$KEY")',
  'PIN for a GPIO is 4',
  'password: Some(password)',
  'the password for user "postgres" failed authentication',
  'password for other users failed',
  '"cache_key": "build-linux-node22"',
  'pwd: /home/dev/app',
  "PASSWORD_HASHERS = ['django.contrib.auth.hashers.MD5PasswordHasher']",
  "AUTH_USER_MODEL = 'accounts.User'",
])('left alone: %j', (text) => {
  expect(redact(text)).toBe(text);
});
