import { describe, expect, test } from 'bun:test';
import { showsAdvisedFailing } from './context/advised.ts';
import { complaintScore } from './words/complaint.ts';
import { mannerOf } from './words/manner.ts';
import { objectionScore } from './words/objection.ts';
import { shownError } from './words/shown-error.ts';
import { instruction, standsForLater, statesRule } from './words/user-rule.ts';

const CLEAR = 1.5;

describe('a fault of what there is', () => {
  test.each([
    'This is much better already, the list loads. The filter on the left is not doing anything when it is clicked',
    'This looks like the design now. But the footer is not at the bottom of the page on small screens any more',
    'when I drop the card on the second column, I cannot find it there',
    'If I press save, nothing happens',
    'nothing, is happening on the second screen',
    'jetzt ist die ganze Karte weiß',
    'maintenant la carte est toute blanche',
    'теперь страница белая',
    '화면이 하얗게 나와',
    'Thanks. The second map is not saved',
    'the other tab shows the old name still',
    'Still cannot sign in on staging - what is up with that? Have you opened it in a browser?',
  ])('names one: %s', (words) => {
    expect(complaintScore(words)).toBeGreaterThanOrEqual(CLEAR);
  });

  test.each([
    'when I drop the card on the second column, it should be red and please make the border bold',
    'if the build passes, push it',
    'Appreciate it - the bowl should be of use to both of us',
    'and don’t push the branch, but show me the log',
    'I failed to exclude the second table, leave it out',
    'orderTotal is rounded before the discount is applied, which is not what the tax rules in the other module expect',
    'When a file has no owner, resolveOwner falls back to the team that owns the folder',
  ])('names none: %s', (words) => {
    expect(complaintScore(words)).toBeLessThan(CLEAR);
  });

  test.each([
    ['ok, and now?\n\nTraceback (most recent call last):\n  File "a.py", line 3\nKeyError: \'total\'', true],
    ['see:\nerror[E0308]: mismatched types\n  --> src/main.rs:4:5', true],
    ['this is the config:\n{\n  "port": 8080\n}', false],
    ['what does this line mean?\nError: listen EADDRINUSE', false],
    ['kiln.errors.GlazeException: the glaze cannot be changed after the bowl is baked', true],
    ['it prints the totals now, thank you', false],
  ])('an error that is only shown: %p', (message, isShown) => {
    expect(shownError(message) > 0).toBe(isShown);
  });
});

describe('an objection', () => {
  test.each([
    'delete the helper that you added for the dates',
    'please take out the logging you put into the worker',
    'why was the old index kept?',
    "what I'm asking is how many of them failed",
    'we have already agreed that the queue keeps its own state',
    "I don't think you ran the migration",
    'what the heck did you look at?',
    'what else have you skipped?',
    'why the picker uses its own rows instead of the shared ones',
    'please stop adding the date to every title',
    'not there, I mean the second one of the two',
    'do not make me repeat it, the port comes first',
    "I don't think the files were uploaded",
    'I dislike the timer, that is bad ux',
    'didn’t I say that the second one is running?',
    'how did you get this so wrong?',
    'you are just an idiot',
    'No, gracias, no toques el linter.',
    'Não, obrigado, mas não use npm.',
  ])('is one: %s', (words) => {
    expect(objectionScore(words)).toBeGreaterThanOrEqual(CLEAR);
  });

  test.each([
    'also handle the empty folder and make sure you don’t break the old import',
    'next, wire the button up without breaking the shortcuts',
    'port = 8080\nhopefully that is read from the environment, not hardcoded',
    'remove the second column and make the first one wider',
    "don't wait for the deployment, start with the next page",
    "actually don't build it, I will do that manually",
    'Actually I wanted to look into two more things before we plan',
    'no need to worry about the old clients',
    'why the sky is blue is explained in the second chapter',
    'No, gracias, así está bien.',
    'No, perfetto così.',
  ])('is none: %s', (words) => {
    expect(objectionScore(words)).toBeLessThan(CLEAR);
  });
});

describe('a rule that says when to ask', () => {
  test.each([
    "don't ask me before every edit, just do it",
    'change nothing unless I say so. clear?',
    'wait until I approve it. Can the second day be a rest day?',
    'add a rule to AGENTS.md that questions go into the chat',
    'when you finish a step, pause and ask whether I want to look at it',
    'when you finish each chapter. Stop and show me the pages',
    'when writing changelog entries, never mention the ticket',
  ])('is one: %s', (words) => {
    expect(standsForLater(words)).toBe(true);
    expect(statesRule(words)).toBe(true);
  });

  test.each([
    'will the second script overwrite the file without my knowing?',
    'can you ask the server for the list of users?',
    'add a note to the invoice about the discount',
    'when you finish, what does the table look like?',
    'the dialog waits until the user confirms',
  ])('is none: %s', (words) => {
    expect(standsForLater(words)).toBe(false);
  });
});

describe('what a piece of work is for', () => {
  test.each([
    'add a .dockerignore to make sure that secrets are never committed, and build it',
    'Please update the hook in order to ensure we never push to main.',
  ])('is no rule: %s', (words) => expect(statesRule(words)).toBe(false));

  test.each([
    'make sure to never commit secrets',
    'add a rule to CLAUDE.md to make sure that you never push',
    'Add the file. And never commit secrets.',
  ])('is one where nothing else is asked for: %s', (words) => expect(statesRule(words)).toBe(true));
});

