import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../../test/support/talk.ts';

const said = (words: string) =>
  corrections({
    words,
    before: 'The shelves are sorted and the tests pass.',
    answer: 'Done. The table is sorted now.',
  });

describe('what is to hold at any time', () => {
  test.each([
    'please always write the commit message in English',
    'from now on show me the plan before you edit',
    'nice, and make sure that we never deploy on Fridays',
    'great. in the future keep the answers short',
    'every time you change the schema run the generator',
    'for every new endpoint add a test',
    'ok but keep in mind that all texts go through the translation file',
    'next time read the log before you guess',
    'benutze bitte immer pnpm',
    'desde ahora usa siempre la rama develop',
    'à partir de maintenant, lance toujours les tests avant de commiter',
    'a partir de agora sempre rode os testes',
    'с этого момента всегда запускай линтер',
    '以后每次改完都要跑测试',
    '今後は必ずテストを実行してください',
    '앞으로는 항상 테스트를 먼저 돌려줘',
  ])('is found and shown, whatever the agent answers: %s', (words) => {
    const [episode] = said(words);
    expect(episode!.reusable).toBeGreaterThanOrEqual(0.5);
  });

  test.each([
    'whenever the user clicks save, show a toast',
    'for each row show a small lamp',
    'see how I wrote the list of pears. I want you to create a small list for each feature of the shop',
    'add a button that always shows the total',
    'from now on the game starts at level 2, please change the intro',
    'in the future we may add a map',
    'keep in mind that the report must be ready on Monday',
    'next time I will do it myself',
    '以后再说吧',
    '今後の予定を教えて',
  ])('is no rule of the product, and no plan: %s', (words) => {
    expect(said(words)).toHaveLength(0);
  });
});
