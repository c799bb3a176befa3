import { describe, expect, test } from 'bun:test';
import { corrections, type Talk } from '../../../../test/support/talk.ts';
import { whole } from '../../wording/prose.ts';
import { orderOf, orderOfDoing } from './imperatives.ts';
import { wholeLine } from './whole-line.ts';

const only = (talk: Talk) => {
  const found = corrections(talk);
  expect(found).toHaveLength(1);
  return found[0]!;
};

describe('the fix of what a human objects to', () => {
  const words = 'the invoice still counts the deposit twice';
  const before = 'Done, the invoice adds up now.';
  const answer = "You're right. Let me look at the totals.";

  test.each<[string, Partial<Talk>, string]>([
    [
      'is what the agent reports to have done, as an order',
      { report: 'Fixed. Removed the second deposit line from `totals()` and checked it.\n\nAll tests pass.' },
      'Remove the second deposit line from `totals()` and check it (`a.ts`).',
    ],
    [
      'is how it is now',
      { report: 'All tests pass. The invoice now takes the deposit from `paid` instead of the ledger.' },
      'The invoice now takes the deposit from `paid` instead of the ledger (`a.ts`).',
    ],
    [
      'is the subject of the commit that was made of it',
      { commits: 'fix(invoice): count the deposit once', report: 'Pushed.' },
      'Count the deposit once (`a.ts`).',
    ],
    [
      'is what the agent calls the fix before it works, whatever it commits',
      {
        answer: "You're right. The fix is to read the deposit from the receipt, not from the ledger.",
        commits: 'Count the deposit once',
      },
      'Read the deposit from the receipt, not from the ledger (`a.ts`).',
    ],
    [
      'is not the commit of something else',
      { commits: 'Rename the kiln to oven everywhere', report: 'All tests pass.' },
      'Try out what was changed before you call it done. The user found: the invoice still counts the deposit twice (`a.ts`)',
    ],
    [
      'is not what should work from now on',
      {
        report:
          'The invoice should now work correctly with the deposit. Removed the second deposit line of the invoice.',
      },
      'Remove the second deposit line of the invoice (`a.ts`).',
    ],
    [
      'is not that it should be there now',
      {
        report: 'The second deposit line should be live now. Removed the second deposit line of the invoice.',
      },
      'Remove the second deposit line of the invoice (`a.ts`).',
    ],
  ])('%s', (_, more, fix) => {
    expect(only({ before, words, answer, edits: true, ...more }).remediation).toBe(fix);
  });

  test('of several findings is the one of the first, which is told', () => {
    const findings =
      "1. Low: the label of the till lies (till.ts:12)\n  It says coins where only notes are counted. Update the label to name notes.\n\n2. Low: the ledger's sum is implicit (ledger.ts:4)\n  Count the rows of the till anew.";
    const report =
      'Both are done:\n\n1. The till says notes.\n2. `ledgerSum` now adds the rows up instead of taking the implicit total.';
    expect(
      only({ before, words: findings, answer: 'Two good catches.', edits: true, report }).remediation,
    ).not.toContain('ledgerSum');
  });

  test('is no invitation to try it', () => {
    const report = 'Fixed.\n\nTry opening the invoice with the deposit now - it should add up.';
    expect(only({ before, words, answer, edits: true, report }).remediation).not.toContain('opening');
  });

  test('is not what was changed first where the human then shows the same error', () => {
    const shown = (port: number) =>
      `$ npm run bake -- --port ${port}\nError: the oven at 127.0.0.1:${port} refuses recipe 'rye': no starter`;
    const fixed = {
      before,
      words: shown(8080),
      answer: 'The starter was never sent. Let me send it.',
      edits: true,
      report: 'Fixed. Added the starter to the recipe in `bake()`.',
    };
    const fixes = (next: string) => corrections({ ...fixed, next }).map((each) => each.remediation)[0];
    expect(fixes('thanks, now the rolls')).toBe('Add the starter to the recipe in `bake()` (`a.ts`).');
    expect(fixes(shown(9191))).toStartWith(
      'Try it as the user does before you call it mended: what was changed first did not help. The user showed:',
    );
  });

  test('stands behind a short order, and for a long finding', () => {
    const answer = "You're right, my mistake. Let me change it.";
    const commits = 'Keep the deposit until its refund is asked for';
    expect(only({ words: "no, don't refund the deposit", answer, edits: true, commits }).remediation).toBe(
      "Don't refund the deposit. Keep the deposit until its refund is asked for (`a.ts`).",
    );
  });

  test('is what the agent is doing, told while it does it', () => {
    const answer =
      "You're right. I'm switching the invoice to the receipt of the bank, so that the ledger is asked once.";
    expect(only({ before, words, answer, edits: true }).remediation).toStartWith(
      'Switch the invoice to the receipt of the bank, so that the ledger is asked once',
    );
  });

  test('is at least the cause, where the agent tells one, with what it sets out to', () => {
    const answer =
      'The issue is that `totals()` never reads the ledger of the deposit. Let me fix it to read that first.';
    expect(only({ before, words, answer, edits: true }).remediation).toBe(
      'The cause, as the agent told it: `totals()` never reads the ledger of the deposit. Fix it to read that first.',
    );
  });

  test('of an order that points at the refused command is told with that', () => {
    const talk = {
      words: "don't check this in",
      answer: 'Got it, it stays out.',
      refused: 'git add notes/kiln.md',
    };
    expect(only(talk).remediation).toBe("Don't check this in: `git add notes/kiln.md`");
  });

  test('is not what a job ran, in its log', () => {
    const words =
      'Run echo "no glaze task here"\nno glaze task here\n\n1. Write a glaze task\nError: Process completed with exit code 1.';
    const answer = 'The kiln expects a `glaze` task. Let me add the `glaze` task to the kiln.';
    expect(only({ words, answer, edits: true }).remediation).not.toContain('Run echo');
  });

  test('forbids no command that was only refused to talk', () => {
    const talk = {
      words:
        'I restarted the kiln and it finished the batch... so it does not stop each time. The heat does seem to be related as well',
      answer: 'Good observation. The heat is higher at noon, so the guard trips now and then.',
      refused: 'chmod -x /srv/kiln/after-batch',
    };
    for (const { remediation } of corrections(talk)) expect(remediation).not.toContain('Do not run');
    expect(only({ ...talk, words: 'too slow' }).remediation).toStartWith('Do not run `chmod');
  });

  test('names what an order of the human begins with', () => {
    const said = only({ words: 'no, use the spare oven instead', answer: "You're right, my mistake." });
    expect(said.remediation).toBe('Use the spare oven instead');
  });

  test('what is undone is named by what takes it back, or by its file', () => {
    const kept = (answer: string) =>
      only({ words: "it's fine to bake them in one go, can you revert that?", answer, edits: true })
        .remediation;
    expect(kept("You're right. I'll revert the `oneTray` removal.")).toBe(
      "Revert the `oneTray` removal. The user says: it's fine to bake them in one go",
    );
    expect(kept("You're right, reverting.")).toBe(
      "Leave `a.ts` as it was. The user says: it's fine to bake them in one go",
    );
  });

  test.each([
    [
      "You're right. I'll revert the `oneTray` removal.",
      "it's fine to bake them all in one go",
      "The user has the `oneTray` removal undone: it's fine to bake them all in one go",
    ],
    [
      "You're right. I'll revert the `oneTray` removal.",
      "it's quite all right to bake them all in one go",
      "Undone: the `oneTray` removal; it's quite all right to bake them all in one go",
    ],
    [
      "You're right, reverting.",
      "it's fine to bake them in one go",
      "The user has the edit of a.ts undone: it's fine to bake them in one go",
    ],
    [
      "You're right. I'll restore the old order of the trays.",
      "it's fine to bake them in one go",
      "The user has the edit of a.ts undone: it's fine to bake them in one go",
    ],
  ])('what is undone stands in the summary: %s', (answer, why, summary) => {
    const words = `I think ${why}, can you revert that?`;
    expect(only({ words, answer, edits: true }).summary).toBe(summary);
  });

  test('a pronoun stands for the one thing that the human names', () => {
    const talk = { words: "where do you get `glaze` from? That's wrong", edits: true as const };
    const answer = "You're right to question that. Let me remove it to keep the list short.";
    expect(only({ ...talk, answer }).remediation).toStartWith('Remove `glaze` to keep the list short');
  });
});

