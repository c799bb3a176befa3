import { describe, expect, test } from 'bun:test';
import { corrections, type Talk } from '../../../test/support/talk.ts';
import type { Episode } from '../../model/episode.ts';
import type { OpenObjection } from './open-objection.ts';
import { tellingLine } from './telling/conceded.ts';
import { spokenRemedy } from './telling/spoken-remedy.ts';

describe('questions, wishes and answers are corrections only where something is taken back', () => {
  test.each<[string, string, Partial<Talk>]>([
    ['Why do we need two files?', "You don't need them, it is a suggestion: one is easier to revert.", {}],
    [
      'I wonder if we can call it something clearer',
      "Yes, that's nicer. I'll change the name.",
      { edits: true },
    ],
    [
      'wondering: is five characters enough? maybe ten is better',
      "Good point. You're right on both counts.",
      {},
    ],
    ['how about listing them one a line instead', 'Good idea - let me update it.', { edits: true }],
    ['can we try the other player? it did not work before', "Yep, that makes sense, I'll move it.", {}],
    [
      'and what is this?\nTypeError: a is not a function\n    at b.js:3',
      'It says that a is no function.',
      {},
    ],
    ['so how far can I go with the macros now', "You're right to ask: as far as you like.", {}],
    ['not sure if the names of my fields are right', 'They are fine.', {}],
    ['yes, go', "You're right, it is ready.", {}],
    ['answer each of the comments please', "You're right, they deserve one each.", {}],
    [
      'it should have been the second one',
      'Then I go on with it.',
      { before: 'Test four names the third: should it be the second? Once you confirm, I go on.' },
    ],
    ['this was a typo, it is stage 4 and not stage 3', 'Understood, as I had it.', { interrupted: true }],
    ["Don't rename anything yet, and don't push. Just tell me what it does", 'It rounds the sum.', {}],
    ['still empty', 'Thanks, then it is the cache.', { before: 'Is the list empty on your side as well?' }],
    ['how do I start this. do I have to run all three?', 'Good point — one command should do instead.', {}],
    [
      "not sure I understand, shouldn't that be more than one?",
      'Let me trace what the count means here.',
      {},
    ],
    [
      'I merged the other branch, can you check again? the warning has gone',
      'I see, let me simplify it.',
      {},
    ],
    ['the problem with 2. is that it only works for helpers', 'Right - a harder problem, set aside.', {}],
    ['ich frage mich, ob ein anderer Name nicht besser wäre', 'Gute Idee, ich ändere das.', {}],
    [
      'no wait, this was the small oven with a new tray',
      'Ah, that reframes it: the small oven has no guard of its own.',
      {},
    ],
    [
      'this is the very same recipe that worked before',
      'Then the likely cause is the flour. Let me look.',
      {},
    ],
    [
      "I'm not sure I follow, when did we choose not to salt it?",
      'Fair pushback — let me actually check the book before answering.',
      {},
    ],
    [
      'i dont think i want a real address in there..but i wish i could have it faked',
      'Yep, we can fake it.',
      { edits: true },
    ],
    [
      'it should be the second one',
      'Good call, the second.',
      { before: 'Which one of the two shall it be?' },
    ],
  ])('not one: %s', (words, answer, more) => {
    expect(corrections({ words, answer, ...more })).toEqual([]);
  });

  test.each<[string, string, Partial<Talk>]>([
    [
      'Why is it seven? You support more languages',
      "You're right — the list only covered the first ones.",
      {},
    ],
    ['wondering: is that guard needed at all?', "You're right, it isn't. Let me remove it.", { edits: true }],
    [
      'no, the guard of the second oven never stops',
      'That changes things. Let me fix the second one.',
      { edits: true },
    ],
    [
      'does the guard not run for the second oven?',
      'Good catch — let me check. It does not.',
      { edits: true },
    ],
    ["what's the missing step then?", "That was me phrasing it badly — there isn't one.", {}],
    ['where do you get that version from?', "You're right, I made that up. Let me fix it.", { edits: true }],
    ['that makes no sense, it breaks the build', "Agreed. I'll fix it first.", { before: 'Shall I commit?' }],
    ['the second bucket is for the thumbnails for sure', "You're right. I looked at the wrong bucket.", {}],
    ['so is the third bucket not for the thumbnails?', "Fair — and you're right that it was taken.", {}],
    ['the fourth bucket is for the thumbnails', 'Totally right. The other one is for the originals.', {}],
    ['is the ledger not in the archive folder?', 'My search should have found it there.', {}],
    ['el cubo de las miniaturas es el tercero', 'Tenés razón, miré en otro.', {}],
    ['サムネイルは三番目のフォルダです', '鋭いご指摘です。別のフォルダを見ていました。', {}],
    ['缩略图不是在第三个文件夹吗？', '对，在那里。', {}],
    [
      'no actually give me the whole file without the numbers',
      'Here it is, in one block:',
      { before: 'The first part of the file: import a' },
    ],
    ["That's not it, there is another leak in the pool", 'Looking at the pool again.', {}],
    ['delete the comments you put above the imports', 'Sure.', { edits: true }],
    ["oh, please don't squash commits - it breaks the review", "Got it - I won't squash from here on.", {}],
    ['it still closes on its own', 'The timer is set twice.', { before: 'Now the panel stays open.' }],
    [
      'still does it sorry',
      'Let me set the order lower.',
      { before: 'The column keeps its place.', edits: true },
    ],
    [
      'we do not need a page for it, never mind the design, nothing is wrong with what people see',
      'Got it, only the server changes.',
      { before: 'This adds a page and two fields. Shall I start?' },
    ],
    ["don't ask me for every file, go on by yourself", 'OK.', {}],
    [
      'still the same warning',
      'Let me look at the config.',
      { before: 'Then reload the page and the warning should be gone.' },
    ],
    ['and this?\nTypeError: a is not a function\n    at b.js:3', 'Let me look at it.', { edits: true }],
  ])('%s', (words, answer, more) => {
    expect(corrections({ words, answer, ...more })).toHaveLength(1);
  });

  test('a refusal that only asks to wait is none', () => {
    const words = "hang on a sec, I'll get you the log";
    expect(corrections({ words, answer: 'Sure, that will help.', refused: 'git push' })).toEqual([]);
  });
});

