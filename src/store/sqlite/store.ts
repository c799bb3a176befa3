import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { LessonIndexer, ProjectRoot, Store } from '../port.ts';
import { isAmong } from './among.ts';
import * as capture from './capture.ts';
import * as events from './events.ts';
import * as evidence from './evidence.ts';
import * as grouping from './grouping.ts';
import * as lessons from './lessons.ts';
import { lessonsByBands } from './near.ts';
import { forgetLessonStates, listPurged, notePurgedCalls, notePurgedRecords, purge } from './purge.ts';
import { resolveLesson } from './resolve.ts';
import * as search from './search.ts';
import { listSessions } from './sessions.ts';
import type { Tables } from './tables.ts';

type Args<K extends keyof Store> = Store[K] extends (...args: infer A) => unknown ? A : never;

interface StoreOptions {
  database: DatabaseSync;
  version: number;
  clock: Clock;
  indexer: LessonIndexer | null;
  /** Whether this runtime has FTS5. */
  fullText: boolean;
}

/** One name for all: SQLite takes the innermost. A name for each would be a statement for each, which are kept. */
const savepoint = (statement: string, open: Kysely<Tables>) => sql.raw(statement).execute(open);

/** The store on one SQLite connection. A call made while a transaction of the same flow is open joins it. */
export class SqliteStore implements Store {
  readonly version: number;
  private readonly database: DatabaseSync;
  private readonly root: Kysely<Tables>;
  private readonly clock: Clock;
  private readonly indexer: LessonIndexer | null;
  private readonly scope = new AsyncLocalStorage<Kysely<Tables>>();
  private readonly fullText: boolean;

  constructor(root: Kysely<Tables>, options: StoreOptions) {
    this.root = root;
    this.version = options.version;
    this.database = options.database;
    this.clock = options.clock;
    this.indexer = options.indexer;
    this.fullText = options.fullText;
  }

  private get db(): Kysely<Tables> {
    return this.scope.getStore() ?? this.root;
  }

  async close(): Promise<void> {
    await this.root.destroy();
    // A driver that never ran a query is none that Kysely would close.
    if (this.database.isOpen) this.database.close();
  }

