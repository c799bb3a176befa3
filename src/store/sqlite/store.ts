import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { LessonIndexer, Store } from '../port.ts';
import * as capture from './capture.ts';
import * as events from './events.ts';
import * as evidence from './evidence.ts';
import * as grouping from './grouping.ts';
import type { Db } from './lessons.ts';
import * as lessons from './lessons.ts';
import { lessonsByBands } from './near.ts';
import * as purging from './purge.ts';
import { recordsIn } from './records.ts';
import { resolveLesson } from './resolve.ts';
import { searchLessons } from './search.ts';
import { listSessions } from './sessions.ts';
import * as states from './states.ts';
import type { Tables } from './tables.ts';

interface StoreOptions {
  database: DatabaseSync;
  version: number;
  clock: Clock;
  indexer: LessonIndexer | null;
  /** Whether this runtime has FTS5. */
  fullText: boolean;
}

/** The store on one SQLite connection. A call made while a transaction of the same flow is open joins it. */
export class SqliteStore implements Store {
  readonly version: number;
  private readonly root: Kysely<Tables>;
  private readonly options: StoreOptions;
  private readonly scope = new AsyncLocalStorage<Kysely<Tables>>();

  constructor(root: Kysely<Tables>, options: StoreOptions) {
    this.version = options.version;
    this.root = root;
    this.options = options;
  }

  async close(): Promise<void> {
    await this.root.destroy();
    // A driver that never ran a query is none that Kysely would close.
    if (this.options.database.isOpen) this.options.database.close();
  }

  /** Takes the write lock at once. Inside another one: a savepoint, so that a failure undoes only its own part. */
  async transaction<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const open = this.scope.getStore();
    if (open !== undefined) return nested(open, () => work(this));
    return this.root.transaction().execute((begun) => this.scope.run(begun, () => work(this)));
  }

  private read<A extends unknown[], R>(ask: (db: Db, ...args: A) => R): (...args: A) => R {
    return (...args) => ask(this.scope.getStore() ?? this.root, ...args);
  }

  private write<A extends unknown[], R>(
    change: (db: Db, ...args: A) => Promise<R>,
  ): (...args: A) => Promise<R> {
    const changed = this.read(change);
    return (...args) => this.transaction(() => changed(...args));
  }

  insertLesson: Store['insertLesson'] = async (lesson) => (await this.insertLessons([lesson]))[0]!;
  insertLessons: Store['insertLessons'] = this.write((db, list) =>
    lessons.insertLessons(db, list, this.options.indexer),
  );
  updateLesson: Store['updateLesson'] = this.write((db, id, changes, expected) =>
    lessons.updateLesson(db, id, changes, {
      expected,
      now: isoTime(this.options.clock),
      indexer: this.options.indexer,
    }),
  );
  deleteLesson = this.write(lessons.deleteLesson);
  getLesson = this.read(lessons.getLesson);
  resolveLesson = this.read(resolveLesson);
  listLessons = this.read(lessons.listLessons);
  lessonHeads = this.read(lessons.lessonHeads);
  waitingHeads = this.read(lessons.waitingHeads);
  activeState = this.read(lessons.activeState);
  countLessons = this.read(lessons.countLessons);
  findByContentHash = this.read(lessons.findByContentHash);
  searchLessons: Store['searchLessons'] = this.read((db, query, limit) =>
    searchLessons(db, query, limit, this.options.fullText),
  );
  lessonsByBands = this.read(lessonsByBands);
  takenSlugs = this.read(lessons.takenSlugs);

  purge = this.write(purging.purge);
  notePurgedCalls = this.write(purging.notePurgedCalls);
  notePurgedRecords = this.write(purging.notePurgedRecords);
  listPurged = this.read(purging.listPurged);
  compact = this.read(async (db) => {
    if (!this.options.fullText)
      throw new AppError('IO', 'this Node cannot clean the text index', {
        hint: 'Use Node 22.15 or newer, or the lessons executable.',
      });
    await sql`insert into lesson_text (lesson_text) values ('optimize')`.execute(db);
    await sql`vacuum`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  });

  addEvidence = this.write(evidence.addEvidence);
  listEvidence = this.read(evidence.listEvidence);
  saveDraft = this.read(evidence.saveDraft);
  getDraft = this.read(evidence.getDraft);
  listDrafts = this.read(evidence.listDrafts);
  deleteDraft = this.read(evidence.deleteDraft);

  getCursors = this.read(capture.getCursors);
  forgetCursors = this.read(capture.forgetCursors);
  recordsIn = this.read(recordsIn);
  applyFindings = this.write(capture.applyFindings);
  listEpisodes = this.read(capture.listEpisodes);
  assignEpisodes: Store['assignEpisodes'] = this.read((db, ids, id) =>
    capture.assign(db, 'episode', ids, id),
  );
  assignTags: Store['assignTags'] = this.read((db, ids, id) => capture.assign(db, 'tag', ids, id));
  moveFindings = this.write(capture.moveFindings);
  listTags = this.read(capture.listTags);
  listMalformed = this.read(capture.listMalformed);
  listSessions = this.read(listSessions);
  listAssignments = this.read(capture.listAssignments);
  episodes = this.read(capture.episodes);
  sketches = this.read(grouping.sketches);
  keepSketches = this.write(grouping.keepSketches);
  settledDrafts = this.read(grouping.settledDrafts);
  settleDrafts = this.write(grouping.settleDrafts);
  forgetDrafts = this.read(grouping.forgetDrafts);

  ingestFailures = this.write(events.ingestFailures);
  listFailures = this.read(events.listFailures);
  ingestEvents = this.write(events.ingestEvents);
  listEvents = this.read(events.listEvents);
  firstEventAt = this.read(events.firstEventAt);
  saveOutcomes = this.write(events.saveOutcomes);
  listOutcomes = this.read(events.listOutcomes);

  upsertProjectRoots = this.write(states.upsertProjectRoots);
  listProjectRoots = this.read(states.listProjectRoots);
  getState = this.read(states.getState);
  getStates = this.read(states.getStates);
  setState = this.read(states.setState);
}

/** One name for all: SQLite takes the innermost. A name for each would be a statement for each, which are kept. */
const savepoint = (statement: string, open: Kysely<Tables>) => sql.raw(statement).execute(open);

async function nested<T>(open: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
  await savepoint('savepoint nested', open);
  try {
    const result = await work();
    await savepoint('release nested', open);
    return result;
  } catch (error) {
    await savepoint('rollback to nested', open).catch(() => {});
    await savepoint('release nested', open).catch(() => {});
    throw error;
  }
}