describe('the words of a correction', () => {
  const only = (talk: Talk): Episode => {
    const [episode] = corrections(talk);
    return episode!;
  };

  test.each<[string, string, string, string, Partial<Talk>]>([
    [
      'the agent says what was wrong where the human only asks',
      'Why is it 70?',
      "You're right — the manifest only covered the first seven languages. Let me expand it.",
      'The agent admits: the manifest only covered the first seven languages',
      {},
    ],
    [
      'a refused command is named',
      'main is clean',
      'Running it as it is.',
      'The user refused `git stash`: main is clean',
      { refused: 'cd /repo && git stash && make test' },
    ],
    [
      'a bare objection gives way to the sentence after it',
      'uh oh - that is wrong. The parser drops the trailing comma of arrays',
      "You're right, my mistake.",
      'The user on the edit of a.ts: The parser drops the trailing comma of arrays',
      {},
    ],
    [
      'the number and the grade of a finding are left out',
      '2. Medium: the parser drops the trailing comma of arrays, which the docs allow',
      "You're right, I missed that. Let me fix the parser.",
      'The user on the edit of a.ts: the parser drops the trailing comma of arrays',
      { edits: true },
    ],
    [
      'a word of rank alone is none',
      'Low memory machines crash here, you forgot the parser buffer',
      "You're right, I forgot that. Let me fix the parser.",
      'The user: Low memory machines crash here, you forgot the parser buffer',
      { edits: true },
    ],
    [
      'a short message is shown whole',
      'did you change my settings? I meant the permission of the skill',
      "You're right, I shouldn't have changed them.",
      'The user: did you change my settings? I meant the permission of the skill',
      {},
    ],
    [
      'a clause that depends on another gives way to it',
      'but before we go on with all this over here - are we sure the cache has no stale entries?',
      'Good catch. Let me fix the cache.',
      'The user on the edit of a.ts: are we sure the cache has no stale entries?',
      { edits: true },
    ],
    [
      'the line that holds for later sessions goes before others',
      'wrong: temporary keys and the config of the user\nwe should not touch the default config',
      "You're right, my mistake. Let me use a folder of our own.",
      'The user on the edit of a.ts: we should not touch the default config',
      { edits: true },
    ],
  ])('%s', (_, words, answer, summary, more) => {
    expect(only({ words, answer, ...more }).summary).toBe(summary);
  });

  test('a title in the answer is no concession', () => {
    const { remediation } = only({
      words: 'but then the whole idea of reading the file in one pass is broken now, is it not?',
      answer:
        "Yes, and you're right to push on this.\n\n**The parsing picture**\n\nTwo shapes of files exist.",
    });
    expect(remediation).not.toContain('picture');
    expect(remediation).toContain('in one pass');
  });

  test('an order for the moment is no manner of working', () => {
    const commit = 'git rm -r --cached .scratch && git commit --amend --no-edit';
    const said = (words: string) => only({ words, answer: 'Got it.', refused: commit }).reusable;
    expect(said('just remove .scratch from the commit but then just delete the folder')).toBeLessThan(0.5);
    expect(said('just leave .scratch out of the commit, please')).toBeGreaterThan(0.5);
  });

  test.each<[string, string, string, string, Partial<Talk>]>([
    [
      'what the agent then does is the remedy',
      'hmm, why does this still run after the hooks?',
      "You're right - let me move the check to the registry of all hooks. Then the tests.",
      'Move the check to the registry of all hooks. The user said: hmm, why does this still run after the hooks?',
      { edits: true },
    ],
    [
      'what the agent announces once that is done is another thing',
      'hmm, why does this still run after the hooks?',
      "You're right, it is in the registry now. Let me drop the import that nothing uses.",
      'Mind what the agent admits: it is in the registry now (`a.ts`).',
      { edits: 'silently' },
    ],
    [
      'how it should be, in the words of the human',
      'no, that is wrong. The configuration should live under settings',
      "You're right, my mistake. Let me fix the path.",
      'As the user says: The configuration should live under settings',
      {},
    ],
    [
      'a fact of the place is the remedy',
      'the server is in ../shop-server',
      'Looking there.',
      'As the user says: the server is in ../shop-server',
      { refused: 'grep -rn login .' },
    ],
    [
      'a refused command is not to be run',
      'main is clean',
      'Running it as it is.',
      'Do not run `git stash` here. The user said: main is clean',
      { refused: 'git stash' },
    ],
  ])('%s', (_, words, answer, remediation, more) => {
    expect(only({ words, answer, ...more }).remediation).toBe(remediation);
  });
});

