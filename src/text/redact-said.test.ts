import { describe, expect, test } from 'bun:test';
import { REDACTED, redact } from './redact.ts';

const CHOSEN = 'harbor-Quilt-447';
const RANDOM = 'rK3.dM_x-9Qw';
const HEX = '20e3823860308c99e65713c4926e42bf';

const ONE_NUMBER = '5OuUDkNqNzTlBPGf';
const UUID = 'd8b11434-91ee-447f-9ce9-7503ff66170b';
const OF_APPLE = 'vvqe-cyls-diqh-iwns';

const SECRETS = [CHOSEN, RANDOM, HEX, ONE_NUMBER, UUID, OF_APPLE];

function leavesNone(line: string): void {
  for (const text of [line, JSON.stringify({ command: line })]) {
    const out = redact(text);
    for (const secret of SECRETS) expect(out).not.toContain(secret);
    expect(out).toContain(REDACTED);
    expect(redact(out)).toBe(out);
  }
}

const keeps = (text: string) => expect(redact(text)).toBe(text);

describe('what a name of a secret is compared with', () => {
  test.each([
    `if (password === '${CHOSEN}') {`,
    `if (password !== "${CHOSEN}") return`,
    `if password == "${CHOSEN}":`,
    `where password != '${CHOSEN}'`,
    `[[ $ADMIN_PASS == ${CHOSEN} ]]`,
    `if (req.headers['x-api-key'] !== '${HEX}') deny()`,
    `expect(config.password).toBe('${CHOSEN}')`,
    `expect(config.password).to eq('${CHOSEN}')`,
    `password.equals("${CHOSEN}")`,
    `[ "$(kubectl get secret app-db -o jsonpath='{.data.pw}' | base64 -d)" = '${CHOSEN}' ]`,
    `test "$(terraform output -raw admin)" = "${CHOSEN}"`,
  ])('%s', leavesNone);

  test.each([
    'if token == "function":',
    "if (token.value === 'identifier') next()",
    "while (token !== 'EOF') read()",
    'if (user !== "amy" || pass !== "explicit-token") fail()',
    'password === confirmPassword',
    'if (password === "" || password == null) return',
    'token === TokenType.End',
    'secret !== undefined',
    'apiKey === process.env.API_KEY',
    '[ "$(git rev-parse HEAD)" = \'4f6603890e590ed6c71ffbcaffe9e826b87fa22e\' ]',
  ])('not %s', keeps);
});

test('a word with a number behind a field of that name', () => {
  expect(redact('db_pass     Harbor4471&\nport 5432')).toBe(`db_pass     ${REDACTED}&\nport 5432`);
});

describe('what a sentence tells', () => {
  test.each([
    `wrong password! it's ${CHOSEN}, not the old one`,
    `No, wrong password. It is ${CHOSEN}`,
    `that is the old password, use ${CHOSEN}`,
    `Use the password ${RANDOM} for this`,
    `the auth token ${HEX} is what it takes`,
    `sign it with the webhook secret ${HEX}, please`,
    `the deployer has the private key 0x${HEX}${HEX}`,
    `take Datadog application key ${HEX} for it`,
    `take the codecov token ${UUID} for this`,
    `the app-specific password ${OF_APPLE} is what it takes`,
    `Use admin_password ${ONE_NUMBER} for this`,
    `Paste an API key from your profile and hit enter: ${HEX}`,
  ])('%s', leavesNone);

  test.each([
    "wrong password! it's in the vault",
    'wrong password. Use sha256 of it',
    'wrong password, try user1234 first',
    `the cache key ${HEX} was not found`,
    `lookup key ${HEX} in the tree`,
    `the public key ${HEX}${HEX}`,
    'a token that is expired must be renewed',
    'the token getUserTokenFromHeader2 reads',
    'the token AuthTokenV2Provider3 was',
    'the password UserService2Impl checks',
    'the password handler.parse2.value3 of the form',
  ])('not %s', keeps);
});

