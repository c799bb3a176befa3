/**
 * For a store of the builds before the first migration was what it is now: they kept a lesson's similarity signature in
 * its own row. The index is made anew when the store is opened.
 */
export const fromEarlyBuild: readonly string[] = [
  'drop index lesson_unindexed',
  'alter table lesson drop column min_hash',
  'alter table lesson add column is_indexed integer not null default 0',
  'create index lesson_unindexed on lesson (number) where is_indexed = 0',
  `create table lesson_signature (
    number integer primary key references lesson (number) on delete cascade,
    min_hash blob not null
  ) strict`,
];
