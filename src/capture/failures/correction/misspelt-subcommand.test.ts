import { expect, test } from 'bun:test';
import { detect, script } from '../../../../test/support/detector-script.ts';
import { isSlipOf } from './likeness.ts';

test.each<[string, string, string, string]>([
  ['git stauts', "git: 'stauts' is not a git command. See 'git --help'.", 'git status', 'git'],
  ['skiff lst', 'skiff: unknown command "lst"', 'skiff list', 'skiff'],
  ['skiff pier lst', 'skiff: unknown command "lst"', 'skiff pier list', 'skiff pier'],
  ['kubectl gte', 'error: unknown command "gte" for "kubectl"', 'kubectl get', 'kubectl'],
  ['docker pss', 'docker: unknown command: docker pss', 'docker ps', 'docker'],
  ['docker image lss', 'docker: unknown command: docker image lss', 'docker image ls', 'docker image'],
  ['docker compose pss', 'unknown docker command: "compose pss"', 'docker compose ps', 'docker compose'],
  ['podman pss', 'Error: unrecognized command `podman pss`', 'podman ps', 'podman'],
  ['brew isntall jq', 'Error: Unknown command: brew isntall', 'brew install jq', 'brew'],
])('%s, refused with “%s”, is mended by %s', (wrong, error, right, parent) => {
  const { events } = script().bash(wrong, error, true).bash('ls', 'a').bash(right, 'b');
  const [found, ...others] = detect(events);
  const word = wrong.split(' ').find((each) => !right.split(' ').includes(each));
  expect(others).toEqual([]);
  expect(found?.correction?.input).toMatchObject({ command: right });
  expect(found?.summary).toBe(`\`${parent}\` has no subcommand \`${word}\``);
  expect(found?.remediation).toStartWith(`Run \`${right}\` instead; it worked.`);
});

test('another word is no slip of it', () => {
  for (const [a, b] of [
    ['status', 'stauts'],
    ['list', 'lst'],
    ['up', 'ups'],
  ] as const)
    expect(isSlipOf(a, b)).toBe(true);
  for (const [a, b] of [
    ['get', 'set'],
    ['push', 'pull'],
    ['status', 'status'],
    ['add', 'addall'],
  ] as const)
    expect(isSlipOf(a, b)).toBe(false);
  const { events } = script()
    .bash('skiff push', 'skiff: unknown command "push"', true)
    .bash('skiff log', 'b');
  expect(detect(events)[0]?.correction ?? null).toBeNull();
});