describe('an argument, a line of a file, a cookie', () => {
  test.each([
    `curl -fsS -u ci:'${CHOSEN}' https://nexus.example.org/app.tgz`,
    `curl --user "ci:"'${CHOSEN}' https://nexus.example.org/app.tgz`,
    `-U 'svc%${CHOSEN}' is what it needs`,
    `it takes -U ADMIN -P ${CHOSEN}`,
    `-passin pass:${CHOSEN}`,
    `it is oauth2:${HEX}@git.example.org`,
    `echo ${HEX} > config/master.key`,
    `exp userid=etl/${CHOSEN.replaceAll('-', '')}@DW file=dw.dmp`,
    `wg set wg0 private-key <(echo ${HEX}) && wg-quick up wg0`,
    `BUNDLE_GEMS__EXAMPLE__ORG: "ci:${CHOSEN}"`,
    `keyring.set_password("dw", "etl", "${CHOSEN}")`,
    `wp config set AUTH_KEY '${CHOSEN}|x'`,
    `steamcmd +login amy '${CHOSEN}' +quit`,
    `doveadm auth test amy '${CHOSEN}'`,
    `check_pgsql -H db -l nagios -p ${CHOSEN}`,
    `anaconda -t dg-${HEX} upload a.tar.bz2`,
    `printf '%s\\n%s\\n' amy '${CHOSEN}' > /etc/openvpn/client.pass`,
    `$ cat /etc/openvpn/client.pass\namy\n${CHOSEN}\nAUTH_FAILED`,
    `the server key AAAAzJn884M:APA91b${HEX}${HEX}${HEX}`,
    `the key ptr_${HEX}/Kq+${HEX}=`,
    `oracledb.connect('etl', '${CHOSEN}', 'ora.example.org/DW')`,
    `Elasticsearch(url, basic_auth=('elastic', '${CHOSEN}'))`,
    `dbConnect(odbc(), UID = "etl", PWD = "${CHOSEN}")`,
    `__Host-session=${HEX} is what the browser sends`,
    `connect.sid=s%3A${HEX}.sig`,
    `https://example.org/users/reset-password/${HEX}`,
    `passwd deploy <<< "Some-Other1\n${CHOSEN}"`,
    `passwd deploy <<EOF\nSome-Other1\n${CHOSEN}\nEOF`,
    `K 8\npassword\nV 16\n${CHOSEN}\nEND`,
    `$ cat /etc/pgbouncer/userlist.txt\n"amy" "Some-Other1"\n"app" "${CHOSEN}"\n`,
    `echo '"app" "${CHOSEN}"' > /etc/pgbouncer/userlist.txt`,
    `smtp_sasl_password_maps\nsmtp.example.org bob:${CHOSEN}`,
    `echo 'smtp.example.org bob:${CHOSEN}' | postmap hash:/etc/postfix/maps`,
  ])('%s', leavesNone);

  test.each([
    'curl -u admin: https://example.org',
    'curl -u "$USER:$PASS" https://example.org',
    `curl -u ci:'$PASS' https://example.org`,
    'psql -U app -P 5433',
    'psql -U app -P pager=off',
    'echo "build 1234" > version.txt',
    'echo 20.11.1 > .node-version',
    '"PWD": "/home/dev"',
    'PWD="$HOME/loom"',
    'hash(password, "sha3-256")',
    'cat "config/a1.json" "config/b2.json"',
    'https://example.org/verify/your-email-address-first',
    'https://example.org/confirm/orders-of-2026-november',
    'postmap hash:/etc/postfix/virtual: done',
    'check_http -H web1 -p 8443',
    'npm config set cache-key v2',
    "printf '%s\\n%s\\n' amy bob > names.txt",
    'cat /etc/passwd\nroot:x:0:0',
  ])('not %s', keeps);
});
