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
