import { describe, expect, test } from 'bun:test';
import type { EditSeen } from '../../failure-state.ts';
import { rework } from './reworked.ts';

const edit = (old: string, now: string, file = 'src/oven.ts'): EditSeen => ({
  file,
  old,
  new: now,
  test: false,
});

describe('an edit that goes over another', () => {
  test('is put into it where it takes back a part of its text', () => {
    const edits = [edit('bake(loaf);', 'const heat = warm();\nbake(loaf, heat);')];
    expect(rework(edits, edit('bake(loaf, heat);', 'bake(loaf, { heat });'))).toBe(true);
    expect(edits).toEqual([edit('bake(loaf);', 'const heat = warm();\nbake(loaf, { heat });')]);
  });

  test('is put into it where it takes its text and more', () => {
    const edits = [edit('bake(loaf);', 'bake(loaf, heat);')];
    expect(rework(edits, edit('warm();\nbake(loaf, heat);', 'bake(loaf, warm());'))).toBe(true);
    expect(edits).toEqual([edit('warm();\nbake(loaf);', 'bake(loaf, warm());')]);
  });

  test('changes the lines that both have where their texts only overlap', () => {
    const edits = [edit('bake(loaf);\nserve();', 'bake(loaf, heat);\nserve();\nwipe(table);')];
    expect(rework(edits, edit('open();\nbake(loaf, heat);', 'open();\nbake(loaf, cold);'))).toBe(true);
    expect(edits[0]!.new.split('\n')).toEqual(['bake(loaf, cold);', 'serve();', 'wipe(table);']);
  });

  test('leaves nothing where it takes all of it back', () => {
    const edits = [edit('bake(loaf);', 'bake(loaf, heat);')];
    expect(rework(edits, edit('bake(loaf, heat);', 'bake(loaf);'))).toBe(true);
    expect(edits).toEqual([]);
  });

  test('is one of its own in another file, or in other lines', () => {
    const edits = [edit('bake(loaf);', 'bake(loaf, heat);')];
    expect(rework(edits, edit('bake(loaf, heat);', 'bake(loaf, 3);', 'src/cellar.ts'))).toBe(false);
    expect(rework(edits, edit('serve(loaf);', 'serve(loaf, plate);'))).toBe(false);
    expect(edits).toHaveLength(1);
  });
});
