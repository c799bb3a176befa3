/** Writes `schemas/*.json` from the zod schemas; with `--check`, only says whether they are fresh. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import * as model from '../src/model/index.ts';
import { schemaUrl } from '../src/model/schema-url.ts';

const folder = join(import.meta.dirname, '..', 'schemas');

const named: Record<string, z.ZodType> = {
  lesson: model.LessonSchema,
  'lesson-draft': model.LessonDraftSchema,
  episode: model.EpisodeSchema,
  failure: model.FailureSchema,
  config: model.ConfigSchema,
  'injection-event': model.InjectionEventSchema,
  'review-apply': model.ReviewApplySchema,
  'review-session': model.ReviewSessionSchema,
  pack: model.PackSchema,
  store: model.StoreExportSchema,
  manifest: model.ManifestSchema,
};

function render(name: string, schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'input' });
  return `${JSON.stringify({ $id: schemaUrl(name), ...json }, null, 2)}\n`;
}

const wanted = new Map(Object.entries(named).map(([name, schema]) => [`${name}.json`, render(name, schema)]));

if (process.argv.includes('--check')) {
  const stale = [...wanted].filter(([file, text]) => {
    try {
      return readFileSync(join(folder, file), 'utf8') !== text;
    } catch {
      return true;
    }
  });
  const extra = readdirSync(folder).filter((file) => !wanted.has(file));
  for (const name of [...stale.map(([file]) => file), ...extra])
    console.error(`schemas/${name} is stale: run \`npm run generate\``);
  process.exitCode = stale.length + extra.length > 0 ? 1 : 0;
} else {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (!wanted.has(file)) rmSync(join(folder, file));
  for (const [file, text] of wanted) writeFileSync(join(folder, file), text);
}
