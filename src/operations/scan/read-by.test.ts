import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, testContext } from '../../../test/support/operation-context.ts';
import { jsonl, scan, transcript } from '../../../test/support/scan-rig.ts';
import { VERSION } from '../../platform/version.ts';
import { runOperation } from '../run-operation.ts';

const LINE = `transcripts up to now were read by lessons 0.0.9: \`lessons scan --full\` reads them again, as ${VERSION} does`;

/** What a scan warns of, and what `doctor` says of the store. */
async function said(context: TestContext, paths: string[] = [], more: object = {}) {
  context.warnings.length = 0;
  await scan(context, paths, more);
  const { store } = await runOperation<{ store: { olderReading: string | null } }>(context, 'home.check', {});
  return { warned: context.warnings.filter((line) => line === LINE).length, doctor: store.olderReading };
}

test('what another version has read is to be read again, until all of it was', async () => {
  const context = testContext();
  const folder = join(context.home, '.claude', 'projects', 'shop');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'one.jsonl'), jsonl(transcript(1)));
  const nothing = { warned: 0, doctor: null };
  expect(await said(context)).toEqual(nothing);
  await (await context.store()).setState('scan.readBy', '0.0.9');
  const older = { warned: 1, doctor: LINE };
  expect(await said(context)).toEqual(older);
  expect(await said(context, [folder], { full: true })).toEqual(older);
  expect(await said(context, [], { full: true, dryRun: true })).toEqual({ warned: 0, doctor: LINE });
  expect(await said(context, [], { auto: true })).toEqual({ warned: 0, doctor: LINE });
  expect(await said(context, [], { full: true })).toEqual(nothing);
  expect(await said(context)).toEqual(nothing);
});