describe('what holds for later sessions', () => {
  test.each<[string, Partial<Talk>]>([
    ["I don't want to commit the docs", { refused: 'git commit -m "Add the docs"' }],
    ['do not stash anything, read the files', { refused: 'git stash' }],
    ["I don't want to commit the docs", { edits: true }],
    ["no, we shouldn't write to the shared settings", { edits: true }],
    ["that's wrong, let's avoid globals here", { edits: true }],
    ['the server is in ../shop-server', { refused: 'grep -rn login .' }],
    ["no, there's already a helper for that in src/dates.ts", { edits: true }],
    ['too slow.', { refused: 'make test-all' }],
    ["let's not do it the hard way", { refused: 'kiln fire --dangerously-skip-checks' }],
    ['are there some compile errors?', { refused: 'git commit -m "Add the kiln"' }],
    ["you should have asked, don't touch the generated files", { edits: true }],
    ['stop creating files without looking for existing resources', { edits: true }],
    ['please run the linter before every commit, as always', { edits: true }],
    ['no, you should run the migrations first', { edits: true }],
    ['why is this unstaged? wrong. Update the ticket as you should.', { edits: true }],
    ['no, we left the retries out on purpose, it is intentional', { edits: true }],
    ['this check is now copied to three places', { edits: true }],
  ])('%s', (words, more) => {
    const [episode] = corrections({ words, answer: "You're right, my mistake. Let me fix that.", ...more });
    expect(episode!.reusable).toBeGreaterThanOrEqual(0.5);
  });

  test('a duty that the agent admits for one of many by its number is a one-off', () => {
    const of = (answer: string) =>
      corrections({
        words: 'why is this unstaged? wrong. Update the ticket as you should.',
        answer,
        edits: true,
      })[0]!;
    expect(
      of("You're right. The mends belong on ticket 7's branch, not in my own copy.").reusable,
    ).toBeLessThan(0.5);
    expect(of("You're right. The mends belong on the ticket's branch.").reusable).toBeGreaterThanOrEqual(0.5);
  });

  test.each([
    'that is wrong, the second parameter is the width',
    "you forgot the empty case in the parser, that doesn't work",
    'no, the button belongs on the left side',
    "I didn't ask you to rename the field",
    "no, wait, let's discuss this",
    'no, branch and PR',
    'the changelog is wrong, keep the entries shorter',
    'no, the bug is in the parser',
    "you are wrong, there's already a branch",
    'is the server in ../shop-server? that looks wrong',
    "no, don't make the parser a class, make it a function",
    "don't commit yet, that is wrong",
    "no, don't put the picker in a capsule",
    'der Titel ist immer noch falsch',
    "no, don't restart the video from the beginning",
    "that's wrong, do not write tests for this step",
  ])('a one-off: %s', (words) => {
    const [episode] = corrections({
      words,
      answer: "You're right, my mistake. Let me fix that.",
      edits: true,
    });
    expect(episode!.reusable).toBeLessThan(0.5);
  });
});

