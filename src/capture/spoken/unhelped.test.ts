import { describe, expect, test } from 'bun:test';
import { concessionOf, grants } from './context/acceptance.ts';
import { complaintScore } from './words/complaint.ts';
import { mannerOf } from './words/manner.ts';
import { objectionScore, pauses } from './words/objection.ts';
import { statesRule } from './words/user-rule.ts';

describe('a mend that did not help', () => {
  test.each([
    'it came back after a restart',
    'problem persists',
    'todavía veo la mancha al abrir la carta',
    'todabia sale la mancha',
    'sigo viendo la mancha',
    'pasa lo mismo con la otra carta',
    'ahora está peor',
    'volvió a pasar',
    'ainda vejo a mancha no mapa',
    'agora ficou pior',
    'voltou a acontecer',
    'ça recommence',
    "c'est la même chose",
    "c'est encore pire",
    'passiert weiterhin',
    'gleicher Fehler wie vorhin',
    'die Lampe flackert noch',
    'vedo ancora la macchia',
    'succede la stessa cosa',
    'adesso è peggio',
    'то же самое',
    'не помогло',
    'проблема осталась',
    'to samo',
    'nie pomogło',
    'het is hetzelfde',
    'daha kötü oldu',
    '还是一样',
    '又出现了',
    '問題が残っています',
    '変わりません',
    '계속 발생해요',
    '더 심해졌어요',
  ])('%s', (words) => expect(complaintScore(words)).toBeGreaterThanOrEqual(2));

  test.each([
    'great, do the same for the second lamp',
    'haz lo mismo con la otra carta',
    'perfecto, sigue con la siguiente carta',
    'todavía hay que traducir la leyenda',
    'faz a mesma coisa no outro mapa',
    'ótimo, continua com o próximo mapa',
    'fais la même chose pour la lampe',
    'mach dasselbe bei der Lampe',
    'mach weiter so',
    'fai la stessa cosa per la lampada',
    'сделай то же самое для лампы',
    'сделай с лампой то же самое.',
    'zrób z lampą to samo.',
    'seguimos con la otra carta',
    'it came back clean, thanks',
    'продолжай дальше',
    'zrób to samo dla lampy',
    'dobrze, dalej',
    'doe hetzelfde voor de lamp',
    '灯也做一样的处理',
    'ランプにも同じことをしてください',
    '램프도 똑같이 해주세요',
  ])('no such words: %s', (words) => expect(complaintScore(words)).toBe(0));

  test.each([
    'sigue igual, ya no sé qué hacer',
    'continua igual, já não sei o que fazer',
    'toujours pareil, je ne sais plus quoi faire',
    'immer noch so, ich weiß nicht mehr weiter',
    'то же самое, уже не знаю что делать',
    '还是一样，不知道该怎么办了',
    '同じです。どうすればいいか分かりません',
  ])('who is at a loss asks for nothing: %s', (words) => expect(mannerOf(words, '')).toBe('plain'));

  test('who does not know why asks', () => {
    expect(mannerOf('no sé por qué está ahí la lámpara', '')).toBe('asks-why');
    expect(mannerOf('我不知道这个灯是做什么的', '')).toBe('asks-why');
  });
});

describe('what an agent concedes', () => {
  test.each([
    'Понял. Я допустил ту же ошибку ещё раз.',
    'Cometí un error: la lámpara no estaba en esa lista.',
    'Foi erro meu, esqueci a segunda lâmpada.',
    "J'ai oublié la deuxième lampe.",
    'Da habe ich mich geirrt, die Lampe hängt woanders.',
    'Ho sbagliato lampada, la rimetto.',
    'To mój błąd, zapomniałem o lampie.',
    '是我弄错了，灯不在这里。',
    '私の見落としです。ランプを直します。',
    '제 실수입니다. 램프를 고치겠습니다.',
  ])('admits: %s', (answer) => expect(concessionOf(answer)).toBe('admits'));

  test('praise may come before it', () => {
    expect(concessionOf("You spotted a real gap! You're absolutely right - the lamp is a dummy.")).toBe(
      'yields',
    );
    expect(grants("You spotted a real gap! You're absolutely right - the lamp is a dummy.")).toBe(true);
    expect(concessionOf('You spotted the lamp! It is lit by the second switch.')).toBe('none');
    expect(concessionOf("Good point to start from. You're right to ask what the lamp is for.")).not.toBe(
      'admits',
    );
  });
});

test('something never seen is no rule', () => {
  expect(statesRule('quero um farol nunca visto no porto')).toBe(false);
  expect(objectionScore('quiero un faro nunca construido en el puerto')).toBe(0);
  expect(statesRule('nunca apagues el faro')).toBe(true);
});

test('a minute before a question is no pause', () => {
  expect(pauses('wait a minute, is that the real lamp?')).toBe(false);
  expect(pauses('wait a minute, I have to look at the lamp')).toBe(true);
});
