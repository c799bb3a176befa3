import { expect, test } from 'bun:test';
import { corrections, type Talk } from '../../../../test/support/talk.ts';

const only = (talk: Talk) => {
  const found = corrections(talk);
  expect(found).toHaveLength(1);
  return found[0]!;
};

test.each<[string, Talk, string]>([
  [
    'a question is told by what the agent grants could be done',
    {
      words: "hmm but couldn't we not simply weigh the crates against the manifest of the ship?",
      answer: "You're right, we can compare the crates with the manifest that the ship sends ahead.",
      edits: true,
    },
    'Needed in a.ts: compare the crates with the manifest that the ship sends ahead',
  ],
  [
    'by what was then committed',
    {
      words: 'why does the porter have to walk to the quay for each crate?',
      answer: "You're right, once per ship is enough. Let me look at how the porter is told.",
      edits: true,
      commits: 'Redirect the porter once per ship, not per crate',
    },
    'Needed in a.ts: redirect the porter once per ship, not per crate',
  ],
  [
    'a half of a question, by the fault that the agent found',
    {
      before: 'Fixed: the harbour report lists every ship.',
      words:
        "This is still not working, don't we have another logic that counts the ships by their berth and leaves the tugs and the barges alone?",
      answer: 'Found it! The issue is the current code only counts ships with a captain.',
      edits: true,
    },
    'The current code only counts ships with a captain',
  ],
  [
    'what a terminal shows, by the fault that the agent found',
    {
      before: 'Done, the harbour asks each pier for its log.',
      words:
        'Asking pier 4 for its log...\nNo matching ships found on pier 4. Nothing to count, that is wrong.\n\nand the pier looks like this:\n\n❯ quay log pier-4\nship 9ae2 moored',
      answer:
        'The bug is that the second `ask` overwrites `LAST_LOG`, so the range is empty. Let me use the first.',
      edits: true,
    },
    'The second `ask` overwrites `LAST_LOG`',
  ],
  [
    'words that say no more than that it is not right yet, by the fault that the agent found',
    {
      before: 'Fixed: the harbour counts the tugs.',
      words: 'still not quite right',
      answer: 'The problem is clear now: the ledger has a `berth` for the tug but no `pier` yet.',
      edits: true,
    },
    'The ledger has a `berth` for the tug but no `pier` yet',
  ],
  [
    'a symptom by what mended it',
    {
      before: 'Done, the menu of the harbour is in.',
      words: "I don't see the crane entries anywhere",
      answer: 'Let me look at the menu.',
      edits: true,
      commits: 'Add the crane entries to the harbour menu',
    },
    'Missing in the harbour menu: the crane entries',
  ],
  [
    'what a third person says, by what mended it',
    {
      before: 'Done, the gate asks for a pass only once.',
      words:
        'No, that is wrong then. The customer complained that the gate asks for a pass at a public quay, not that it asks twice',
      answer: "You're right, that was an over-correction. Let me undo it.",
      edits: true,
      commits: 'Stop asking for a pass at a public quay',
    },
    'Not wanted in a.ts: asking for a pass at a public quay',
  ],
])('%s', (_, talk, summary) => {
  expect(only(talk).summary).toBe(summary);
});

test('words that tell the mistake stand as they are', () => {
  const words = 'no, `berthOf()` must not round the length of the ship';
  const answer = "You're right, we can compare the lengths as they are.";
  expect(only({ words, answer, edits: true }).summary).toBe(
    'The user on the edit of a.ts: `berthOf()` must not round the length of the ship',
  );
});

test('a request is told by itself', () => {
  const words = 'no. Can we just make this a plain list of berths?';
  const answer = "You're right. We could add a directive to sort them.";
  expect(only({ words, answer, edits: true }).summary).toContain('plain list of berths');
});

test.each([
  [
    'function berthsOf(ship) {',
    'function freeBerthsOf(ship) {',
    'Rename `berthsOf` to `freeBerthsOf` (`a.ts`).',
  ],
  [
    'return berthsOf(ship).sort();',
    'return freeBerthsOf(ship).sort();',
    'Use `freeBerthsOf` instead of `berthsOf` (`a.ts`).',
  ],
])('what only gets another name is told by both: %s', (old, now, fix) => {
  const words = "why does the name say all berths? it doesn't hold the taken ones";
  const answer = "You're right, that is misleading.";
  expect(only({ words, answer, edits: true, becomes: [old, now] }).remediation).toBe(fix);
});

test.each([
  [
    'Medium Severity\nThe crane module is critical for the quay and used by every ship, but it lacks a test of its brake. Consider adding one for heavy crates.',
    'The crane module lacks a test of its brake',
  ],
  [
    'Also: `crane` might not be there on every quay, some still have the old one.',
    '`crane` might not be there on every quay, some still have the old one',
  ],
])('a finding is told by what is wrong, not by what is well or advised: %s', (words, line) => {
  const [found] = corrections({ words, answer: "You're right, that was missed.", edits: true });
  expect(found?.summary.replace(/^The user[^:]*: /, '')).toBe(line);
});

test.each([
  [
    'that was not noticed by `crane`, or was it seen at the quay',
    'The `crane` never reads the list of the quay',
  ],
  ['not sure I like the crane there', 'The `crane` never reads the list of the quay'],
])('a line that points or doubts is told by the fault that was found: %s', (words, line) => {
  const answer =
    "You're right. The issue is that the `crane` never reads the list of the quay. Let me fix it.";
  expect(only({ words, answer, edits: true }).summary).toBe(line);
});

test.each([
  [
    'Q: the log should hold the crates of one ship I think, not all that the harbour has ever seen in its whole long life',
    'the log should hold the crates of one ship',
  ],
  [
    "Second look.\n\n**My #1 (the crane's name) was wrong.** I missed `nameOf` in the log. Retracted.\n\nStill open: the log drops every second crate.",
    'the log drops every second crate',
  ],
])('neither what is only excluded nor what is taken back is told: %s', (words, line) => {
  const [found] = corrections({ words, answer: "You're right, that was missed.", edits: true });
  expect(found?.summary).toContain(line);
});

test('an output that the agent asked for corrects nothing', () => {
  const words = [
    '=== Step 1: lift ===',
    '{"crate": 40, "weight": 12}',
    '=== Step 2: turn ===',
    '{"angle": 90}',
    'time=2026-05-04T10:00:00Z level=INFO msg=lowering',
    '=== Step 3: lower ===',
    '{"crate": null}',
  ].join('\n');
  const talk = {
    words,
    answer: 'I see the issue now. The crate is gone: its angle is not kept.',
    edits: true,
  };
  const logged = 'I added a log of each step. Run it again';
  expect(corrections({ ...talk, before: `${logged}.` })).toHaveLength(1);
  expect(corrections({ ...talk, before: `${logged}, this will help us see where it is lost.` })).toHaveLength(
    0,
  );
});
