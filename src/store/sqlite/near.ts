import { sql } from 'kysely';
import type { BandLookUp, LessonWithSignature } from '../port.ts';
import { isAmong } from './among.ts';
import { fromRow } from './lesson-rows.ts';
import type { Db } from './lessons.ts';
import type { LessonRow } from './tables.ts';

const KEPT_MAX = 20;
const NEIGHBOURS_MAX = 64;

/**
 * For each look-up the lessons with a band in common, most in common first; of those, the ones that `keep` accepts, at
 * most 20. A band that very many share is looked at in part, so that a look-up stays cheap in a store of near-copies.
 * Three statements, however many look-ups there are.
 */
export async function lessonsByBands(
  db: Db,
  lookUps: readonly BandLookUp[],
): Promise<LessonWithSignature[][]> {
  const sharers = await sharersOf(db, new Set(lookUps.flatMap(({ bands }) => bands)));
  const near = lookUps.map(({ bands }) => mostInCommon(bands, sharers));
  const signatures = await signaturesOf(db, new Set(near.flat()));
  const kept = near.map((numbers, at) => {
    const { keep = () => true } = lookUps[at]!;
    const accepted: number[] = [];
    for (const number of numbers) {
      const signature = signatures.get(number);
      if (signature !== undefined && keep(signature)) accepted.push(number);
      if (accepted.length === KEPT_MAX) break;
    }
    return accepted;
  });
  const lessons = await lessonsOf(db, new Set(kept.flat()));
  return kept.map((numbers) =>
    numbers.map((number) => ({ lesson: lessons.get(number)!, signature: signatures.get(number)! })),
  );
}

/** Band → numbers of the first lessons that have it. */
async function sharersOf(db: Db, bands: ReadonlySet<string>): Promise<Map<string, number[]>> {
  if (bands.size === 0) return new Map();
  const { rows } = await sql<{ band: string; numbers: string }>`
    select asked.value as band, (
      select json_group_array(number) from (
        select number from lesson_band where band = asked.value order by number limit ${NEIGHBOURS_MAX})
    ) as numbers from json_each(${JSON.stringify([...bands])}) as asked`.execute(db);
  return new Map(rows.map(({ band, numbers }) => [band, JSON.parse(numbers) as number[]]));
}

function mostInCommon(bands: readonly string[], sharers: ReadonlyMap<string, number[]>): number[] {
  const shared = new Map<number, number>();
  for (const band of new Set(bands))
    for (const number of sharers.get(band) ?? []) shared.set(number, (shared.get(number) ?? 0) + 1);
  return [...shared]
    .sort(([a, sharedA], [b, sharedB]) => sharedB - sharedA || a - b)
    .slice(0, NEIGHBOURS_MAX)
    .map(([number]) => number);
}

async function signaturesOf(db: Db, numbers: ReadonlySet<number>): Promise<Map<number, Uint32Array>> {
  if (numbers.size === 0) return new Map();
  const { rows } = await sql<{ number: number; min_hash: Uint8Array }>`
    select number, min_hash from lesson_signature where ${isAmong('number', numbers)}`.execute(db);
  return new Map(rows.map((row) => [row.number, new Uint32Array(row.min_hash.slice().buffer)]));
}

async function lessonsOf(db: Db, numbers: ReadonlySet<number>) {
  if (numbers.size === 0) return new Map<number, never>();
  const { rows } = await sql<LessonRow>`select * from lesson where ${isAmong('number', numbers)}`.execute(db);
  return new Map(rows.map((row) => [row.number, fromRow(row)]));
}
