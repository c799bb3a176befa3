import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import stripJsonComments from 'strip-json-comments';
import { appendToArray, removeAt, replaceAt } from './json-edit.ts';

describe('appendToArray', () => {
  test('keeps layout, order, number spellings and line ends', () => {
    const text = '{\r\n\t"a": 1.50,\r\n\t"b": [1,2, 3],\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}\r\n';
    const added = appendToArray(text, ['hooks', 'PreToolUse'], { x: 1 });
    expect(added).toBe(
      '{\r\n\t"a": 1.50,\r\n\t"b": [1,2, 3],\r\n\t"hooks": {\r\n\t\t"Stop": [],\r\n\t\t"PreToolUse": [\r\n\t\t\t{\r\n\t\t\t\t"x": 1\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}\r\n',
    );
    expect(removeAt(added, ['hooks', 'PreToolUse'])).toBe(text);
  });

  test('empty file contents, one-line objects, a BOM', () => {
    expect(JSON.parse(appendToArray('{}', ['hooks', 'Stop'], 1))).toEqual({ hooks: { Stop: [1] } });
    expect(appendToArray('{"a": 1}', ['b'], 2)).toBe('{"a": 1, "b": [2]}');
    expect(appendToArray('\ufeff{"a": [1]}', ['a'], 2)).toBe('\ufeff{"a": [1, 2]}');
  });

  test('refuses a place that is no array, and a text that is no JSON', () => {
    expect(() => appendToArray('{"hooks": []}', ['hooks', 'Stop'], 1)).toThrow(TypeError);
    expect(() => appendToArray('{"hooks": {"Stop": {}}}', ['hooks', 'Stop'], 1)).toThrow(TypeError);
    expect(() => appendToArray('{"a": 1,}', ['b'], 1)).toThrow(SyntaxError);
  });

  test('any JSON at any indentation: the value is there, the rest is unchanged, removal restores', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
        fc.constantFrom(undefined, 1, 2, 4, '\t'),
        fc.jsonValue(),
        (object, indent, value) => {
          delete object['hooks'];
          const text = JSON.stringify(object, null, indent);
          const added = appendToArray(text, ['hooks', 'Stop'], value);
          expect(JSON.parse(added)).toEqual({
            ...JSON.parse(text),
            hooks: { Stop: [JSON.parse(JSON.stringify(value))] },
          });
          const removed = removeAt(added, ['hooks']);
          if (Object.keys(object).length > 0) expect(removed).toBe(text);
          else expect(JSON.parse(removed)).toEqual({});
        },
      ),
    );
  });
});

test('removeAt and replaceAt by index', () => {
  const text = '{\n  "a": [\n    1,\n    {"b": 2},\n    3\n  ]\n}\n';
  expect(JSON.parse(removeAt(text, ['a', 0]))).toEqual({ a: [{ b: 2 }, 3] });
  expect(JSON.parse(removeAt(text, ['a', 1]))).toEqual({ a: [1, 3] });
  expect(JSON.parse(removeAt(text, ['a', 2]))).toEqual({ a: [1, { b: 2 }] });
  expect(removeAt(text, ['a', 9])).toBe(text);
  expect(removeAt(text, ['z', 9])).toBe(text);
  expect(JSON.parse(replaceAt(text, ['a', 1, 'b'], [5]))).toEqual({ a: [1, { b: [5] }, 3] });
});

describe('comments', () => {
  const text = '// ours\n{\n  /* "hooks": [1] */\n  "a": 1, // one, "x"\n  "b": "//" // two\n}\n';

  test('stay where they are, before and after', () => {
    const added = appendToArray(text, ['hooks', 'Stop'], 1);
    expect(added).toBe(
      text.replace('"//" // two', '"//", // two\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }'),
    );
    expect(removeAt(added, ['hooks'])).toBe(text);
  });

  test('of what is removed go with it, those of others do not', () => {
    expect(removeAt(text, ['b'])).toBe('// ours\n{\n  /* "hooks": [1] */\n  "a": 1 // one, "x" // two\n}\n');
    expect(removeAt(text, ['a'])).toBe(
      '// ours\n{\n  /* "hooks": [1] */\n  // one, "x"\n  "b": "//" // two\n}\n',
    );
    expect(replaceAt(text, ['a'], 2)).toBe(text.replace('1, //', '2, //'));
  });

  test('what stands behind them is not drawn into them', () => {
    const list = '{\n  "a": 1, // one\n  "hooks": [], // ours\n  "b": 2\n}\n';
    expect(removeAt(list, ['hooks'])).toBe('{\n  "a": 1, // one // ours\n  "b": 2\n}\n');
    expect(removeAt('{\n  "a": 1, // one\n  "hooks": [] }\n', ['hooks'])).toBe('{\n  "a": 1 // one\n   }\n');
    expect(removeAt('[ // none yet\n  1]', [0])).toBe('[ // none yet\n  ]');
  });

  test('wherever they stand, the rest is the same without what is removed', () => {
    const gap = fc.constantFrom('', ' ', '\n', '\r\n  ', ' // a, ]\n', ' /* b, } */ ', '\n// c\n');
    const item = fc.record({ before: gap, value: fc.jsonValue({ maxDepth: 1 }), after: gap });
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.boolean(),
        (items, nth, named) => {
          const at = nth % items.length;
          const [open, close] = named ? '{}' : '[]';
          const key = (index: number) => (named ? `${JSON.stringify(`k${index}`)}: ` : '');
          const text = `${open}${items.map((each, index) => `${each.before}${key(index)}${JSON.stringify(each.value)}${each.after}`).join(',')}${close}`;
          const left = removeAt(text, [named ? `k${at}` : at]);
          const values = items.map((each, index) => [`k${index}`, each.value]).toSpliced(at, 1);
          const wanted = named ? Object.fromEntries(values) : values.map(([, value]) => value);
          expect(JSON.parse(stripJsonComments(left))).toEqual(JSON.parse(JSON.stringify(wanted)));
        },
      ),
    );
  });

  test('in an object without members', () => {
    const empty = '{\n  // nothing yet\n}\n';
    const added = appendToArray(empty, ['hooks'], 1);
    expect(added).toBe('{\n  // nothing yet\n  "hooks": [\n    1\n  ]\n}\n');
    expect(removeAt(added, ['hooks'])).toBe(empty);
  });
});
