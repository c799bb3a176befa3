import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { editUnits, patchPaths, patchText } from './edit-units.ts';
import { baseName, normalisePath, pathForms } from './paths.ts';

describe('paths', () => {
  test.each([
    ['/a/./b//c/../d', '/a/b/d'],
    ['a/../../b', '../b'],
    ['/../a', '/a'],
    ['c:\\Users\\me\\..\\x.ts', 'C:/Users/x.ts'],
    ['C:/a/b', 'C:/a/b'],
    ['\\\\server\\share\\a.ts', '//server/share/a.ts'],
    ['\\\\?\\C:\\a', 'C:/a'],
    ['src\\a.ts', 'src/a.ts'],
    ['/with\\backslash', '/with\\backslash'],
    ['', ''],
  ])('%p is %p', (path, normal) => expect(normalisePath(path)).toBe(normal));

  test('a path is looked at as far as 4,096 characters, also one that is normal', () => {
    const long = `/${'a'.repeat(4095)}`;
    expect(normalisePath(long)).toBe(long);
    expect(normalisePath(`${long}b`)).toBe(long);
    expect(normalisePath(`${long.slice(0, -2)}/./b`)).toBe(long.slice(0, -2));
  });

  test('forms: absolute, and relative to each folder above', () => {
    expect(pathForms('src/x.ts', '/home/me/app')).toEqual([
      '/home/me/app/src/x.ts',
      'src/x.ts',
      'app/src/x.ts',
      'me/app/src/x.ts',
    ]);
    expect(pathForms('/etc/hosts', '/home/me')).toEqual(['/etc/hosts']);
    expect(pathForms('c:\\App\\src\\x.ts', 'C:\\app')).toContain('src/x.ts');
    expect(pathForms('/c/App/src/x.ts', 'C:\\app')).toContain('src/x.ts');
    expect(pathForms('/c/App/x.ts', '/home/me')).toEqual(['/c/App/x.ts']);
    expect(pathForms('', '/a')).toEqual([]);
  });

  test('any path, any folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (path, cwd) => {
        expect(normalisePath(normalisePath(path))).toBe(normalisePath(path));
        expect(pathForms(path, cwd).length).toBeLessThan(40);
        expect(typeof baseName(path)).toBe('string');
      }),
    );
  });
});

test('the last part of a path, whichever separator it has', () => {
  const parts = ['/a/b.ts', 'C:\\a\\b.ts', 'C:/a\\b.ts', 'b.ts', 'a/b.ts/', 'a\\b.ts\\'];
  for (const path of parts) expect(baseName(path)).toBe('b.ts');
  expect([baseName('/'), baseName('\\'), baseName('')]).toEqual(['/', '\\', '']);
});

describe('patches', () => {
  const patch =
    '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n*** Move to: c.ts\n@@\n-1\n+2\n*** Delete File: d.ts\n*** End Patch\n';

  test('every path once, both names of a moved file', () => {
    expect(patchPaths(patch)).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
  });

  test('what is added to a moved file stands under both of its names, and under no other', () => {
    const gone = patch.replace('*** Add File: a.ts\n+x\n', '*** Delete File: a.ts\n');
    const units = (command: string) =>
      editUnits({ tool: 'Edit', nativeTool: 'apply_patch', input: { command }, cwd: '/w', paths: [] }).map(
        ({ path, contents }) => `${path}: ${contents}`,
      );
    expect(units(patch)).toEqual(['a.ts: x', 'b.ts: 2', 'c.ts: 2', 'd.ts: ']);
    expect(units(gone.replace('*** Move to: c.ts\n', ''))).toEqual(['a.ts: ', 'b.ts: 2', 'd.ts: ']);
  });

  test('found wherever an agent puts it, and nowhere else', () => {
    expect(patchText({ command: patch })).toBe(patch);
    expect(patchText({ patchText: `intro\n${patch}` })).toBe(patch);
    expect(patchText({ command: `echo '${patch}'` })).toBeNull();
    expect(patchText({})).toBeNull();
  });
});