describe('words for which the agent was stopped', () => {
  const words = "make sure you don't drop the C side, just assume that the fallback is on";
  const answer = 'I understand. I compare against the C side and keep the fallback.';

  test('weigh more than the same words said at the end of its turn', () => {
    const [plain] = corrections({ words, answer, edits: true });
    const [stopped] = corrections({ words, answer, edits: true, interrupted: true });
    expect(stopped!.confidence).toBeGreaterThan((plain?.confidence ?? 0) + 0.1);
  });

  test.each(['stop', 'wait.', 'IDE disconnected', 'what are you doing?', 'continue'])(
    'that only end or ask are no correction: %s',
    (only) => {
      expect(corrections({ words: only, answer: 'Stopped. What is next?', interrupted: true })).toEqual([]);
    },
  );
});

describe('a fault in what was just handed over', () => {
  const before = 'Done, the login page shows the name now.';
  const answer = 'Let me check.';

  test.each([
    "the login page doesn't show the name",
    'login is still broken',
    'the name is missing on the login page',
    'die Anmeldung zeigt immer noch keinen Namen, geht nicht',
    'what have you done?? the login page is blank now',
  ])('is a correction: %s', (words) => {
    expect(corrections({ before, words, answer, edits: true })).toHaveLength(1);
  });

  test.each([
    "so the login page doesn't need the name twice, right?",
    "new issue: the export doesn't start",
    'perfect, the name is not cut off any more',
    "look at the login page and tell me what is slow. don't change anything yet",
    "I'm still struggling with how the login page gets its name, maybe you can explain it",
  ])('is not seen in: %s', (words) => {
    expect(corrections({ before, words, answer })).toEqual([]);
  });

  test('is told as what was called done, with what to do instead', () => {
    const [episode] = corrections({ before, words: "the login page doesn't show the name", answer });
    expect(episode).toMatchObject({
      summary: "Called done in a.ts, but: the login page doesn't show the name",
      mistake:
        'The agent called it done after an edit of /repo/a.ts, and the user found: "the login page doesn\'t show the name"',
      remediation:
        "Try out what was changed before you call it done. The user found: the login page doesn't show the name",
    });
  });
});

