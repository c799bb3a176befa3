import { expect, test } from 'bun:test';
import { remembered, rememberedOf } from './remembered.ts';

test('what is found for an object or a text is found once, also where it is null', () => {
  let asked = 0;
  const ofObject = rememberedOf((key: { name: string }) => {
    asked += 1;
    return key.name === '' ? null : key.name;
  });
  const [one, none] = [{ name: 'a' }, { name: '' }];
  expect([ofObject(one), ofObject(none), ofObject(one), ofObject(none), asked]).toEqual([
    'a',
    null,
    'a',
    null,
    2,
  ]);
  expect([ofObject({ name: 'a' }), asked]).toEqual(['a', 3]);
  const ofText = remembered(2, (text) => {
    asked += 1;
    return text.length;
  });
  expect([ofText('ab'), ofText('ab'), asked]).toEqual([2, 2, 4]);
});