describe('a few words above a long log', () => {
  const log = Array.from(
    { length: 14 },
    (_, line) => `{"level":"info","line":${line},"msg":"${'kiln fired '.repeat(6)}"}`,
  ).join('\n');

  test('are judged without it', () => {
    expect(complaintScore(`the blue bowl is still not right\n${log}`)).toBeGreaterThanOrEqual(CLEAR);
  });

  test.each([log, `here is the log of last night\n${log}`])('are no complaint by it', (words) => {
    expect(complaintScore(words)).toBe(0);
  });
});

describe('an error of a service among others', () => {
  const lines = [
    'Traceback (most recent call last):',
    '  File "/srv/kiln.py", line 3, in <module>',
    'kiln.errors.GlazeError: blue',
  ];

  test('is shown behind the name of the service', () => {
    const text = `${lines.map((line) => `kiln-web  | ${line}`).join('\n')}\nkiln-web exited with code 1`;
    expect(shownError(text)).toBeGreaterThan(0);
  });

  test('a table is none', () => {
    expect(shownError('glaze | blue\nglaze | green\nglaze | white')).toBe(0);
  });
});

describe('a rule in a language without spaces', () => {
  test.each([
    '提交前必须先跑测试',
    '总是用 pnpm',
    '常にテストを実行してください',
    '항상 테스트를 먼저 실행해',
  ])('is one: %s', (words) => expect(statesRule(words)).toBe(true));

  test.each([
    '你这样写，外部必须定义你的这个类型',
    '登录页面总是报错',
    'ログイン画面で常にエラーになる',
    '로그인하면 항상 에러가 나요',
  ])('is none, but what is so: %s', (words) => expect(statesRule(words)).toBe(false));
});

test.each([
  'The sync does nothing.\ncommit 8053fab9f03a3a6b (origin/main)\nPush failed (attempt 1/3).',
  'It stops again:\nPush failed (attempt 2/3).',
])('what git prints between the words is no order: %p', (words) => expect(instruction(words)).toBeNull());

test.each([
  "The list is wrong. Don't know why it was changed.",
  'The list is wrong. Do not know why it was changed.',
  'The list is wrong. Do not mind the old one.',
])('what is not known or minded is no order: %p', (words) => expect(instruction(words)).toBeNull());

test('what is not to be done is one', () =>
  expect(instruction('The list is wrong. Do not sort it.')).toBe('Do not sort it.'));

describe('what is not to be done yet', () => {
  test.each([
    'Dime qué falta en el informe. No cambies nada todavía.',
    'Regarde le rapport, mais ne modifie rien pour l’instant',
    'Veja o relatório, ainda não altere nada por enquanto',
    'Guarda il report, per favore non modificare ancora nulla',
    'Посмотри отчёт, пока ничего не меняй',
    '看一下报表，先不要改代码',
    '報告書を見て。まだ修正しないで。',
    '보고서를 봐 줘. 아직 수정은 하지 마',
  ])('is held back for now: %s', (words) => {
    expect(mannerOf(words, 'The report is in place.')).toBe('defers');
  });

  test.each([
    'te dije que no cambies nada todavía',
    'ça ne change rien pour l’instant, le total est faux',
    'кнопка пока ничего не меняет на странице',
    '我说过先不要改代码',
    '아직 수정하지 말라고 했잖아',
    'まだ保存できない',
  ])('is something else: %s', (words) => {
    expect(mannerOf(words, 'The report is in place.')).not.toBe('defers');
  });
});

describe('an error of a command that the agent had given', () => {
  const said = 'Run this in your terminal:\n\n```\nkilnctl glaze --bowl blue\n```';

  test.each([
    'PS C:\\kiln> kilnctl glaze --bowl blue\nError: unable to open the blue bowl',
    'ada@shop:~/kiln$ kilnctl glaze --bowl blue\nError: unable to open the kiln',
    'kilnctl glaze --bowl blue\nError: kiln not found',
  ])('is shown: %p', (text) => expect(showsAdvisedFailing({ text, said })).toBe(true));

  test.each([
    'ada@shop:~/kiln$ kilnctl glaze --bowl blue\nglazed 1 bowl',
    'ada@shop:~/kiln$ moulds list --all\nError: unable to open the shelf',
    'what does it print?\nkilnctl glaze --bowl blue\nError: unable to open the kiln',
  ])('is not shown: %p', (text) => expect(showsAdvisedFailing({ text, said })).toBe(false));

  test('is not shown before the agent has said anything', () => {
    const text = 'kilnctl glaze --bowl blue\nkilnctl: command not found';
    expect(showsAdvisedFailing({ text, said: '' })).toBe(false);
  });
});

describe('doubt of what the agent says, and Vietnamese without accents', () => {
  test.each([
    '¿estás seguro de que lee los dos archivos? no lo veo',
    'tem certeza? o total não bate',
    'bist du sicher? das steht da nicht',
    '你没有读那个文件',
    'van loi roi, khong phai file nay',
  ])('objects: %s', (words) => expect(objectionScore(words)).toBeGreaterThan(0.8));

  test.each(['Agrega una columna y quita la que sobra', 'Prüfe die Liste, ob etwas nicht stimmt'])(
    'asks for work: %s',
    (words) => expect(objectionScore(words)).toBeLessThan(CLEAR),
  );
});

describe('sets out to something else, or owns up', () => {
  test.each([
    ['ok so now we are going to test the second kiln', 'news'],
    ["okay let's start with the shelf instead", 'news'],
    ['forget this, open the other list', null],
    ['ok forget it, you broke the shelf', null],
    ['그럼 순서를 바꿔야 하나?', 'muses'],
    ['이것도 바꿔야 하나? 저장이 안 돼', null],
  ] as const)('%s: %p', (words, manner) => {
    const found = mannerOf(words, 'The report is in place.');
    if (manner === null) expect(found).not.toBe('news');
    else expect(found).toBe(manner);
  });
});
