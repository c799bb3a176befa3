import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUCKETS, wordFeatures } from './word-features.ts';
import { soundsLikeCorrection } from './word-model.ts';

/** None of them is in `training/`. */
const CORRECTS = [
  'the dropdown opens behind the map now',
  "that's not the table I meant, look at invoices_archive",
  'you skipped the empty cart again',
  'why is there a second config loader now?',
  'the totals are off by one day since your change',
  'way too much code for a rename',
  'Die Sortierung ist jetzt genau verkehrt herum',
  'das Skript bricht weiterhin ab',
  'le menu recouvre toujours le titre',
  "tu as encore oublié les tests de l'import",
  'la tabla sigue vacía después de tu cambio',
  'a página fica em branco quando clico em salvar',
  'il totale è ancora sbagliato',
  'после твоей правки кнопка вообще пропала',
  '列表还是空的，你改错文件了',
  '保存ボタンを押しても何も起きません',
  '로그인하면 아직도 에러가 나요',
];
const OTHERS = [
  'great, now add a dark theme as well',
  'which of the two would you pick?',
  'commit this and open a draft pull request',
  'yes, the second one please',
  'how does the cache know when to drop an entry?',
  'merged it, you can pull',
  'Super, dann bitte noch eine Exportfunktion als CSV',
  'was macht diese Funktion genau?',
  'parfait, passe à la suite',
  'peux-tu écrire un README pour ce dossier ?',
  'perfecto, ahora crea la pantalla de perfil',
  'ótimo, agora crie um teste para isso',
  'ottimo, adesso aggiungi la paginazione',
  'отлично, теперь добавь поиск по имени',
  '很好，接下来写一个导出功能',
  'ありがとう、次はREADMEを書いてください',
  '좋아요, 이제 테스트를 추가해 주세요',
];
const WRONG_MAX = 2;

describe('what words sound like', () => {
  test('corrections and other messages in nine languages are told apart', () => {
    const wrong = [
      ...CORRECTS.filter((text) => soundsLikeCorrection(text, 'work') <= 0),
      ...OTHERS.filter((text) => soundsLikeCorrection(text, 'work') >= 0),
    ];
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(WRONG_MAX);
  });

  test('they are not messages that the model was trained on', () => {
    const folder = join(import.meta.dirname, '../../../training/user-words');
    const known = new Set(
      readdirSync(folder).flatMap((name) =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .map((line) => line.split('\t').slice(2).join(' ').toLowerCase()),
      ),
    );
    expect([...CORRECTS, ...OTHERS].filter((text) => known.has(text.toLowerCase()))).toEqual([]);
  });

  test('what stood before the words counts', () => {
    expect(soundsLikeCorrection('no, the second one', 'asked')).toBeLessThan(
      soundsLikeCorrection('no, the second one', 'work'),
    );
  });

  test('long, empty and odd texts are bounded', () => {
    for (const text of [
      '',
      ' ',
      '`',
      'a'.repeat(100_000),
      '字'.repeat(50_000),
      '\u0000\ud800',
      '/a'.repeat(20_000),
    ]) {
      const features = wordFeatures(text, 'talk');
      expect(features.length).toBeLessThan(1500);
      expect(features.every((feature) => feature >= 0 && feature < BUCKETS)).toBe(true);
      expect(Number.isFinite(soundsLikeCorrection(text, 'talk'))).toBe(true);
    }
  });
});
