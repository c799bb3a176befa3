import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../../test/support/talk.ts';
import { admittedEpisode } from '../admitted-episode.ts';
import { faultLine } from './conceded.ts';

describe('what the agent concedes to be wrong', () => {
  test.each([
    [
      "I'll read the part again first. You're right. In fact, the second oven check is mostly redundant with the first one. Let me drop it.",
      'The second oven check is mostly redundant with the first one',
    ],
    [
      "Good question. Let me look at the kiln. Yes, you're right. `fire()` sets the heat by itself. So at the start, we can drop the manual `heat` line since `fire()` does it.",
      'At the start, we can drop the manual `heat` line since `fire()` does it',
    ],
    [
      "You're right. The plan was there. The gap was elsewhere: nobody tried that `openDoor()` does anything with what the oven says, since all of it was a stub.",
      'Nobody tried that `openDoor()` does anything with what the oven says',
    ],
    ["You're right — **the tray holds 12 loaves, not 8**. Updating it.", 'The tray holds 12 loaves, not 8'],
    [
      "Good point. My rehearsal wouldn't notice a cold oven. Let me heat it.",
      "The agent admits: My rehearsal wouldn't notice a cold oven",
    ],
    [
      "You're right - we should heat `top-oven`. The issue is that `bake --all` doesn't start it. Let me fix it.",
      "`bake --all` doesn't start `top-oven`",
    ],
    [
      "You're right. `countTrays` adds `tray.count` up for each of the shelves, but we never set it on the second shelf. Let me fix that.",
      'We never set `tray.count` on the second shelf',
    ],
    [
      "You're right - the oven's import is fine, just needs the new module path.",
      "The oven's import is fine, just needs the new module path",
    ],
  ])('is told by itself: %s', (answer, line) => expect(faultLine(answer)).toBe(line));

  test.each([
    'Sure. The second oven check is redundant.',
    "You're right, that's misleading.",
    "You're right. The second oven check might be redundant.",
    "You're right. The helper has access to the `oven` name.",
    "You're right. The fix is not to heat the oven twice.",
  ])('is not in: %s', (answer) => expect(faultLine(answer)).toBeNull());
});

describe("a human's question that leaves open what it is about", () => {
  const told = (words: string, answer: string) =>
    corrections({ words, answer, ran: 'npm test', edits: true })[0];

  test('is told by what the agent concedes', () => {
    const answer =
      "You're right. The second oven check is redundant, the first one covers it. Let me take it out.";
    expect(told('why is this needed twice?', answer)?.summary).toBe(
      'The second oven check is redundant, the first one covers it',
    );
  });

  test('is told by what the agent made up', () => {
    const words = (name: string) =>
      `where do you get ${name} from? Now we are at 4.4 and would drop \`tray\`, right?`;
    const answer = "You're right, I made that up. Let me fix the label to not name a number.";
    expect(told(words('`v9.1`'), answer)?.summary).toBe('`v9.1` was made up by the agent');
    expect(told(words('`v9.1` and `v9.2`'), answer)?.summary).not.toContain('made up by');
  });

  test('is told by what the agent missed, with its name', () => {
    const answer =
      "You're right! `countTrays` adds `tray.count` up for each of the shelves, but we're only setting it on the first shelf. Let me fix that:";
    expect(told('can it be that it needs to be in there or it is cut off?', answer)?.summary).toContain(
      'only setting `tray.count` on the first shelf',
    );
  });

  test('stands where it names the thing, and the agent only says what there is', () => {
    const answer =
      "You're right, `Tray` can hold it. The shelf knows the `Tray` already. Let me change that.";
    expect(told("can't we give `Shelf` a tray instead?", answer)?.summary).toContain('`Shelf`');
  });

  test('leaves the fix to the fault that is conceded', () => {
    const answer =
      "You're right. The door was open before noon. The second gauge is redundant beside the thermostat.";
    expect(corrections({ words: 'hm, is this really needed?', answer })[0]?.remediation ?? '').toContain(
      'redundant',
    );
  });
});

