import { describe, expect, test } from 'bun:test';
import { restsOn, wholeBlock, wholeCondition } from './beside-change.ts';

const beside = (gone: string, come: string, brought: string[], before = gone) =>
  restsOn({ gone, come }, before, brought);

describe('the line that a changed one rests on', () => {
  test.each([
    ['brew(pot)', 'brew(kettle)', 'kettle := fill(2)'],
    ['brew(pot)', 'brew(kettle)', 'const kettle: Kettle = fill(2)'],
    ['brew(pot)', 'brew(kettle)', 'kettle, err = fill(2)'],
    ['brew(pot)', 'brew(warm(pot))', 'func warm(p Pot) Pot {'],
    ['cup, err := pour()', 'cup, err = pour()', 'cup *Cup'],
  ])('%s, then %s', (gone, come, line) => {
    expect(beside(gone, come, [come, 'rinse(sink)', line])).toBe(line);
  });

  test('is none for names that were there, or that stand in a text alone', () => {
    expect(beside('brew(pot)', 'brew(kettle)', ['kettle := fill(2)'], 'kettle := fill(1)\nbrew(pot)')).toBe(
      '',
    );
    expect(beside('say("pot")', 'say("kettle")', ['kettle := fill(2)'])).toBe('');
    expect(beside('brew(pot)', 'kettle := brew(pot)', ['kettle = pour(kettle)'])).toBe('');
  });

  test('is none for the arguments of a function', () => {
    expect(beside('', 'func brew(kettle Kettle) {', ['kettle = fill(2)'], '')).toBe('');
  });
});

describe('a line that opens a block', () => {
  test('is told with the one statement in it', () => {
    expect(wholeBlock('if empty {', 'if empty {\n\treturn\n}\npour()')).toBe('if empty { return }');
  });

  test('stays as it is where more stands there', () => {
    expect(wholeBlock('if empty {', 'if empty {\n\tlog()\n\treturn\n}')).toBe('if empty {');
    expect(wholeBlock('pour()', 'pour()\nrinse()\n}')).toBe('pour()');
  });
});

test('a condition that goes on in the next line is told with it', () => {
  const text = 'if (a == nil && b.done) ||\n\t(c == nil && d.done) {\n\treturn nil\n}';
  expect(wholeCondition('if (a == nil && b.done) ||', text)).toBe(
    'if (a == nil && b.done) || (c == nil && d.done) {',
  );
  expect(wholeCondition('return nil', text)).toBe('return nil');
});