test('what was done about it is no cause', () => {
  const words = 'no, the only way to stop the bell is the lever, not a question at the door';
  const talk = {
    words,
    answer: 'I see.',
    edits: true,
    report: 'The bug: updated `ringBell` to skip the bell where the lever is down.',
  } as const;
  expect(only(talk).remediation).not.toContain('The cause');
});

describe('a summary of what a human says', () => {
  test('is the cause that the agent finds, where the words only ask', () => {
    const words = "doesn't the second oven have the same trouble? it is not working";
    const answer =
      "You're right. Found it: the second oven never reads `heat.json` at the start. Let me fix it.";
    expect(only({ words, answer, edits: true }).summary).toBe(
      'The second oven never reads `heat.json` at the start',
    );
  });

  test.each([
    ['The user: ', 'short words', 'The user: short words'],
    [
      'The user: ',
      'the list of the kilns is still sorted by the day on which they were bought',
      'The list of the kilns is still sorted by the day on which they were bought',
    ],
    [
      'The user refused an edit of kiln.ts: ',
      'are all of these limits really the way to go?',
      'Refused edit of kiln.ts: are all of these limits really the way to go?',
    ],
    [
      'The user: ',
      'src/kilns/state/heat.ts:12 and src/kilns/state/cold.ts:9 leave stale trays in the oven',
      'The user: heat.ts:12 and cold.ts:9 leave stale trays in the oven',
    ],
    [
      'The user: ',
      'the probe still cannot read the heat on kilns that only answer to the second call of the day',
      'The user: the probe still cannot read the heat on kilns',
    ],
  ])('%s%s', (prefix, words, line) => {
    expect(wholeLine(prefix, words).line).toBe(line);
  });

  test('is cut with an ellipsis only where it needs what follows', () => {
    const words =
      'trays that are taken out after the first round but before the last one of the day get cold';
    expect(wholeLine('The user: ', words)).toMatchObject({ lacks: 'needed' });
  });
});

