import { describe, expect, test } from 'bun:test';
import { REDACTED, redact } from './redact.ts';

const SECRET = 'Gravel73!mead';
/** 64 bytes as a key has them. */
const BYTES = Array.from({ length: 64 }, (_, at) => (at * 73 + 11) % 256);

/** An attribute of what Terraform keeps of a resource. */
const state = (attribute: string) =>
  `{"mode": "managed", "type": "random_password", "name": "db", "instances": [{"attributes": {"id": "none", "length": 13, ${attribute}, "special": true}}]}`;

const SHOWN: Record<string, string[]> = {
  "Terraform's state": [
    state(`"result": "${SECRET}"`),
    `# random_password.db:\nresource "random_password" "db" {\n    length = 13\n    result = "${SECRET}"\n}`,
    `"conn": {\n  "value": "${SECRET}",\n  "type": "string",\n  "sensitive": true\n}`,
    `$ terraform output -json\n{\n  "db_password": {\n    "type": "string",\n    "value": "${SECRET}"\n  }\n}`,
    `{"master_password": {"value": "${SECRET}", "type": "string"}}`,
    `"conn": {\n  "sensitive": true,\n  "type": "string",\n  "value": "${SECRET}"\n}`,
  ],
  'the secrets of PPP': [
    `# client server secret IP addresses\nbob * "${SECRET}" *\n\n# of the office\namy\tl2tpd\t${SECRET}\t10.0.0.2`,
    `cat > /etc/ppp/chap-secrets <<EOF\nbob * ${SECRET} *\nEOF`,
    `# Secrets for authentication using PAP\n# client\tserver\tsecret\t\tIP addresses\n"bob" * ${SECRET} *`,
    `echo "bob * ${SECRET} *" >> /etc/ppp/chap-secrets`,
    `echo 'bob l2tpd "${SECRET}" *' | sudo tee -a /etc/ppp/pap-secrets`,
  ],
  "Postfix's logins": [
    `[smtp.example.org]:587 bob@example.org:${SECRET}`,
    `[smtp.example.org]   bob@example.org:${SECRET}`,
    `$ sudo cat /etc/postfix/sasl_passwd\nsmtp.example.org bob:${SECRET}`,
    `echo "smtp.example.org bob:${SECRET}" | sudo tee /etc/postfix/sasl_passwd`,
    `cat > sasl_passwd <<EOF\n[smtp.example.org]:465 bob:${SECRET}\nEOF`,
  ],
  'communities of SNMP': [
    `snmpwalk -v2c -c ${SECRET} 10.0.0.1 system`,
    `rocommunity ${SECRET} 10.0.0.0/24`,
    `rwcommunity6 ${SECRET}`,
    `com2sec readonly default ${SECRET}`,
    `trap2sink 10.0.0.9 ${SECRET}`,
    `snmp-server community ${SECRET} RO 10`,
    `set snmp community ${SECRET} authorization read-only`,
    `{"snmp_community": "${SECRET}"}`,
    `SNMP_COMMUNITY=${SECRET}`,
    `communityString: ${SECRET}`,
    `  - host: 10.0.0.3\n    version: 2c\n    community: ${SECRET}`,
    `[[inputs.snmp]]\n  agents = ["udp://10.0.0.1:161"]\n  community = "${SECRET}"`,
    `community: ${SECRET}\nport: 161`,
    `createUser bob SHA "${SECRET}"`,
    `createUser bob SHA "another-one" AES "${SECRET}"`,
  ],
  'what devices and servers are set up with': [
    `enable secret 0 ${SECRET}`,
    `username amy privilege 15 password 0 ${SECRET}`,
    `radtest amy ${SECRET} localhost 0 example`,
    `influx -username amy -password ${SECRET}`,
    `echo ${SECRET} | pass insert -e mail/amy`,
    `DriverManager.getConnection(url, "amy", "${SECRET}")`,
    `db.query(new mysqli("localhost", "amy", "${SECRET}", "loom"))`,
    `knife bootstrap h -U amy -P ${SECRET} --sudo`,
    `hydra -l amy -p ${SECRET} ssh://h`,
    `beeline -u jdbc:hive2://h:10000 -n amy -p ${SECRET}`,
    `ab -A amy:${SECRET} -n 10 https://h/`,
    `isql LOOM amy ${SECRET}`,
    `.logon h/amy,${SECRET}`,
    `db2 connect to loom user amy using ${SECRET}`,
    `qpdf --encrypt ${SECRET} ${SECRET} 256 -- a.pdf b.pdf`,
    `rootpw --plaintext ${SECRET}`,
    `govc about -u amy:${SECRET}@vc.example.org`,
    `govc vm.info -u 'administrator@loom.local:${SECRET}@vc.example.org' vm1`,
    `export GOVC_URL='administrator@loom.local:${SECRET}@vc.example.org'`,
    `secretsdump.py LOOM/amy:${SECRET}@10.0.0.5`,
    `Changed password for user amy\nPASSWORD amy = ${SECRET}`,
    `remotepass = ${SECRET}`,
  ],
  'logins of servers': [
    `amy:{PLAIN}${SECRET}:1000:1000::/home/amy`,
    `amy : XAUTH "${SECRET}"`,
    `amy : EAP "${SECRET}"`,
    `echo "https://dav.example.org amy ${SECRET}" >> /etc/davfs2/secrets`,
    `printf '%s %s:%s\\n' smtp.example.org amy ${SECRET} > /etc/postfix/sasl_passwd`,
    `<AdministratorPassword>\n  <Value>${SECRET}</Value>\n</AdministratorPassword>`,
    `<member><name>password</name><value><string>${SECRET}</string></value></member>`,
    `password: !!str ${SECRET}`,
    `ran password: >- ${SECRET} in the wrong shell`,
    `AppKey: ${SECRET}`,
    `appKey = "${SECRET}"`,
    `APP_KEY_2=${SECRET}`,
    `'password' => bcrypt('${SECRET}')`,
    `generate_password_hash("${SECRET}")`,
    `{"cookies": [{"name": "lsid", "value": "${SECRET}", "domain": "example.org"}]}`,
  ],
  'what people say': [`you can log in as amy with ${SECRET}`, `das PW fürs NAS ist ${SECRET}`],
};

