/** The first schema. Never edited once released: a change is a new migration. */
export const initial = {
  version: 1,
  name: 'initial',
  statements: [
    `create table lesson (
      number integer primary key autoincrement,
      id text not null unique,
      slug text not null unique,
      status text not null,
      summary text not null,
      mistake text not null,
      remediation text not null,
      signature text,
      delivery text not null,
      block_reason text,
      inject_on text not null,
      tool_names text not null,
      command_patterns text not null,
      path_patterns text not null,
      content_patterns text not null,
      error_patterns text not null,
      priority integer not null,
      confidence real not null,
      tags text not null,
      needs_human_fix integer not null,
      scope text not null,
      source text not null,
      source_session_ids text not null,
      occurrence_count integer not null,
      session_count integer not null,
      project_count integer not null,
      hit_count integer not null,
      last_seen_at text,
      last_matched_at text,
      last_useful_at text,
      created_at text not null,
      updated_at text not null,
      reviewed_at text,
      archived_at text,
      archive_reason text,
      superseded_by text,
      content_hash text not null,
      fingerprint text,
      reusable real not null,
      signals text not null,
      is_indexed integer not null
    ) strict`,
    'create index lesson_by_status on lesson (status, priority desc, confidence desc, number)',
    'create index lesson_by_rank on lesson (priority desc, confidence desc, number)',
    'create index lesson_by_hash on lesson (content_hash)',
    'create index lesson_by_scope on lesson (scope)',
    'create index lesson_by_fingerprint on lesson (fingerprint) where fingerprint is not null',
    'create index lesson_unindexed on lesson (number) where is_indexed = 0',

    `create table lesson_tool (
      tool text not null,
      number integer not null references lesson (number) on delete cascade,
      primary key (tool, number)
    ) strict, without rowid`,
    'create index lesson_tool_by_lesson on lesson_tool (number)',
    `create table lesson_tag (
      tag text not null,
      number integer not null references lesson (number) on delete cascade,
      primary key (tag, number)
    ) strict, without rowid`,
    'create index lesson_tag_by_lesson on lesson_tag (number)',
    `create table lesson_band (
      band text not null,
      number integer not null references lesson (number) on delete cascade,
      primary key (band, number)
    ) strict, without rowid`,
    'create index lesson_band_by_lesson on lesson_band (number)',
    `create table lesson_signature (
      number integer primary key references lesson (number) on delete cascade,
      min_hash blob not null
    ) strict`,

    `create table evidence (
      id text primary key,
      lesson_id text not null references lesson (id) on delete cascade,
      episode_id text,
      agent text not null,
      session_id text not null,
      project text not null,
      file text,
      line integer,
      timestamp text,
      excerpt text not null
    ) strict, without rowid`,
    'create index evidence_by_lesson on evidence (lesson_id)',
    'create index evidence_by_session on evidence (session_id)',
    `create table draft (
      lesson_id text primary key references lesson (id) on delete cascade,
      patch text not null,
      "by" text not null,
      at text not null
    ) strict, without rowid`,

    `create table cursor (
      path text primary key,
      agent text not null,
      "offset" integer not null,
      line integer not null,
      mtime_ms real not null,
      size integer not null,
      head_hash text not null,
      state text
    ) strict, without rowid`,
    `create table session_file (
      agent text not null,
      session_id text not null,
      file text not null,
      is_subagent integer not null,
      project text not null,
      cwd text,
      model text,
      started_at text,
      ended_at text,
      calls integer not null,
      failures integer not null,
      injections_seen integer not null,
      primary key (agent, session_id, file, is_subagent)
    ) strict, without rowid`,
    'create index session_file_by_file on session_file (file)',
    `create table episode (
      id text not null,
      file text not null,
      session_id text not null,
      project text not null,
      timestamp text,
      first_line integer not null,
      has_fix integer not null,
      fingerprint text not null,
      chosen integer not null,
      body text not null,
      primary key (id, file)
    ) strict, without rowid`,
    'create index episode_by_file on episode (file, first_line)',
    'create index episode_by_session on episode (session_id)',
    'create index episode_by_project on episode (project)',
    'create index episode_by_fingerprint on episode (fingerprint) where chosen = 1',
    `create table episode_lesson (
      episode_id text primary key,
      lesson_id text not null references lesson (id) on delete cascade
    ) strict, without rowid`,
    'create index episode_lesson_by_lesson on episode_lesson (lesson_id)',
    `create table tag (
      id text not null,
      file text not null,
      session_id text not null,
      project text not null,
      timestamp text,
      line integer not null,
      chosen integer not null,
      body text not null,
      primary key (id, file)
    ) strict, without rowid`,
    'create index tag_by_file on tag (file, line)',
    'create index tag_by_session on tag (session_id)',
    `create table tag_lesson (
      tag_id text primary key,
      lesson_id text not null references lesson (id) on delete cascade
    ) strict, without rowid`,
    'create index tag_lesson_by_lesson on tag_lesson (lesson_id)',
    `create table malformed_tag (
      id text not null,
      file text not null,
      session_id text not null,
      line integer not null,
      body text not null,
      primary key (id, file)
    ) strict, without rowid`,
    'create index malformed_tag_by_file on malformed_tag (file, line)',
    `create table purged (
      kind text not null,
      id text not null,
      primary key (kind, id)
    ) strict, without rowid`,

    `create table failure (
      key text primary key,
      id text not null,
      session_id text not null,
      tool text not null,
      project text not null,
      timestamp text not null,
      body text not null
    ) strict, without rowid`,
    'create index failure_by_time on failure (timestamp)',
    'create index failure_by_session on failure (session_id)',
    'create index failure_by_tool on failure (tool, timestamp)',
    `create table injection_event (
      key text primary key,
      at text not null,
      kind text not null,
      session_id text not null,
      slug text,
      lesson_id text,
      body text not null
    ) strict, without rowid`,
    'create index injection_event_by_time on injection_event (at)',
    'create index injection_event_by_session on injection_event (session_id, at)',
    'create index injection_event_by_slug on injection_event (slug, at) where slug is not null',
    'create index injection_event_by_lesson on injection_event (lesson_id, at) where lesson_id is not null',
    `create table outcome (
      id text primary key,
      lesson_id text not null,
      slug text not null,
      session_id text not null,
      agent text not null,
      project text,
      at text not null,
      outcome text not null,
      evidence text not null,
      withheld integer not null
    ) strict, without rowid`,
    'create index outcome_by_lesson on outcome (lesson_id, at)',
    'create index outcome_by_time on outcome (at)',
    'create index outcome_by_session on outcome (session_id)',

    `create table project_root (
      root text primary key,
      project text not null
    ) strict, without rowid`,
    `create table state (
      key text primary key,
      value text not null
    ) strict, without rowid`,
  ],
} as const;