describe('words after an interruption', () => {
  const words = 'export the orders of May and June as a table';
  const answer = 'There are forty of them.';
  const first = 'export the orders of May as a table';

  test('prove nothing alone: people also stop an agent to ask for something else', () => {
    expect(corrections({ words, answer, interrupted: true })).toEqual([]);
  });

  test.each([
    'Understood, I had left June out. Both months are in the table now.',
    'Let me run it again with the correct table.',
  ])('are about what was stopped where the agent takes them in: %s', (taken) => {
    expect(corrections({ words, answer: taken, interrupted: true })).toHaveLength(1);
  });

  test('are those of the message before, put otherwise, where the agent had not begun', () => {
    expect(corrections({ first, words, answer, interrupted: true })).toEqual([]);
  });

  test('object by themselves, also where the agent had not begun', () => {
    const found = corrections({
      first,
      words: "no, that's wrong, you deleted the second table, why did you do that?",
      answer: "You're right, I deleted the second table. I'll restore it.",
      interrupted: true,
    });
    expect(found.map((episode) => episode.failure.line)).toContain(7);
  });
});

test.each(['list the ids in the second table', 'sort the list by date', 'count the rows of each file'])(
  'asks to see something: %s',
  (words) => expect(corrections({ words, answer: 'Here they are.' })).toEqual([]),
);

describe('the fix, where neither the words nor the answer name one', () => {
  const remedy = (said: string): string =>
    spokenRemedy({ rule: false, answer: 'Looking at it.', text: said } as OpenObjection, said, {
      refused: null,
      isFault: false,
      lasting: null,
    });

  test.each([
    [
      'Medium Severity\nIf closing the stream fails, readAll returns early without waiting for the process.',
      'Mend what the user found: If closing the stream fails',
    ],
    [
      '$ ./sync --all\nreading 4 files\nerror: push refs: object 12ab not found\nbye',
      'Mend what the user shows: error: push refs: object 12ab not found',
    ],
    ['=== step 4 ===\n{"id": 3, "name": "b"}', 'See what is wrong in what the user shows: '],
    ['why is this one listed? a3f1 (2 files)', "Settle the user's question first: why is this one"],
    ['can we give it a shorter name? Like that of the other one', 'Do what the user asked for: can we'],
    ['this is the very command that worked on the old host', 'Go by what the user says: this is the very'],
    ['why are these lookups needed. It seems redundant to me', "Settle the user's question first: why are"],
  ])('%p', (said, begins) => expect(remedy(said)).toStartWith(begins));

  test('what the agent helps with is what is to be done', () => {
    const [found] = corrections({
      words: "no, that's wrong, it does not start any more",
      answer: "You're right. I'll help you split the parser into two files that load on their own.",
      edits: true,
    });
    expect(found?.remediation).toStartWith('Split the parser into two files');
  });
});

test('a bare yes is told by what the agent then admits', () => {
  expect(tellingLine('', 'yes', "You're right. The export reads the old table by its name.")).toStartWith(
    'The agent admits: ',
  );
});

describe('work that a command destroyed', () => {
  const answer = "You're right, I should not have done that. I'm sorry: it cannot be brought back.";
  const wiped = "No! You just wiped my uncommitted changes. Don't ever do that without asking.";
  const signalsAfter = (ran: string, words: string) =>
    corrections({ ran, words, answer, before: 'The tree is clean again.' }).flatMap(({ signals }) => signals);

  test.each([
    wiped,
    'why did you reset? I lost everything I had not committed',
    'no, my edits are gone now, you should have stashed them',
    'stop. that threw away all the local changes of this morning',
    'you erased my notes, never clean without asking me',
    'nein, damit sind alle meine Änderungen weg',
    'no, has borrado mis cambios sin preguntar',
    '不对，你把我的改动都删了',
  ])('%p', (words) => {
    expect(signalsAfter('git checkout -- . && git clean -fd', words)).toContain('data-loss');
  });

  test('not where no command could have done it, nor where nothing was lost', () => {
    expect(signalsAfter('git status', wiped)).not.toContain('data-loss');
    expect(
      signalsAfter('git clean -fd', "no, don't clean it without asking me, never do that"),
    ).not.toContain('data-loss');
  });
});
