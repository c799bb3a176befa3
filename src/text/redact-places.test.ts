import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { REDACTED, redact } from './redact.ts';

const PASSWORD = 'Tq8slJRxueF7z';
const TOKEN = 'pcT6HJviqAOpTwlyPfU5yq6W';

/** Lines in which no name beside the secret, or none before it, says what it is. */
const PLACES = [
  `fly secrets set DSN_A=${PASSWORD}`,
  `samba-tool user create bob ${PASSWORD} --given-name=Bob`,
  `samba-tool domain join x.org DC -U"CORP\\admin%${PASSWORD}"`,
  `ldappasswd -x -D cn=admin -W -s ${PASSWORD} uid=bob`,
  `conan user -p ${PASSWORD} -r main bob`,
  `cache_peer proxy parent 3128 0 no-query login=bob:${PASSWORD}`,
  `echo "::add-mask::${PASSWORD}"`,
  `bin/rake "users:create[bob@example.org,${PASSWORD}]"`,
  `printf 'bob\\n${PASSWORD}\\n' > /etc/openvpn/auth.txt`,
  `openvpn --auth-user-pass <(printf 'bob\\n${PASSWORD}\\n')`,
  `cat > auth.txt <<EOF\nbob\n${PASSWORD}\nEOF`,
  `echo -n ${PASSWORD} | kubeseal --raw --name x`,
  `expect -c 'expect "passphrase"; send "${PASSWORD}\\r"'`,
  `{"method":"login","params":["bob","${PASSWORD}"]}`,
  `postgres://bob:Tq8@rx/${PASSWORD}@db.example.org/app`,
  `https://app.example.org/invite/${TOKEN}`,
  `https://join.slack.com/t/x/shared_invite/zt-${TOKEN}`,
  `https://t.me/+${TOKEN}`,
  `https://maker.example.org/trigger/x/with/key/${TOKEN}`,
  `Wi-Fi guests, key: ${PASSWORD}`,
  `Der WLAN-Schlüssel ist ${PASSWORD}`,
  `Enter passphrase for key '/home/bob/.ssh/id': ${PASSWORD}`,
  `root's password on the box is ${PASSWORD}`,
  `A senha do banco é ${PASSWORD}!, tente`,
  `The password changed yesterday, it's ${PASSWORD} now.`,
  `pulumi config set --secret dbPassword ${PASSWORD}`,
  `the password for staging is \`${PASSWORD}\``,
  `login with bob / ${PASSWORD}`,
  `htpasswd -b .htpasswd admin ${PASSWORD}`,
  `htpasswd -nbB admin ${PASSWORD}`,
  `smbclient //host/share -U 'corp\\user%${PASSWORD}'`,
  `lftp -u deploy,${PASSWORD} sftp://host`,
  `xfreerdp /v:host /u:me /p:${PASSWORD}`,
  `net use \\\\host\\share ${PASSWORD} /user:corp\\me`,
  `mongosh -u root -p ${PASSWORD} mongodb://host`,
  `twine upload -u me -p ${PASSWORD} dist/*`,
  `zip -P ${PASSWORD} a.zip x`,
  `7z a -p${PASSWORD} a.7z x`,
  `keytool -list -keystore a.jks -storepass ${PASSWORD}`,
  `echo 'root:${PASSWORD}' | chpasswd`,
  `rabbitmqctl add_user ci ${PASSWORD}`,
  `wpa_passphrase Home ${PASSWORD}`,
  `sqlplus scott/${PASSWORD}@db`,
  `jdbc:oracle:thin:scott/${PASSWORD}@//h:1521/x`,
  `gh secret set API --body ${TOKEN}`,
  `mc alias set minio http://h ACCESS123 ${PASSWORD}`,
  `ssh-keygen -t ed25519 -N '${PASSWORD}' -f k`,
  `ngrok config add-authtoken ${TOKEN}`,
  `sonar-scanner -Dsonar.login=${TOKEN}`,
  `localhost:5432:app:svc:${PASSWORD}`,
  `echo "db.example.org:5432:app:svc:${PASSWORD}" >> ~/.pgpass`,
  `echo ${PASSWORD} | passwd --stdin bob`,
  `echo "${TOKEN}" | vercel env add API_KEY production`,
  `echo ${TOKEN} | wrangler secret put API_KEY`,
  `gh secret set API -b"${TOKEN}"`,
  `my token is: ${TOKEN}`,
  `use password "${PASSWORD}" to log in`,
  `sudo -S apt-get update <<< '${PASSWORD}'`,
  `docker login -u me --password-stdin <<< ${PASSWORD} && docker push me/app`,
  `<password>${PASSWORD}</password>`,
  `<add key="ApiKey" value="${TOKEN}"/>`,
  `define('DB_PASSWORD', '${PASSWORD}');`,
  `os.Setenv("API_TOKEN", "${TOKEN}")`,
  `localStorage.setItem('authToken', '${TOKEN}')`,
  `cfg.setPassword("${PASSWORD}")`,
  `ENV API_KEY ${TOKEN}`,
  `set -gx API_TOKEN ${TOKEN}`,
  `setx API_TOKEN ${TOKEN}`,
  `DB_PASSWORD=$'${PASSWORD}'`,
  `nmcli dev wifi connect Home password ${PASSWORD}`,
  `echo -n 'ci:${PASSWORD}' | base64 -w0`,
  `AUTH=$(printf '%s' "ci:${PASSWORD}" | base64)`,
  `headers = {"X": base64.b64encode(b"ci:${PASSWORD}")}`,
  `fetch(u, { headers: { x: btoa('ci:${PASSWORD}') } })`,
  `[Convert]::ToBase64String([Text.Encoding]::ASCII.GetBytes("ci:${PASSWORD}"))`,
  `new NetworkCredential("ci", "${PASSWORD}")`,
  `useradd -m -p ${PASSWORD} bob`,
  `ansible-vault encrypt_string --vault-id dev '${PASSWORD}'`,
  `#cloud-config\nchpasswd:\n  list: |\n    root:x1y2z3\n    bob:${PASSWORD}\n`,
  `SAMLResponse=PHNhbWxwOlJlc3BvbnNl${TOKEN}${TOKEN}`,
  'log in with user admin and password velvetmorning',
  'the PIN is 482913',
  '{"user":"bob","pin":"482913"}',
  'your verification code is 482913.',
  'my key is 7c9e6679f4a2b1d08e35c6d7f8091a2b',
  './deploy --key 7c9e6679f4a2b1d08e35c6d7f8091a2b',
  `AZURE_DEVOPS_EXT_PAT=${TOKEN.toLowerCase()}`,
  `Ocp-Apim-Subscription-Key: ${TOKEN}`,
  `X-JFrog-Art-Api: ${TOKEN}`,
  `Authorization: SSWS ${TOKEN}`,
  `Authorization: Digest username="x", response="0b3990639406488dd9ae575681dbd7b7"`,
  'use PrivateKey = MnASxxbXgQS1SmD4rcL0/RNcwWAaG9Rjk3s8POeYwf6= instead',
  'client-key-data: LS0tTT+6/YRAc6ag9pSZKthcOLxBxCYRgp8xYIN4yjB7U3ts9mwuLTxQYen8gvFV',
  `openssl rsa -in key.pem -passin pass:${PASSWORD} -out k2.pem`,
  `openssl enc -aes-256-cbc -k ${PASSWORD} -in a -out b`,
  `http -a svc:${PASSWORD} GET https://example.org`,
  `bcp db.t out f -S h -U sa -P ${PASSWORD}`,
  `wandb login ${TOKEN}`,
  `kubectl create secret generic db --from-literal=value=${TOKEN}`,
  `requests.get(url, auth=("svc", "${PASSWORD}"))`,
  `HTTPBasicAuth("svc", "${PASSWORD}")`,
  `curl https://api.telegram.org/bot123456789:AA${PASSWORD}${TOKEN}/getMe`,
  `DD-APPLICATION-KEY: ${TOKEN}`,
  `my api key is ${TOKEN}`,
  `psk="${PASSWORD}"`,
  `MNEMONIC="${PASSWORD} abandon ability able"`,
  `app.secret_key = b'${PASSWORD}'`,
  `const apiKey: string = '${PASSWORD}';`,
  `const pass = process.env.DB_PASSWORD || '${PASSWORD}';`,
  `storePassword '${PASSWORD}'`,
  `https://example.org/cb?next=%2Fa%3Faccess_token%3D${TOKEN}%26x%3D1`,
  `user%3Dbob%26password%3D${PASSWORD}%26x%3D1`,
  `user%253Dbob%2526password%253D${PASSWORD}`,
  `psql -d a\\u0026password\\u003d${PASSWORD}`,
  `&lt;a&gt; {&quot;password&quot;: &quot;${PASSWORD}&quot;}`,
];

