import { z } from 'zod';
import { counted } from '../model/counted.ts';
import { rebuildManifest } from './home/rebuild.ts';
import { operation } from './operation.ts';

const output = z.looseObject({
  file: z.string(),
  builtAt: z.string(),
  lessons: z.int().min(0).describe('How many were compiled.'),
  digests: z.int().min(0).describe('Digests of skills, which tell several lessons at once.'),
  acting: z.int().min(0).describe('Of lessons and digests, how many act at calls.'),
  tokens: z.int().min(0),
  bytes: z.int().min(0),
  durationMs: z.number(),
  below: z.int().min(0).describe('Left out by the settings minConfidence and minPriority.'),
  always: z.array(z.string()),
  overflow: z.array(z.string()),
  refused: z.array(
    z.object({ lessonId: z.string(), slug: z.string(), pattern: z.string(), reason: z.string() }),
  ),
  notes: z.array(z.object({ slug: z.string(), note: z.string() })),
  jsonFile: z.string().nullable(),
});

export const manifestBuild = operation({
  name: 'manifest.build',
  docs: 'Compiles the active lessons into the manifest that hooks read. With --json it also writes the JSON form for other tools and names it in jsonFile.',
  input: z.object({ json: z.boolean().optional() }),
  output,
  readOnly: false,
  cli: {
    command: ['build'],
    flags: { json: { help: 'Write the JSON form too; print one JSON document.' } },
    render: (report) => {
      const digests = report.digests > 0 ? ` and ${counted(report.digests, 'digest')} of skills` : '';
      const lines = [
        `Compiled ${counted(report.lessons, 'lesson')}${digests} (${report.acting} of them for calls) into ${report.file}, ${report.bytes} bytes, in ${report.durationMs} ms.`,
      ];
      if (report.below > 0) lines.push(`${report.below} left out: below minConfidence or minPriority.`);
      for (const { slug, pattern, reason } of report.refused)
        lines.push(`  refused ${pattern} of ${slug}: ${reason}`);
      for (const { slug, note } of report.notes) lines.push(`  ${slug}: ${note}`);
      for (const slug of report.overflow)
        lines.push(`  ${slug}: no place among the patterns that are tried at every call`);
      return lines.join('\n');
    },
  },
  async run(context, input) {
    const report = await rebuildManifest(context);
    if (input.json !== true) return { ...report, jsonFile: null };
    const { writeJsonManifest } = await import('../manifest/json.ts');
    return { ...report, jsonFile: writeJsonManifest(context.home, report.file) };
  },
});
