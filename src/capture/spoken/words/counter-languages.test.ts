import { describe, expect, test } from 'bun:test';
import { acceptanceScore } from '../context/acceptance.ts';
import { objectionScore } from './objection.ts';

describe('a view against the agent’s, in other languages', () => {
  test.each([
    'vale, pero yo dejaría la tabla al revés',
    'mas eu prefiro um arquivo só',
    'mais je mettrais la légende en bas',
    'ma io userei due colonne',
    'aber ich würde die Spalten lieber tauschen',
    'но я бы оставил одну колонку',
    '但我觉得放在左边更好',
    'でも、一つの表のほうがいいと思います',
    '근데 표 하나로 하는 게 나을 것 같아',
    'no me convence la segunda carta',
    'não concordo com o nome da pasta',
    "je ne suis pas d'accord avec ce découpage",
    'damit bin ich nicht einverstanden',
    'я не согласен с таким порядком',
    '这个说法我不太同意',
    '這個做法我有保留',
    'その分け方には賛成できません',
    '그 방법에는 동의하지 않아',
    'ni has puesto la leyenda en el mapa',
    'en tu última versión no aparece la leyenda',
    'na sua última resposta falta a legenda',
    'du hast die Legende gar nicht eingebaut',
    "non hai messo la legenda nell'angolo",
    'ты даже не добавил подпись',
    'давай без таблиц',
    'mejor sin colores',
    'bitte ohne Farben',
    'plutôt sans couleurs',
    '色なしでお願いします',
    '색 없이 하자',
    '표는 넣지 마',
    '그 파일은 건드리지 말아줘',
    'まとめて直したはずだが、なぜ古い名前が残っているのか',
    'se suponía que la leyenda iba abajo',
    'die Legende sollte doch längst unten stehen',
  ])('objects: %s', (words) => expect(objectionScore(words)).toBeGreaterThanOrEqual(1.5));

  test.each([
    'pero antes hazme un resumen del mapa',
    'sin embargo, sigue con la siguiente carta',
    'sem problema, pode continuar',
    'ohne Zweifel die schönste Karte bisher, danke',
    'без проблем, продолжай',
    '페이지마다 제목을 넣어줘',
    '마지막 장도 번역해줘',
    '다음 표도 만들어줘',
    'ja, ich würde gern die zweite Karte sehen',
    'erstelle eine Karte ohne Rand, mit Legende und einem Titel in der Ecke',
    '帮我把左边的表也做一下',
    '次の表もお願いします',
  ])('does not: %s', (words) => expect(objectionScore(words)).toBeLessThan(1.5));
});

describe('the agent takes the words in', () => {
  test.each(['你說得完全對。我把表拆開。', '您说得很对，我重做。', '你的觀點是正確的：第二張表是多餘的。'])(
    '%s',
    (answer) => expect(acceptanceScore(answer)).toBeGreaterThanOrEqual(2.4),
  );
});
