import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../test/support/talk.ts';
import { onlyConfirms } from './context/owned-up.ts';
import { holdsAnyTime } from './lasting/working-manner.ts';
import { soundsCertain } from './verdict/certain.ts';
import { complaintScore } from './words/complaint.ts';
import { mannerOf, speaksOfOwnWords } from './words/manner.ts';

describe('an answer to a question of fact', () => {
  test.each([
    ['是不是只要画一张地图就可以了？', '对，只要一张就够。'],
    ['这张地图现在是独立的吧？', '问得好。你的判断是对的，它是独立的。'],
    ['地図は一枚だけですよね？', 'はい、一枚だけです。'],
    ['지도는 한 장이면 되나요?', '네, 한 장이면 됩니다.'],
  ])('only says yes: %s', (words, answer) => expect(onlyConfirms(words, answer)).toBe(true));

  test.each([
    ['这张地图不是已经删了吗？', '对，我漏掉了。'],
    ['左边的地图画错了', '对，应该是右边。'],
    ['是不是画错了？', '是的，是我画错了，抱歉。'],
  ])('says more than that: %s', (words, answer) => expect(onlyConfirms(words, answer)).toBe(false));
});

describe('words that hold nothing against the agent', () => {
  test.each([
    '我搞错了，应该是另一张地图',
    '打错了，是第二张',
    '제 실수예요, 두 번째 지도예요',
    'mi error, era la otra carta',
  ])('tell of an own slip: %s', (words) => {
    expect(speaksOfOwnWords(words)).toBe(true);
  });

  test.each(['你搞错了，应该是另一张地图', '你说我搞错了，可是地图没变'])('or of the agent’s: %s', (words) =>
    expect(speaksOfOwnWords(words)).toBe(false),
  );

  test.each([
    'PNGの地図をSVGに変えてほしいんだけど、できないですか？',
    'この地図を印刷してもらえませんか？',
    '지도를 하나 더 그려줄 수 없을까요?',
  ])('ask politely: %s', (words) => expect(complaintScore(words)).toBe(0));

  test('ask behind a mark that was typed before them', () => {
    const asked = complaintScore('what is missing on the second map?');
    expect(complaintScore('^what is missing on the second map?')).toBe(asked);
  });

  test('a fault stays one', () => {
    expect(complaintScore('地図が保存できません')).toBeGreaterThan(0);
    expect(complaintScore('지도가 저장이 안 돼요')).toBeGreaterThan(0);
  });

  test('what is done next is no habit', () => {
    expect(holdsAnyTime('これから地図を確認して決める')).toBe(false);
    expect(holdsAnyTime('これからは地図を確認してから決めること')).toBe(true);
  });

  test('what is not known behind an objection is what came of it', () => {
    expect(mannerOf('você não marcou as cartas, não sei quais faltam', '')).toBe('plain');
    expect(mannerOf('não sei quais cartas faltam', '')).toBe('asks-why');
  });

  test('a wish, however loud, is no correction', () => {
    const open = { text: 'QUEREMOS UM MAPA NOVO PARA A FESTA', said: '', actedBefore: true, rejected: null };
    expect(soundsCertain(open as never)).toBe(false);
  });
});

describe('a question whether it is not so, before anything was written', () => {
  const talk = {
    before: 'The map is drawn from the second sheet. You can print it then.',
    looked: 'ls maps',
  };

  test.each([
    [
      "doesn't the second sheet hold the legend?",
      'Good point. It holds half of it; the rest is on the third.',
    ],
    [
      'but we do keep two sheets, how is that going to work?',
      'Good point. Both are read, one after the other.',
    ],
  ])('is none: %s', (words, answer) => expect(corrections({ words, answer, ...talk })).toEqual([]));

  test('is one where the agent takes it back', () => {
    const words = "doesn't the second sheet hold the legend?";
    const answer = "You're right, I missed that: the legend is on the second sheet.";
    expect(corrections({ words, answer, ...talk, edits: true })).toHaveLength(1);
  });
});
