import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../../test/support/talk.ts';
import { objectionScore } from './objection.ts';
import { contrastsSaid } from './said-contrast.ts';

describe('a question that reminds of what was agreed on', () => {
  test.each([
    "didn't we agree to keep the old labels?",
    "weren't we going to use sqlite for the shelves?",
    "isn't that supposed to run before the bake?",
    'hatten wir nicht gesagt, dass wir pnpm nehmen?',
    "on n'avait pas dit qu'on gardait la table ?",
    '¿no habíamos quedado en usar la otra cola?',
    'não tínhamos combinado usar a outra fila?',
    'non avevamo detto di tenere il vecchio forno?',
    '我们不是说好用另一张表吗？',
    'разве мы не договорились оставить очередь?',
  ])('is a correction: %s', (words) => {
    expect(corrections({ words, answer: 'The other one was slower in the last run.' })).toHaveLength(1);
  });

  test.each([
    'did we decide which labels to keep?',
    'are we going to use sqlite for the shelves?',
    'haben wir schon eine Tabelle dafür?',
    '我们用哪张表？',
  ])('is none where it only asks: %s', (words) => {
    expect(corrections({ words, answer: 'The other one was slower in the last run.' })).toHaveLength(0);
  });
});

describe('a question that holds against what is there what the agent had done a moment ago', () => {
  const answer = 'Let me look at where the others went.';
  test.each([
    "didn't you just find nine kilns in my sheet? how come only six are on the board now?",
    'hast du nicht eben neun Öfen in meiner Tabelle gefunden? warum stehen jetzt nur sechs da?',
    '¿no habías encontrado nueve hornos? ¿por qué ahora solo hay seis?',
    'não tinha encontrado nove fornos? por que agora só há seis?',
    "tu n'avais pas trouvé neuf fours ? pourquoi il n'y en a que six maintenant ?",
    'non avevi trovato nove forni? perché adesso sono sei?',
    'разве ты не нашёл девять печей? почему теперь только шесть?',
    '你刚刚不是从我的表格里找到了九个窑炉吗，现在怎么只有六个？',
    'さっき九つの窯を見つけましたよね？なぜ今は六つだけですか？',
    '방금 가마 아홉 개를 찾았잖아? 왜 지금은 여섯 개뿐이야?',
  ])('is a correction: %s', (words) => {
    expect(corrections({ words, answer })).toHaveLength(1);
  });

  test.each([
    'did you just find nine kilns in my sheet? why so many?',
    "didn't you say there is a second sheet? can you look at that as well?",
    'warum stehen neun Öfen in der Tabelle?',
    '为什么表格里有九个窑炉？',
  ])('is none where it holds nothing against that: %s', (words) => {
    expect(corrections({ words, answer })).toHaveLength(0);
  });
});

describe('what says that a proposal will not do', () => {
  const before = 'You could drop the sheet on the board, or type its name.';
  test.each([
    "that won't work for sheets that are folded. maybe a button on top? what do you think?",
    'thats not going to work on the small board, how about a list?',
    'we already tried dropping them, it made the board slower. what else is there?',
    'das geht nicht mit gefalteten Blättern, vielleicht ein Knopf?',
    'ça ne marchera pas pour les feuilles pliées, un bouton peut-être ?',
    '这样不行，折起来的纸怎么办？',
  ])('corrects it, whatever it asks behind that: %s', (words) => {
    expect(
      corrections({ before, words, answer: 'A button on the bar then. Shall I draw one?' }),
    ).toHaveLength(1);
  });

  test('a question whether it works is none', () => {
    const words = 'will that work for sheets that are folded? what do you think?';
    expect(corrections({ before, words, answer: 'Yes, folded ones are the same.' })).toHaveLength(0);
  });
});

describe('one thing in the place of another that the agent had named', () => {
  test.each([
    ['not a moving kiln, plain pages', 'It could draw a moving kiln for the front page.'],
    ['nicht den Ofen, sondern die Regale', 'Ich würde mit dem Ofen anfangen: den Ofen zuerst.'],
    ['不是窑炉，是架子', '我先改窑炉的部分。'],
    ['窯じゃなくて棚です', 'まず窯を直します。'],
    ['가마가 아니라 선반입니다', '가마를 먼저 고칩니다.'],
  ])('is seen: %s', (words, said) => {
    expect(contrastsSaid(words, said)).toBe(true);
  });

  test.each([
    ['not the shelves, the kiln', 'Should I take the kiln or the shelves?'],
    ['not a moving dragon, plain pages', 'It could draw a moving kiln for the front page.'],
    ['add the shelves, not only the kiln', 'The kiln is in place.'],
  ])('is not where the agent named nothing or left it open: %s', (words, said) => {
    expect(contrastsSaid(words, said)).toBe(false);
  });
});

describe('slips of the fingers', () => {
  test.each([
    'dnot touch the shelves',
    'taht is wrogn',
    'you didnt udpate the list',
    'now anser my question!!',
  ])('hide no objection: %s', (words) => {
    expect(objectionScore(words)).toBeGreaterThanOrEqual(1.6);
  });

  test('words that look alike stay', () => {
    expect(objectionScore('take a chance on the hats, and rove about')).toBe(0);
  });
});

test('a fault of what the agent found is not told as work called done', () => {
  const before =
    'I compared the three kilns over the winter: the first two held their heat, the third lost a tenth of it each night.';
  const [episode] = corrections({
    before,
    looked: 'python compare.py',
    words: 'there is no unit in the heat of the kilns. some are in degrees, some in tenths.',
    answer: 'Confirmed both issues: the third table is in tenths.',
    edits: true,
  });
  expect(episode!.remediation).not.toContain('before you call it done');
});

test('what speaks for a thing after a but is no fault of it', () => {
  const words =
    'I think I can work with this kiln. There will be some hours to learn it but it has a lot of settings that fit.';
  expect(corrections({ words, answer: 'Agreed. The settings are all in one file.' })).toHaveLength(0);
});