/** A password of letters only, which the beginning of its line tells from a sentence, however the line is shown. */
const SHOWN_LINES = [
  '    environment:\n      ROOT_PASSWORD: xqzvbnmrt\n',
  '     3→      ROOT_PASSWORD: xqzvbnmrt',
  '+      password: xqzvbnmrt',
  'compose.yml:12:      password: xqzvbnmrt',
  'compose.yml-13-  password: xqzvbnmrt',
  '{"output":"Password: xqzvbnmrt"}',
  'compose said: environment: ROOT_PASSWORD: xqzvbnmrt',
  '+set -gx API_TOKEN xqzvbnmrt',
  '+localhost:5432:app:svc:xqzvbnmrt',
  `bash -c 'psql -c "ALTER USER app PASSWORD '\\''xqzvbnmrt'\\''"'`,
  `sh -c 'echo '\\''xqzvbnmrt'\\'' | sudo -S true'`,
];

test('words with dots are a password where nobody writes code', () => {
  for (const text of [
    'tool --password green.horse',
    'https://h/?password=green.horse&x=1',
    'DB_PASSWORD=green.horse',
  ])
    expect(redact(text)).not.toContain('horse');
});

test('a password of letters only behind the name of a field in a sentence', () => {
  expect(redact('It refused ansible_ssh_pass: zqjqrnfcxqc')).toBe('It refused ansible_ssh_pass: [REDACTED]');
  for (const text of [
    'the access_token: expires soon',
    'let session_token: AuthToken = load();',
    'self.api_key: SecretStr = SecretStr(given)',
    'refresh_token: string is missing here',
  ])
    expect(redact(text)).toBe(text);
});