describe('what a human only shows', () => {
  const told = (words: string, answer: string) =>
    corrections({ words, answer, ran: 'npm test', edits: true })[0];
  const LISTING =
    '> kiln one (4 trays)\n  - use the second shelf only\n  - we need to turn the trays at noon';

  test('is told by what the agent sees in it', () => {
    const answer = "The shelf limit doesn't seem to be working. I missed the second shelf. Let me mend it.";
    const episode = told(LISTING, answer);
    expect(episode?.summary).toBe("The shelf limit doesn't seem to be working");
    expect(episode?.remediation).not.toContain('turn the trays');
  });

  test('orders nothing behind a prompt in a line', () => {
    const words =
      'this looks a bit strange: ❯ Oven stopped by a guard: "tray 4"\n\nTo start the other oven instead, close here and run: kiln -r 4';
    const episode = told(words, 'I see it. Let me fix the `readTray` function to skip the empty ones.');
    expect(episode?.summary).toBe('Wrong: the `readTray` function');
    expect(episode?.remediation).toContain('`readTray`');
    expect(episode?.remediation).not.toContain('kiln -r');
  });
});

test('what is wrong is told behind what is well', () => {
  const [episode] = corrections({
    words: 'I tried the first oven and it works. However, the second oven does not bake the bread.',
    answer: 'The second oven reads `:tray`, not `{tray}`. Let me fix it.',
    edits: true,
  });
  expect(episode?.summary).toContain('the second oven does not bake the bread');
});

function admitted(text: string, named: string) {
  const state = { lastCall: { tool: 'Edit', input: {}, cwd: '/repo' }, lastDestructive: null, cwd: '/repo' };
  const said = { text, line: 4, uuid: null, timestamp: null };
  return admittedEpisode(
    { agent: 'claude-code', file: 'a.jsonl' },
    state as unknown as Parameters<typeof admittedEpisode>[1],
    said as Parameters<typeof admittedEpisode>[2],
    named,
  );
}

test.each([
  [
    'Since the first `tray` was taken out before and the oven is already hot, the second `tray` needs a glove of its own.',
    /the second `tray` needs a glove of its own$/,
  ],
  [
    'Let me mend a wrong name — the local variable `tray` hides the function `tray`:',
    /^The local variable `tray` hides the function `tray`$/i,
  ],
  ["I see there's already an `oven` helper in heat.ts", /^There's already an `oven` helper in heat\.ts$/i],
])('a slip is told without what leads to it: %s', (text, line) => {
  expect(admitted(text, text)?.summary.replace(/^The agent admits: /, '')).toMatch(line);
});

test.each([
  [
    "The oven key with a local type won't compile. Let me simplify the trays to plain strings:",
    "Simplify the trays to plain strings. The agent admits: The oven key with a local type won't compile.",
  ],
  [
    '`heat` counts the door as a tray — wrong gate. Replacing the count with a direct check:',
    'Replace the count with a direct check. The agent admits: `heat` counts the door as a tray — wrong gate.',
  ],
  [
    'That amended the wrong batch. Let me check the state:',
    'Mind what the agent admits: That amended the wrong batch.',
  ],
])('a slip is mended by what the agent then sets out to do: %s', (text, fix) => {
  expect(admitted(text, text.slice(0, text.indexOf('. ') + 1))?.remediation).toBe(fix);
});

test('what was said before is told without that it was said', () => {
  const [episode] = corrections({
    words: "That's not what I asked for. What I said was run `kiln heat && kiln fill`, so I only wait once.",
    answer: 'Understood. I will use `kiln heat && kiln fill` from now on.',
    ran: 'kiln heat',
    edits: true,
  });
  expect(episode?.summary).toMatch(/\brun `kiln heat && kiln fill`/i);
  expect(episode?.summary).not.toMatch(/what I said/i);
});

test.each([
  ['From my tour I saw that the kilns keep a `heat` log. The lid of the kiln was never closed by `fill`.'],
  ['That would be warmer. The lid of the kiln was never closed by `fill`.'],
])('what it is based on, or has for it, is not what was wrong: %s', (rest) => {
  const [episode] = corrections({ words: 'why does the kiln lose heat?', answer: `You're right. ${rest}` });
  expect(episode?.remediation).toContain('The lid of the kiln was never closed by `fill`');
  expect(episode?.remediation).not.toMatch(/From my tour|That would/);
});
