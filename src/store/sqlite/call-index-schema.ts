/** Version of the layout and of what a call is known by; the index is derived data, so another version is dropped and filled by the next scan. */
export const CALL_INDEX_VERSION = 4;

/** Name in `meta` that is there until a scan has seen that the index was begun anew. */
export const UNFILLED = 'unfilled';

export const CALL_INDEX_TABLES = `
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS texts (
  id INTEGER PRIMARY KEY,
  hash INTEGER NOT NULL,
  tool INTEGER NOT NULL,
  good INTEGER NOT NULL,
  failing INTEGER NOT NULL,
  text TEXT NOT NULL,
  view TEXT
);
CREATE INDEX IF NOT EXISTS texts_by_hash ON texts (hash);
CREATE INDEX IF NOT EXISTS texts_without_view ON texts (id) WHERE view IS NULL;
CREATE TABLE IF NOT EXISTS calls (
  id INTEGER PRIMARY KEY,
  key INTEGER NOT NULL UNIQUE,
  agent INTEGER NOT NULL,
  session INTEGER NOT NULL,
  thread INTEGER,
  project INTEGER NOT NULL,
  tool INTEGER NOT NULL,
  text INTEGER NOT NULL,
  at INTEGER,
  ok INTEGER,
  fingerprint INTEGER,
  kind INTEGER,
  bytes INTEGER NOT NULL,
  seconds REAL,
  uuid TEXT NOT NULL,
  call_id TEXT NOT NULL,
  error TEXT
);
CREATE TABLE IF NOT EXISTS copied (session INTEGER NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (session, key)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS copied_by_key ON copied (key);
CREATE TABLE IF NOT EXISTS removed (key INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, calls INTEGER NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS calls_by_session ON calls (session);
CREATE INDEX IF NOT EXISTS calls_by_text ON calls (text);
CREATE INDEX IF NOT EXISTS calls_by_project ON calls (project, text, ok);
CREATE INDEX IF NOT EXISTS calls_by_tool ON calls (tool, project, at, ok);
CREATE INDEX IF NOT EXISTS calls_by_fingerprint ON calls (fingerprint, at) WHERE fingerprint IS NOT NULL;
`;

export const CALL_INDEX_DROP = `
DROP TABLE IF EXISTS calls;
DROP TABLE IF EXISTS copied;
DROP TABLE IF EXISTS texts;
DROP TABLE IF EXISTS results;
DROP TABLE IF EXISTS names;
DROP TABLE IF EXISTS meta;
`;