test('a key in a fence below its name', () => {
  expect(redact(`here is the api key:\n\`\`\`\n${TOKEN}\n\`\`\`\n`)).not.toContain(TOKEN);
});

test('a password of letters only on a line of its own', () => {
  for (const line of SHOWN_LINES) expect(redact(line)).not.toContain('xqzvbnmrt');
});

/** What looks like one of those places, and holds nothing. */
const HARMLESS = [
  'samba-tool user create bob --random-password --given-name=Bob',
  'cache_peer proxy.example.org parent 3128 0 no-query login=PASS',
  'echo "::add-mask::$TOKEN"',
  'bin/rake "users:create[bob@example.org,admin]"',
  "printf 'a\\nb\\n' > list.txt",
  'cat > app.txt <<EOF\nhost\nvalue\nEOF',
  'ssh asks for passphrase every time: use ssh-agent',
  "The password is changed on every deploy, it's random now.",
  'le mot de passe est obligatoire.',
  'La contraseña es obligatoria.',
  'la password è obbligatoria',
  'https://app.example.org/invite/friends-of-the-house',
  'https://discord.gg/friends-of-the-house',
  'https://bob:[REDACTED]@registry.example.org/@scope/name',
  'trusted-public-keys = cache.nixos.org-1:6NCHdD59X431o0gWypbMrAURkbJ16ZPMQFGspcDShjY=',
  '-----BEGIN PGP SIGNATURE-----\n\nyoJKPSIh2b5Y0XP+/zk+q9EfKax1jzcNoce0f9zR0INULQOzJxbxO3bEf232tIJy\n-----END PGP SIGNATURE-----',
  'smbclient //host/share -U guest',
  'use basic authentication instead',
  'log in with user admin and password authentication',
  'the GPIO pin: 13 and the PIN 4829.5',
  'exit code: 482913',
  'the cache key 7c9e6679f4a2b1d08e35c6d7f8091a2b is stale',
  'echo "https://example.org/a" | base64',
  'Basic Authentication failed for the host',
  'error: basic validation of the manifest failed',
  'sort_key=created_at, foreign_key = author_id',
  'hash_key = "LockID"',
  '  107→\t\tinput.SessionID = raw.SessionID',
  '\t\tAuth: sync.StaticProvider{Source: sourceAuth, Target: targetAuth},',
  'server.password = password',
  'connect(password=self.password, token=creds.token)',
  'tokenBonus := 0.0',
  'Error: GITHUB_TOKEN: not set',
  'the api key is required',
  'file%20name%20with%20spaces.txt',
  'https://example.org/q?a=%7B%22name%22%3A%22value%22%7D&b=%26',
  '&quot;name&quot;: &quot;value&quot;',
  "SyntaxError: Unexpected token 'export'",
  'openssl s_client -connect example.org:443 -key client.pem',
  'kubectl get pods -l app=web',
  'sudo -S true <<< "$PASSWORD"',
  'the token "nextPageToken" is missing in the answer',
  "bc <<< '1 + 2345'",
  'src/net/client.go:5432:12: undefined: dial',
  'docker run -u 1000:1000 -p 8080:80 nginx',
  'unzip -p archive.zip file.txt > out',
  'mongosh -u root -p $MONGO_PASSWORD mongodb://host',
  'lookupToken("example.com", "session-one")',
  '// "token", "basic", "nil"',
  '<password>$' + '{env.PASSWORD}</password>',
  'the token ReadStoredToken returns is stale',
  'ENV NODE_VERSION 22',
  "SELECT 'it''s' FROM t WHERE name = ''",
  'docker build \\\n  --tag app \\\n  .',
  'aGVsbG8gd29ybGQsIHRoaXMgaXMgb25seSBhIHNlbnRlbmNl',
  'src/components/UserProfile2/index/Parts/Header3/View',
];

