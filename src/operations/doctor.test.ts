import { expect, test } from 'bun:test';
import { doctor } from './doctor.ts';

const agent = (name: string, matchingCall: string) => ({
  agent: name.toLowerCase(),
  name,
  ok: true,
  installed: true,
  hooks: [
    { settings: '/home/dev/settings.json', events: ['PreToolUse'], missing: [], command: 'lessons hook' },
  ],
  plugin: false,
  trusted:
    'hooks run only after a review, which the agent asks for when it starts, and are skipped until then',
  channel: 'context beside the result; holds and blocks before the call; pitfalls before the turn',
  selfTest: { ok: true, sessionStart: 'x', matchingCall, ms: 11, detail: 'protocol and lesson came back' },
  lastInjection: null,
  retentionDays: null,
  problems: [],
});

test('what a hook answers is shown once, where another answers the same', () => {
  const said = doctor.cli.render!(
    {
      ok: true,
      home: '/home/dev/lessons',
      executable: null,
      paused: false,
      store: { there: true, usable: true, active: 1, candidates: 0, olderReading: null },
      manifest: { there: true, builtAt: null, ageHours: 1 },
      agents: [agent('Loom', 'kiln\nglaze'), agent('Kiln', 'kiln\nglaze'), agent('Oven', 'another')],
      lint: [],
      problems: [],
    },
    {},
    { color: false, width: 80 },
  );
  expect(said.match(/\| glaze/g)).toHaveLength(1);
  expect(said).toContain('self-test  ok, 11 ms: protocol and lesson came back, as shown at Loom\n');
  expect(said).toContain('| another');
  expect(said.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