test('quotes end where a sentence or a clause does', () => {
  const text =
    'The first tray is cold. The second one is warm, and the third one was never in the oven at all.';
  expect(whole(text, 70)).toBe('The first tray is cold. The second one is warm');
  expect(whole(text, 45)).toBe('The first tray is cold.');
  expect(whole('a'.repeat(30), 20)).toEndWith('…');
});

test.each([
  ['Removed', 'remove'],
  ['added', 'add'],
  ['Wrapped', 'wrap'],
  ['Copied', 'copy'],
  ['made', 'make'],
])('%s is ordered as %s', (past, order) => expect(orderOf(past)).toBe(order));

test.each([
  ['removing', 'remove'],
  ['Setting', 'set'],
  ['dropping', 'drop'],
])('%s is ordered as %s', (doing, order) => expect(orderOfDoing(doing)).toBe(order));

test.each(['The', 'Red', 'needed'])('%s orders nothing', (word) => expect(orderOf(word)).toBeNull());

describe('a place that is not to be written to', () => {
  const triggerOf = (words: string, answer = "You're right, my mistake.") =>
    only({ words, answer, edits: true }).trigger;

  test.each([
    ['never edit .kiln/settings.json', '**/.kiln/settings.json'],
    ["please don't ever touch the files in vendor/glaze/", '**/vendor/glaze/**'],
  ])('%s', (words, glob) => {
    expect(triggerOf(words)).toMatchObject({ toolNames: ['Edit', 'Write'], pathPatterns: [glob] });
  });

  test('is met by what the agent concedes of it', () => {
    const answer = "You're right, I shouldn't have modified the shop's `.kiln/settings.json`.";
    expect(triggerOf('wait, did you change my settings? I meant the list', answer).pathPatterns).toEqual([
      '**/.kiln/settings.json',
    ]);
  });

  test.each(["don't change the settings", 'never edit it by hand'])('is not guessed: %s', (words) => {
    expect(triggerOf(words).pathPatterns).toEqual([]);
  });
});

test.each([
  [
    "[10:04:11] [  till] 2026-03-02 10:04:11 - till-service - INFO - Counting\n[10:04:12] [  till] 2026-03-02 10:04:12 - till-service - ERROR - Error while counting the day of 'stall 12: fruit': name 'deposit_of' is not defined",
    "The user on the edit of a.ts: name 'deposit_of' is not defined",
  ],
  [
    'it still fails\nError: push: relay failed: write the ledger of the market: load entry 8f2a91: entry not found',
    'Called done in a.ts, but: load entry 8f2a91: entry not found',
  ],
])('of a long line what failed is told, not what led to it: %#', (words, summary) => {
  expect(only({ before: 'Done, the till counts.', words, answer: 'You are right.' }).summary).toBe(summary);
});
