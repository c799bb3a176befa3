import { expect, test } from 'bun:test';
import { sharedSummary } from './shared-summary.ts';

const refused = (command: string) => `\`${command}\` may not write \`.git\`: operation not permitted`;

test('one sighting, or equal ones, keep their summary', () => {
  expect(sharedSummary([refused('git add')])).toBe(refused('git add'));
  expect(sharedSummary([refused('git add'), refused('git add')])).toBe(refused('git add'));
});

test('a summary that all others hold within them is taken', () => {
  const unread = (of: string) => `Return value${of} is not checked`;
  expect(sharedSummary([unread(' of `parse`'), unread(''), unread(' of `close`')])).toBe(unread(''));
});

test('what each says another way is left out', () => {
  expect(sharedSummary([refused('git add'), refused('git checkout'), refused('git commit')])).toBe(
    refused('git …'),
  );
  const type = (name: string) => `Breaks \`exhaustive\`: missing cases in switch of type ${name}`;
  expect(sharedSummary([type('stall.Kind'), type('fair.Day')])).toBe(type('…'));
});

test('what most say is kept', () => {
  const three = [refused('git add'), refused('git add'), refused('git add'), refused('git commit')];
  expect(sharedSummary(three)).toBe(refused('git add'));
});

test('of a longer form that others cut short the best is kept', () => {
  const best = 'New code breaks `dupl`: lines are duplicate';
  expect(sharedSummary([best, '`dupl`: lines are duplicate of `stall.go:8-15`'])).toBe(best);
});

test('of several names one at least is kept whole', () => {
  const lacks = (command: string, folder: string) =>
    `\`${command}\` runs in a folder that has no \`${folder}\``;
  expect(sharedSummary([lacks('go test', 'fair/stalls'), lacks('go build', 'cmd/fair')])).toBe(
    lacks('go test', 'fair/stalls'),
  );
});

test('the program is not left out, nor most of what a summary tells', () => {
  const offline = (command: string) => `\`${command}\` needs the network, which the sandbox denies`;
  expect(sharedSummary([offline('make lint'), offline('go get')])).toBe(offline('make lint'));
  const best = 'The `python3` script parses JSON from where `find` found nothing';
  expect(sharedSummary([best, 'The `python3` script parses as JSON what is empty'])).toBe(best);
});

test('a clause at the end goes without a sign', () => {
  const base = '`cd stalls` fails: there is no such directory';
  expect(
    sharedSummary([`${base} from where`, '`cd fairs` fails: there is no such directory in this place']),
  ).toBe('`cd …` fails: there is no such directory');
});
