import { expect, test } from 'bun:test';
import { script } from '../../../../test/support/detector-script.ts';

test.each([
  ['go run ./cmd/quay', '2026/11/30 09:12:33 listen tcp :8080: bind: address already in use', '8080'],
  ['node server.js', 'server.js:17:10: listen EADDRINUSE: address already in use 127.0.0.1:4000', '4000'],
  ['python3 quay.py', '[09:12:33] ERROR src/quay.py:42 port 5000 is already in use', '5000'],
  ['quayd', 'listen tcp quay.rs.example:7070: bind: address already in use', '7070'],
  ['python3 -m http.server 8123', 'OSError: [Errno 98] Address already in use', '8123'],
])('the port that is taken, not a time or a place in a file: %s', (command, error, port) => {
  const [episode] = script().bash(command, error, true).ok(3).episodes();
  expect(episode!.summary).toContain(`port \`${port}\` is taken`);
  expect(episode!.remediation).toContain(`\`lsof -ti:${port} | xargs kill\``);
});
