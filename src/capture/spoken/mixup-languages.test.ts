import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../test/support/talk.ts';
import { complaintScore } from './complaint.ts';
import { objectionScore } from './objection.ts';

describe('plain ways to correct somebody', () => {
  test.each([
    "you're mixing up the two sheets",
    'creo que estás confundiendo las dos hojas',
    'acho que você está confundindo as folhas',
    'tu confonds les deux feuilles',
    'du verwechselst die beiden Blätter',
    'stai confondendo i due fogli',
    'ты путаешь два листа',
    '你把两张图搞混了',
    '二枚の地図を混同しています',
    '두 장을 헷갈리고 있어요',
    'we ruled that out already',
    'eso ya lo habíamos descartado',
    'on avait déjà écarté cette piste',
    'das hatten wir doch schon verworfen',
    '这个方案之前已经否决了',
    'その案は前に却下しました',
    "c'est l'inverse, le plus grand d'abord",
    'genau andersherum, die größte zuerst',
    'está al revés, la más grande va primero',
    '反了，应该大的在前面',
    '逆です、大きい順にしてください',
    '반대예요, 큰 것부터요',
    'дело в принтере, а не в бумаге',
    '问题出在打印机，不在纸上',
    '原因は紙ではなくプリンター側です',
    '你没理解我的意思',
    'tu as zappé la légende',
    'antes de imprimir pregúntame siempre',
    '先跟我确认再打印',
    '印刷する前に、先に確認してください',
    'I explained that above',
    'já expliquei isso lá em cima',
    'das habe ich oben schon erklärt',
    '上面已经解释过了',
    '上で説明した通りです',
    "je n'ai pas dit ça",
    'я такого не говорил',
    'no inventes lugares que no existen',
    '不要编造地名',
    '없는 지명을 지어내지 마세요',
  ])('an objection: %s', (words) => expect(objectionScore(words)).toBeGreaterThanOrEqual(2.2));

  test.each([
    'there is one column too many',
    "the totals don't add up",
    'sobra la columna de fechas',
    'os totais não batem',
    'il y a une colonne en trop',
    'die Summen passen nicht zusammen',
    "c'è una colonna di troppo",
    'тут лишняя колонка',
    '多了一列',
    '合计对不上',
    '列が一つ多いです',
    '열이 하나 더 많아요',
    'vorher war es besser',
    '还不如之前的',
    '前のほうがよかったです',
  ])('a fault that is seen: %s', (words) => expect(complaintScore(words)).toBeGreaterThanOrEqual(2));

  test.each([
    'show a warning when the totals don’t add up',
    'is it the printer or the paper?',
    'next, sort the other sheet the other way round',
    'añade un aviso para cuando falte la leyenda',
    'me confundí de hoja, perdón, es la segunda',
    'zeige eine Warnung, wenn die Summen nicht passen',
    'добавь предупреждение, если итоги не сходятся',
    '合计对不上的时候给个提示',
    '合計が合わない場合は警告を出してください',
    '합계가 안 맞으면 경고를 보여 주세요',
    '帮我多了解一下这张图',
    'と説明した方がいいですか？',
  ])('none: %s', (words) =>
    expect(corrections({ words, answer: 'The map now has it.', edits: true })).toEqual([]),
  );
});
