/**
 * What grouping keeps for the next time: of each episode what tells where it belongs, and of each group what its
 * candidate was made of. The latter is forgotten where its lesson, or what belongs to that, is changed by anything else.
 */
export const groupingKept = {
  version: 3,
  name: 'grouping-kept',
  statements: [
    `create table sketch (
      id text not null,
      file text not null,
      rules text not null,
      body text not null,
      primary key (id, file),
      foreign key (id, file) references episode (id, file) on delete cascade
    ) strict, without rowid`,
    `create table settled_draft (
      key text primary key,
      lesson_id text not null references lesson (id) on delete cascade,
      digest text not null,
      answers text not null
    ) strict, without rowid`,
    'create index settled_draft_by_lesson on settled_draft (lesson_id)',
    `create trigger settled_draft_lesson after update on lesson begin
      delete from settled_draft where lesson_id = old.id;
    end`,
    ...['episode_lesson', 'tag_lesson'].flatMap((table) => [
      `create trigger settled_draft_${table}_insert after insert on ${table} begin
        delete from settled_draft where lesson_id = new.lesson_id;
      end`,
      `create trigger settled_draft_${table}_update after update on ${table} begin
        delete from settled_draft where lesson_id in (old.lesson_id, new.lesson_id);
      end`,
      `create trigger settled_draft_${table}_delete after delete on ${table} begin
        delete from settled_draft where lesson_id = old.lesson_id;
      end`,
    ]),
  ],
} as const;
