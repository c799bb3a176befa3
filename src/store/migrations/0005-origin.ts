/**
 * Where a lesson came from (a pack, a repository's folder, a file), what it is called there, and a digest of what it said
 * when it came last: null once that place has it no more. All null where it was made here, or came before this was kept.
 */
export const origin = {
  version: 5,
  name: 'origin',
  statements: [
    'alter table lesson add column origin text',
    'alter table lesson add column origin_key text',
    'alter table lesson add column origin_digest text',
    'create index lesson_by_origin on lesson (origin) where origin is not null',
  ],
} as const;