for (const [place, texts] of Object.entries(SHOWN)) {
  test.each(texts)(`in ${place}: %s`, (text) => {
    for (const shown of [text, JSON.stringify({ text })]) {
      const out = redact(shown);
      expect(out).toContain(REDACTED);
      expect(out).not.toContain(SECRET);
      expect(redact(out)).toBe(out);
    }
  });
}

test.each([
  ['[smtp.example.org]:587 bob:abcd efgh ijkl mnop', 'efgh'],
  ['$ cat sasl_passwd\nsmtp.example.org:587 bob:abcd efgh ijkl mnop\n', 'mnop'],
  ['echo "smtp.example.org bob:abcd efgh ijkl mnop" > sasl_passwd', 'ijkl'],
])('a password of four words: %s', (text, word) => {
  expect(redact(text)).not.toContain(word);
});

describe('what only the command tells', () => {
  const PRINTED = 'Gravel73-mead';
  test.each([
    `$ kubectl get secret db -n loom -o jsonpath='{.data.dsn}' | base64 -d; echo\n${PRINTED}`,
    `oc get secret db -o go-template='{{.data.dsn | base64decode}}'\nExit code 1\n${PRINTED}\nsh: 1: loom: not found`,
    `vault kv get -field=pin kv/loom\n${PRINTED}`,
    `aws ssm get-parameter --name /loom/pin --with-decryption --query Parameter.Value --output text\n${PRINTED}\n`,
    `op read op://loom/db/pin\r\n${PRINTED}\r\n`,
    `+ echo ${PRINTED}\n+ docker login -u amy --password-stdin registry.example.org`,
    `+ docker login -u amy --password-stdin registry.example.org\n+ printf '%s' ${PRINTED}`,
    `ran + echo ${PRINTED} + docker login -u amy --password-stdin in the wrong shell`,
  ])('%s', (text) => {
    for (const shown of [text, JSON.stringify({ text })]) {
      expect(redact(shown)).not.toContain('Gravel73');
      expect(redact(redact(shown))).toBe(redact(shown));
    }
  });

  test('in base64', () => {
    const encoded = Buffer.from(PRINTED).toString('base64');
    for (const text of [
      `334 UGFzc3dvcmQ6\n${encoded}\n235 ok`,
      `<~  334 UGFzc3dvcmQ6\n ~> ${encoded}`,
      `dn: uid=amy\nuserPassword:: ${encoded}`,
      `echo ${encoded} | base64 -d | kubectl create secret generic x --from-file=/dev/stdin`,
    ])
      expect(redact(text)).not.toContain(encoded);
  });
});

test.each([
  ['a key that a sentence gives', "here's my key: ", 'rL7TE66tESp8XiPqnZuh931b'],
  ['a key below a sentence', "here's the api key\n", 'rL7TE66tESp8XiPqnZuh931b'],
  ['a webhook of any server', 'https://flow.example.org/webhook/', 'LcZITKdLPVSviHzY8iSTuv'],
  [
    'a signature with signs of its own',
    'https://d1.example.org/x?Expires=1&Signature=',
    'aB3~dE5_fGh7-JkLm9NpQr2StUv4~WxYz6',
  ],
  [
    'the token of an account',
    'Client("AC00112233445566778899aabbccddeeff", "',
    '7c1e66b0b3198523765da08da48048b3',
  ],
  [
    'a key in code',
    'const uint8_t aes_key[16] = { ',
    Array.from({ length: 16 }, (_, at) => `0x${(at * 37 + 90).toString(16).slice(-2)}`).join(', '),
  ],
])('%s', (_, before, secret) => {
  const clean = redact(`${before}${secret}${before.endsWith('{ ') ? ' };' : '" and'}`);
  expect(clean).toStartWith(before.slice(0, 8));
  expect(clean).not.toContain(secret.slice(-12));
});