/** Tokens of issuers that no rule knows. */
const UNKNOWN = [
  'newvendor_live_Z6ruRUChlR5LQecqGIjhoE4xTnAfO2An8Qal',
  'nv-2ycriiimw7k876pk0pt5s2ngepzk05bvq35tdohp',
  'nv_9a9e2337eeb8aa1312931ba42327404f1025a60e',
  '00oSn9qpK2rztUxLjOMw20GdtWRW41ZayKJTXf8cuN',
];

/** Tokens whose prefix alone tells them: hexadecimal, of small letters, or short. */
const PREFIXED = [
  'squ_9d865035edde0a46016b188977f756f2a890c1d2',
  'fc-83a9d36938b1423f0957f2b2fb7afa6a',
  'mlsn.9555d468c6961ddd28712e746563da28',
  'sm_aat_7b4iDwNFdYbG7xhx',
  'duffel_test_b2Xn2Pqr5wl6Up9gGJ-2526oe4X',
  'pat-na1-3f2b8c1d-7e94-4a60-9b15-c8d2e7f0a346',
  'CCIPAT_fHo99kQStuIYR2RK2WO4Ir_f999d399cf3b2a1f',
  'oy235u2psqbeuhew6x3gd7691e561un4hquwgzfdkmcdab',
];

test('a token behind a line break that is written out', () => {
  for (const token of [
    'AKIAQ2W3E4R5T6Y7U8I9',
    'glpat-bxsWBKv51wCPgWtW7Vzx',
    'hf_dukqwiohllbrncztknfyqvlcucjaqw',
  ]) {
    for (const gap of ['\n', '\t', '\r\n']) {
      let text = `x${gap}${token}${gap}y`;
      for (let depth = 0; depth < 3; depth += 1) {
        expect(redact(text)).not.toContain(token.slice(8));
        text = JSON.stringify({ text });
      }
    }
  }
});

test('a token that its prefix tells', () => {
  for (const token of PREFIXED) {
    expect(redact(`run --x ${token} --y`)).toBe(`run --x ${REDACTED} --y`);
    expect(redact(`https://example.org/${token}/y`)).toBe(`https://example.org/${REDACTED}/y`);
  }
});

