import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { isBusy, toStoreError } from './errors.ts';

const STATEMENTS_MAX = 200;
/** How long a writer waits for another connection, in milliseconds. */
const BUSY_MS_MAX = 15_000;
const BUSY_POLL_MS = 10;

/** Kysely over one `node:sqlite` connection. Transactions take the write lock at once, so that none fails half-way. */
export function sqliteDialect(database: DatabaseSync, path: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(new SqliteConnection(database, path)),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** The one connection, lent to one borrower at a time. */
class SqliteDriver implements Driver {
  private readonly connection: SqliteConnection;
  private queue: Promise<void> = Promise.resolve();
  private release: (() => void) | null = null;

  constructor(connection: SqliteConnection) {
    this.connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.queue;
    let free = () => {};
    this.queue = new Promise((resolve) => {
      free = resolve;
    });
    await before;
    this.release = free;
    return this.connection;
  }

  async releaseConnection(): Promise<void> {
    this.release?.();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** SQLite has already rolled back after some errors (a full disk); a second rollback would hide the first error. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {});
  }

  async destroy(): Promise<void> {
    this.connection.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  private readonly database: DatabaseSync;
  private readonly path: string;
  private readonly statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, path: string) {
    this.database = database;
    this.path = path;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const deadline = performance.now() + BUSY_MS_MAX;
    for (;;) {
      try {
        return this.run<R>(query);
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw toStoreError(error, this.path);
      }
      // Not SQLite's own waiting: that would stop this thread, and with it a writer of this very process.
      await new Promise((resolve) => setTimeout(resolve, BUSY_POLL_MS));
    }
  }

  private run<R>(query: CompiledQuery): QueryResult<R> {
    const statement = this.prepare(query.sql);
    const parameters = query.parameters.map(toSqlValue);
    if (returnsRows(query)) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const rows = this.database.prepare(query.sql).iterate(...query.parameters.map(toSqlValue));
    for (const row of rows) yield { rows: [row as R] };
  }

  close(): void {
    this.statements.clear();
    this.database.close();
  }

  private prepare(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    if (this.statements.size >= STATEMENTS_MAX) this.statements.clear();
    const statement = this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

function returnsRows(query: CompiledQuery): boolean {
  switch (query.query.kind) {
    case 'SelectQueryNode':
      return true;
    case 'RawNode':
      return /^\s*(select|with|pragma|explain)\b/i.test(query.sql) || /\breturning\b/i.test(query.sql);
    default:
      return 'returning' in query.query && query.query.returning !== undefined;
  }
}

function toSqlValue(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}
