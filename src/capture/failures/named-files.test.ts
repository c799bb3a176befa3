import { expect, test } from 'bun:test';
import { filesNamed } from './named-files.ts';

const WRITTEN = ['/w/quay/src/main/java/quay/berths/BerthsModule.java', '/w/quay/src/berths/crane.ts'];

test.each([
  ['the type in it, with its package', 'quay.berths.BerthsModule.bindCrane(Crane) lacks a clock', 'own'],
  ['another type whose name begins with it', 'quay.berths.BerthsModuleLoader lacks a clock', 'none'],
  ['its name, at a place in another file', "src/quay.ts:4:9: './berths/crane.ts' exports no `lift`", 'own'],
  ['a place in another file only', 'src/quay.ts:4:9: there is no `lift`', 'untouched'],
] as const)('an error that names of what was written %s', (_what, error, files) => {
  expect(filesNamed(error, WRITTEN)).toBe(files);
});
