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
  ],
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

describe('the bytes of a key', () => {
  test.each([
    JSON.stringify(BYTES),
    BYTES.join(', ').replace(/.*/, '[$&]'),
    JSON.stringify(BYTES, null, 2),
    JSON.stringify(BYTES, null, 4).replaceAll('\n', '\r\n'),
    JSON.stringify(BYTES, null, '\t'),
  ])('%s', (list) => {
    expect(redact(`Uint8Array.from(${list})`)).toBe(`Uint8Array.from([${REDACTED}])`);
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
  'createUser bob SHA',
])('what only looks like one: %s', (text) => {
  expect(redact(text)).toBe(text);
  expect(redact(JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
});
