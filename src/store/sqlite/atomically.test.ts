import { expect, test } from 'bun:test';
import { DatabaseSync } from 'node:sqlite';
import { atomically } from './atomically.ts';

function numbers(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec('create table number (n integer)');
  return database;
}

const count = (database: DatabaseSync) => database.prepare('select count(*) as n from number').get();

test('all of the work is written, or none of it', () => {
  const database = numbers();
  expect(atomically(database, () => database.exec('insert into number values (1)'))).toBeUndefined();
  const half = () => {
    database.exec('insert into number values (2)');
    throw new Error('half done');
  };
  expect(() => atomically(database, half)).toThrow('half done');
  expect(count(database)).toEqual({ n: 1 });
  expect(database.isTransaction).toBe(false);
  database.close();
});

test('where the transaction has ended by itself, what went wrong is told, not that there is none', () => {
  const database = numbers();
  const full = () => {
    database.exec('rollback');
    throw new Error('the disk is full');
  };
  expect(() => atomically(database, full)).toThrow('the disk is full');
  database.close();
});