describe('the bytes of a key', () => {
  test.each([
    JSON.stringify(BYTES),
    BYTES.join(', ').replace(/.*/, '[$&]'),
    JSON.stringify(BYTES, null, 2),
    JSON.stringify(BYTES, null, 4).replaceAll('\n', '\r\n'),
    JSON.stringify(BYTES, null, '\t'),
    JSON.stringify(BYTES.slice(32)),
  ])('%s', (list) => {
    expect(redact(`Uint8Array.from(${list})`)).toBe(`Uint8Array.from([${REDACTED}])`);
  });

  test('where the list is cut', () => {
    const cut = `${JSON.stringify(BYTES).slice(0, 90)}…`;
    expect(redact(`after ${cut}, and`)).toBe(`after [${REDACTED}], and`);
    const hexadecimal = BYTES.slice(0, 12)
      .map((byte) => `0x${byte.toString(16).padStart(2, '0')}`)
      .join(', ');
    expect(redact(`u8 aes_key[16] = { ${hexadecimal},…`)).not.toContain('0x');
    expect(redact('[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,…')).toStartWith('[1, 2');
  });

  test.each(['\n', '\r\n'])('on lines of their own, which end in %j', (end) => {
    expect(redact(`${BYTES.join(end)}${end}`)).toBe(`[${REDACTED}]${end}`);
    expect(redact(`$ jq .[] id.json${end}${BYTES.join(end)}`)).toBe(`$ jq .[] id.json${end}[${REDACTED}]`);
    const many = [...BYTES, ...BYTES].join(end);
    expect(redact(many)).toBe(many);
  });

  test.each([
    ['one too many', [...BYTES, 7]],
    ['one too few', BYTES.slice(1)],
    ['larger numbers', BYTES.map((byte) => byte + 200)],
    ['in order', BYTES.map((_, at) => at * 4)],
    ['small ones', BYTES.map((byte) => byte % 100)],
    ['often the same', BYTES.map((byte) => (byte % 16) + 120)],
  ])('not %s', (_, numbers) => {
    expect(redact(JSON.stringify(numbers))).toBe(JSON.stringify(numbers));
  });
});

test.each([
  'resource "random_password" "db" {\n  length = 16\n}\nresource "null_resource" "r" {\n  result = "of another"\n}',
  'resource "random_password" "db" {\n  result = (sensitive value)\n}',
  '{"type": "random_password", "attributes": {}}, {"type": "random_pet", "attributes": {"result": "calm-otter"}}',
  'random_password.db: Creation complete after 0s [id=none]',
  'def random_password(n):\n    result = "abcdefgh"',
  '"region": {\n  "value": "eu-west-1",\n  "type": "string",\n  "sensitive": false\n}',
  'sudo nano /etc/ppp/chap-secrets\nthen restart the daemon\nand look at it once more',
  '# client server secret IP addresses\n# bob * example *\n\nsudo systemctl restart xl2tpd',
  'postmap /etc/postfix/sasl_passwd\nsystemctl restart postfix\nsee https://example.org/a:b',
  'connect to [smtp.example.org]:587: timed out',
  '[mail.example.org] delivered to: bob',
  'https://forum.example.org/t/looms-2-5-with-warps-and-wefts/152124',
  'community: bitnami\nversion: 2.1.0',
  'version: 2c\ncommunity: public',
  'enable password authentication for ssh',
  'connection.getConnection(url, "users", options)',
  '{"password": {"type": "string", "value": "required"}}',
  'listening on [::1]:2525 app:started',
  'snmpget -v2c -c public 10.0.0.1 sysDescr.0',
  'snmp-server community public RO',
  'the snmp community string is wrong',
  'self.snmp_community = args.community',
  'snmp_community: string',
  'appKey: string',
  'the mapKey: tile of a layer',
  'password: | required',
  'kubectl get secrets -n loom\nNAME   TYPE     DATA\nloom-tls   Opaque   2',
  'kubectl get secret loom-tls\nError from server (NotFound): secrets "loom-tls" not found',
  'kubectl get secret -o name\nsecret/Loom7Tls',
  'isql command line tool',
  'here is the key: LoomWarpWeft',
  'log in as amy with the browser',
  'git clone https://example.org/webhook/incoming-requests-of-looms',
  'python loom.py -c a:b amy@example.org',
  '{"cookies": ["a", "b"], "value": "of another thing"}',
  'static const int keyCodes[3] = { 0x10, 0x11, 0x12 };',
  Array.from({ length: 64 }, (_, at) => at + 100).join('\n'),
  'createUser bob SHA',
])('what only looks like one: %s', (text) => {
  expect(redact(text)).toBe(text);
  expect(redact(JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
});