/** As long, and no secret. */
const LONG_WORDS = [
  'commit 4f5029b510ed80650d086526bdae3ab8f8e4fdf1',
  'sha256:9a9e2337eeb8aa1312931ba42327404f1025a60e3c7be49f5a138acaece00a44',
  'build-4f5029b510ed80650d086526bdae3ab8f8e4fdf1',
  'TestResolveAuthMethodRefreshesExpired401TokensOnRetry',
  'handleGeminiBeforeToolSelectionEvents',
  'toolu_01FhKw8sT2xyUv7QmN4pRzLa',
  '/var/folders/2y/rslgsd4910x08wcd1w8kl9f80000gn/T/go-build1',
  '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
];

describe('a token of an issuer that no rule knows', () => {
  for (const token of UNKNOWN)
    test(token, () => expect(redact(`run --x ${token} --y`)).toBe(`run --x ${shown(token)} --y`));
  for (const text of LONG_WORDS) test(`none: ${text}`, () => expect(redact(text)).toBe(text));
});

const shown = (token: string): string => token.replace(/[A-Za-z0-9]{28,}$/, REDACTED);

describe('a secret that no name stands before', () => {
  for (const line of PLACES) {
    test(line.slice(0, 48), () => {
      for (const text of [line, JSON.stringify({ command: line, note: 'keep this note' })]) {
        if (line.startsWith('localhost:') && text !== line) continue;
        const out = redact(text);
        expect(out).toContain(REDACTED);
        for (const secret of [
          PASSWORD,
          TOKEN,
          TOKEN.toLowerCase(),
          '0b3990639406488d',
          'MnASxxbXgQ',
          '9mwuLTxQYen8',
          'velvetmorning',
          '482913',
          '7c9e6679f4a2',
        ])
          expect(out).not.toContain(secret);
        expect(redact(out)).toBe(out);
        if (text !== line) expect(out).toContain('keep this note');
      }
    });
  }

  test('what is redacted once stays as it is, in any mixture', () => {
    const parts = fc.constantFrom(
      ...PLACES,
      ' ',
      '\n',
      '"',
      "''",
      '\\\n',
      ';',
      '<password>',
      'token ',
      'ENV A_KEY ',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (some) => {
        const once = redact(some.join(''));
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  test('what is put together is looked at once more', () => {
    const zip = `zip -P ${PASSWORD} a.zip x`;
    const once = redact(`${zip}\\\n\\\nhtpasswd -b .htpasswd admin ${PASSWORD}${zip}`);
    expect(once).not.toContain(PASSWORD);
    expect(redact(once)).toBe(once);
  });

  test('what only looks like it is left alone', () => {
    for (const text of HARMLESS) expect(redact(text)).toBe(text);
  });
});

describe('a secret whose characters do not stand side by side', () => {
  const token = `ghp_${TOKEN}a1B2c3`;
  const middle = 20;
  const [head, tail] = [token.slice(0, middle), token.slice(middle)];
  const splits = {
    colour: `${head}\u001b[0m${tail}`,
    'colour, written out': `${head}\\u001b[1;31m${tail}`,
    'continued line': `${head}\\\n${tail}`,
    'continued line, on one line': `${head}\\ ${tail}`,
    'empty quotes': `${head}''${tail}`,
    'quotes joined': `'${head}'"${tail}"`,
    'within its prefix': `gh''p_${token.slice(4)}`,
  };
  for (const [how, text] of Object.entries(splits)) {
    test(how, () => {
      const out = redact(`deploy --token-is ${text} && echo done`);
      expect(out).not.toContain(tail.slice(0, 10));
      expect(out).not.toContain(head.slice(6));
      expect(out).toStartWith('deploy');
      expect(out).toEndWith('echo done');
      expect(redact(out)).toBe(out);
    });
  }

  test('base64 of a text that holds one', () => {
    for (const content of [
      `DB_PASSWORD=${PASSWORD}`,
      `{"client_secret":"${TOKEN}"}`,
      `postgres://a:${PASSWORD}@h/db`,
    ]) {
      const encoded = Buffer.from(content).toString('base64');
      expect(redact(`echo ${encoded} | base64 -d > .env`)).toBe(`echo ${REDACTED} | base64 -d > .env`);
    }
  });
});