  /** Takes the write lock at once. Inside another one: a savepoint, so that a failure undoes only its own part. */
  async transaction<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const open = this.scope.getStore();
    if (open !== undefined) return this.nested(open, work);
    return this.root.transaction().execute((transaction) => this.scope.run(transaction, () => work(this)));
  }

  private async nested<T>(open: Kysely<Tables>, work: (store: Store) => Promise<T>): Promise<T> {
    await savepoint('savepoint nested', open);
    try {
      const result = await work(this);
      await savepoint('release nested', open);
      return result;
    } catch (error) {
      await savepoint('rollback to nested', open).catch(() => {});
      await savepoint('release nested', open).catch(() => {});
      throw error;
    }
  }

  async insertLesson(...[lesson]: Args<'insertLesson'>) {
    const [stored] = await this.insertLessons([lesson]);
    return stored!;
  }
  insertLessons(...[list]: Args<'insertLessons'>) {
    return this.transaction(() => lessons.insertLessons(this.db, list, this.indexer));
  }
  updateLesson(...[id, changes, expected]: Args<'updateLesson'>) {
    return this.transaction(() =>
      lessons.updateLesson(this.db, id, changes, {
        expected,
        now: isoTime(this.clock),
        indexer: this.indexer,
      }),
    );
  }
  deleteLesson(id: string) {
    return this.transaction(async () => {
      await this.db.deleteFrom('lesson').where('id', '=', id).execute();
      await forgetLessonStates(this.db, id);
    });
  }
  getLesson(id: string) {
    return lessons.getLesson(this.db, id);
  }
  resolveLesson(ref: string) {
    return resolveLesson(this.db, ref);
  }
  listLessons(...[filter]: Args<'listLessons'>) {
    return lessons.listLessons(this.db, filter ?? {});
  }
  lessonHeads() {
    return lessons.lessonHeads(this.db);
  }
  waitingHeads() {
    return lessons.waitingHeads(this.db);
  }
  activeState() {
    return lessons.activeState(this.db);
  }
  countLessons(...[filter]: Args<'countLessons'>) {
    return lessons.countLessons(this.db, filter ?? {});
  }
  findByContentHash(...hashes: string[]) {
    return lessons.findByContentHash(this.db, hashes);
  }
  searchLessons(query: string, limit: number) {
    return search.searchLessons(this.db, query, limit, this.fullText);
  }
  lessonsByBands(...[lookUps]: Args<'lessonsByBands'>) {
    return lessonsByBands(this.db, lookUps);
  }
  takenSlugs(...slugs: string[]) {
    return lessons.takenSlugs(this.db, slugs);
  }

  purge(...[what]: Args<'purge'>) {
    return this.transaction(() => purge(this.db, what));
  }
  notePurgedCalls(...[keys]: Args<'notePurgedCalls'>) {
    return this.transaction(() => notePurgedCalls(this.db, keys));
  }
  notePurgedRecords(...[hashes]: Args<'notePurgedRecords'>) {
    return this.transaction(() => notePurgedRecords(this.db, hashes));
  }
  listPurged() {
    return listPurged(this.db);
  }
  async compact() {
    if (!this.fullText)
      throw new AppError('IO', 'this Node cannot clean the text index', {
        hint: 'Use Node 22.15 or newer, or the lessons executable.',
      });
    await sql`insert into lesson_text (lesson_text) values ('optimize')`.execute(this.db);
    await sql`vacuum`.execute(this.db);
    await sql`pragma wal_checkpoint(truncate)`.execute(this.db);
  }

  addEvidence(...[rows]: Args<'addEvidence'>) {
    return this.transaction(() => evidence.addEvidence(this.db, rows));
  }
  listEvidence(...lessonIds: string[]) {
    return evidence.listEvidence(this.db, lessonIds);
  }
  saveDraft(...[draft]: Args<'saveDraft'>) {
    return evidence.saveDraft(this.db, draft);
  }
  async getDraft(lessonId: string) {
    return (await evidence.listDrafts(this.db, [lessonId]))[0] ?? null;
  }
  listDrafts(...[lessonIds]: Args<'listDrafts'>) {
    return evidence.listDrafts(this.db, lessonIds);
  }
  async deleteDraft(lessonId: string) {
    await this.db.deleteFrom('draft').where('lesson_id', '=', lessonId).execute();
  }

  getCursors() {
    return capture.getCursors(this.db);
  }
  forgetCursors() {
    return capture.forgetCursors(this.db);
  }
  applyFindings(...findings: Args<'applyFindings'>) {
    return this.transaction(() => capture.applyFindings(this.db, findings));
  }
  listEpisodes(...[filter]: Args<'listEpisodes'>) {
    return capture.listEpisodes(this.db, filter ?? {});
  }
  assignEpisodes(...[ids, lessonId]: Args<'assignEpisodes'>) {
    return capture.assign(this.db, 'episode', ids, lessonId);
  }
  assignTags(...[ids, lessonId]: Args<'assignTags'>) {
    return capture.assign(this.db, 'tag', ids, lessonId);
  }
  moveFindings(...[fromId, toId]: Args<'moveFindings'>) {
    return this.transaction(() => capture.moveFindings(this.db, fromId, toId));
  }
  listTags() {
    return capture.listTags(this.db);
  }
  listMalformed() {
    return capture.listMalformed(this.db);
  }
  listSessions() {
    return listSessions(this.db);
  }
  listAssignments(...[ids]: Args<'listAssignments'>) {
    return capture.listAssignments(this.db, ids);
  }
  episodes() {
    return capture.episodes(this.db);
  }
  sketches(rules: string) {
    return grouping.sketches(this.db, rules);
  }
  keepSketches(...[rules, rows]: Args<'keepSketches'>) {
    return this.transaction(() => grouping.keepSketches(this.db, rules, rows));
  }
  settledDrafts() {
    return grouping.settledDrafts(this.db);
  }
  settleDrafts(...[drafts]: Args<'settleDrafts'>) {
    return this.transaction(() => grouping.settleDrafts(this.db, drafts));
  }
  forgetDrafts(...[keys]: Args<'forgetDrafts'>) {
    return grouping.forgetDrafts(this.db, keys);
  }

  ingestFailures(...[failures]: Args<'ingestFailures'>) {
    return this.transaction(() => events.ingestFailures(this.db, failures));
  }
  listFailures() {
    return events.listFailures(this.db);
  }
  ingestEvents(...[list]: Args<'ingestEvents'>) {
    return this.transaction(() => events.ingestEvents(this.db, list));
  }
  listEvents(...[filter]: Args<'listEvents'>) {
    return events.listEvents(this.db, filter ?? {});
  }
  firstEventAt() {
    return events.firstEventAt(this.db);
  }
  saveOutcomes(...[rows]: Args<'saveOutcomes'>) {
    return this.transaction(() => events.saveOutcomes(this.db, rows));
  }
  listOutcomes(...[filter]: Args<'listOutcomes'>) {
    return events.listOutcomes(this.db, filter ?? {});
  }

  upsertProjectRoots(roots: ProjectRoot[]) {
    return this.transaction(async () => {
      for (const root of roots) {
        await this.db
          .insertInto('project_root')
          .values(root)
          .onConflict((conflict) => conflict.column('root').doUpdateSet({ project: root.project }))
          .execute();
      }
    });
  }
  listProjectRoots() {
    return this.db.selectFrom('project_root').selectAll().orderBy('root').execute();
  }
  async getState(key: string) {
    return (await this.getStates([key])).get(key) ?? null;
  }
  async getStates(keys: readonly string[]) {
    const rows = await this.db
      .selectFrom('state')
      .select(['key', 'value'])
      .where(isAmong('key', keys))
      .execute();
    return new Map(rows.map(({ key, value }) => [key, value]));
  }
  async setState(key: string, value: string | null) {
    if (value === null) await this.db.deleteFrom('state').where('key', '=', key).execute();
    else {
      await this.db
        .insertInto('state')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    }
  }
}
