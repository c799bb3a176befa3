import { expect, test } from 'bun:test';
import { lessonOf } from '../../../test/support/lessons.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { problemsOf, withoutSecretPatterns } from './validate-lesson.ts';

const SECRET = [
  'mysql -uroot -pTq8slJRxueF7z',
  'curl -H "Authorization: Bearer Tq8slJRxueF7zTq8slJR"',
  'export API\\_KEY\\=Tq8slJRxueF7z',
  'postgres:\\/\\/app:Tq8slJRxueF7z@db\\/app',
];
const HARMLESS = [
  '\\bmysql\\b.*\\s-p\\S+',
  '--password[= ]\\S+',
  'PGPASSWORD=\\S+ psql',
  'Authorization: Bearer [\\w.-]{20,}',
  '(?:password|token|secret)\\s*[:=]\\s*\\S+',
  'docker login .*--password-stdin',
  'postgres:\\/\\/\\w+:[^@]+@',
  'Access denied for user .* \\(using password: YES\\)',
];

test.each(SECRET)(
  'a pattern that holds a credential keeps a lesson from being active: %s',
  async (pattern) => {
    const lesson = lessonOf({ toolNames: ['Bash'], commandPatterns: [pattern, 'mysql'] });
    expect(withoutSecretPatterns(lesson)).toEqual({ commandPatterns: ['mysql'] });
    expect(await problemsOf(lesson, scratchDir('patterns'))).toContainEqual({
      field: 'commandPatterns',
      message: 'holds what looks like a credential: match the words around it',
    });
  },
);

test.each(HARMLESS)('one that matches credentials holds none: %s', (pattern) => {
  expect(withoutSecretPatterns(lessonOf({ commandPatterns: [pattern], errorPatterns: [pattern] }))).toEqual(
    {},
  );
});
