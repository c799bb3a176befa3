import { describe, expect, test } from 'bun:test';
import { detect, script } from '../../../test/support/detector-script.ts';

const FETCH = 'go get example.org/yaml@v3';
const UNREACHED = 'go: example.org/yaml@v3: dial tcp: lookup proxy.example.org: no such host';
const OUTSIDE = { sandbox_permissions: 'require_escalated' };

const confined = () => script().call('Bash', { command: FETCH }, UNREACHED, true);

function sandboxEpisode(events: ReturnType<typeof script>) {
  return detect(events.events).find((episode) => episode.kind === 'sandbox' && episode.confidence >= 0.5);
}

describe('what a sandbox stopped', () => {
  test('is a mistake where the command worked outside of it', () => {
    const found = sandboxEpisode(
      confined().call('Bash', { command: FETCH, ...OUTSIDE }, 'added yaml', false),
    );
    expect(found?.remediation).toContain(
      'The same command worked with `sandbox_permissions: require_escalated`',
    );
    expect(found?.summary).toBe('`go get` needs the network (proxy.example.org), which the sandbox denies');
  });

  test('is told as that, and not as an outage, also where no host is named or there is no room for it', () => {
    const told = (command: string, error: string) =>
      sandboxEpisode(
        script()
          .call('Bash', { command }, error, true)
          .call('Bash', { command, ...OUTSIDE }, 'done', false),
      )?.summary;
    expect(
      told('pip download till', 'socket.gaierror: [Errno -3] Temporary failure in name resolution'),
    ).toBe('`pip download` needs the network, which the sandbox denies');
    expect(
      told('gh pr create --fill', 'error connecting to api.a-very-long-name-of-a-host.example.com'),
    ).toBe('`gh pr create` needs the network, which the sandbox denies');
  });

  test('is one where the command failed of something else outside of it', () => {
    const found = sandboxEpisode(
      confined().call(
        'Bash',
        { command: FETCH, ...OUTSIDE },
        'go: module example.org/yaml@v3 found, but does not contain package example.org/yaml/v3',
        true,
      ),
    );
    expect(found?.remediation).toContain(
      'The same command gets further with `sandbox_permissions: require_escalated`',
    );
  });

  test('is told as a hidden login where the client knows its caller outside', () => {
    const found = sandboxEpisode(
      script()
        .call('Bash', { command: 'stall orders show 7' }, "Not logged in. Run 'stall login' first.", true)
        .call('Bash', { command: 'stall orders show 7', ...OUTSIDE }, 'order 7: 3 jars', false),
    );
    expect(found?.summary).toBe('`stall orders show` does not find its login in the sandbox');
  });

  test('is told as well where the user gave full access, many calls later', () => {
    const events = script().call(
      'Bash',
      { command: 'stall orders show 7' },
      "Not logged in. Run 'stall login'.",
      true,
    );
    for (let at = 0; at < 40; at++) events.call('Read', { file_path: `/repo/${at}.md` }, 'text', false);
    events.call('Bash', { command: 'stall orders show 7' }, 'order 7: 3 jars', false);
    expect(sandboxEpisode(events)).toBeUndefined();
    for (const event of events.events.slice(-2)) if (event.kind === 'call') event.unconfined = true;
    const found = sandboxEpisode(events);
    expect(found?.remediation).toContain('worked once the user had given full access');
  });

  test('is none where no sandbox held either of the two', () => {
    const events = script()
      .call('Bash', { command: 'stall orders show 7', workdir: '/repo' }, 'stall: permission denied', true)
      .call('Bash', { command: 'stall orders show 7', workdir: '/repo/shop' }, 'order 7: 3 jars', false);
    for (const event of events.events) if (event.kind === 'call') event.unconfined = true;
    expect(detect(events.events).map(({ kind }) => kind)).not.toContain('sandbox');
  });

  test('is not let out by a refused approval', () => {
    const refused =
      'exec_command failed: CreateProcess { message: "Rejected(\\"Automatic approval review failed: { error }\\")" }';
    const found = sandboxEpisode(confined().call('Bash', { command: FETCH, ...OUTSIDE }, refused, true));
    expect(found?.remediation ?? '').not.toContain('gets further');
  });

  test('is none where nothing is reached outside of it either', () => {
    expect(
      sandboxEpisode(confined().call('Bash', { command: FETCH, ...OUTSIDE }, UNREACHED, true)),
    ).toBeUndefined();
  });

  test('is told from a lock that another process holds', () => {
    const branch = 'git switch -c fix/totals';
    const refused = (reason: string) =>
      detect(
        script()
          .call(
            'Bash',
            { command: branch },
            `fatal: cannot lock ref 'refs/heads/fix/totals': Unable to create '/repo/.git/refs/heads/fix/totals.lock': ${reason}`,
            true,
          )
          .call('Bash', { command: branch, ...OUTSIDE }, "Switched to a new branch 'fix/totals'", false)
          .events,
      ).filter(({ confidence }) => confidence >= 0.5);
    expect(refused('Operation not permitted').map(({ kind }) => kind)).toEqual(['sandbox']);
    expect(refused('File exists.')).toEqual([]);
  });
});

test('what was sent before the error was known is no correction of it', () => {
  const { events } = script()
    .bash('make -C api lint', 'ok')
    .bash('make -C web lint', "make: *** No rule to make target 'lint'.  Stop.", true)
    .bash('make -C web check', 'ok');
  const [call, worked, failing, failed] = events.splice(2, 4);
  const sent = [call!, failing!, failed!, worked!].map((event, at) => ({ ...event, line: 3 + at }));
  events.splice(2, 0, ...sent);
  expect(detect(events).map(({ remediation }) => remediation)).toEqual([
    'Run `make -C web check` instead; it worked. The difference: without `lint`, with `check`.',
  ]);
});
