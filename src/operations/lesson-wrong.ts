import { z } from 'zod';
import { posterior } from '../learn/scoring.ts';
import { counted } from '../model/counted.ts';
import { isoTime } from '../platform/clock.ts';
import { redact } from '../text/redact.ts';
import { rebuildManifest } from './home/rebuild.ts';
import { operation } from './operation.ts';
import { complaintId, splitOutcomes } from './outcomes/effects.ts';
import { refSchema } from './suggestions.ts';

const output = z.object({
  slug: z.string(),
  complaints: z.int().min(1),
  posterior: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
});

export const lessonWrong = operation({
  name: 'lesson.wrong',
  docs: 'Says that a lesson misfired: it counts against it as three irrelevant deliveries would, and its rank falls at once. It stays active; archive or edit it where it should not fire at all.',
  input: z.object({
    ref: refSchema('active').describe('Slug, id, unique prefix or #number.'),
    reason: z.string().max(500).optional(),
  }),
  output,
  readOnly: false,
  cli: {
    command: ['wrong'],
    args: [{ field: 'ref', label: 'REF', required: true }],
    flags: { reason: { label: 'R', help: 'What was wrong about it.' } },
    render: ({ slug, posterior: belief, complaints }) =>
      `Noted against ${slug} (${counted(complaints, 'report')}): useful ${Math.round(belief.mean * 100)}% (${Math.round(belief.low * 100)}–${Math.round(belief.high * 100)}%).`,
  },
  async run(context, { ref, reason }) {
    const store = await context.store();
    const lesson = await store.resolveLesson(ref);
    const at = isoTime(context.clock);
    await store.saveOutcomes([
      {
        id: complaintId(lesson.id, at),
        lessonId: lesson.id,
        slug: lesson.slug,
        sessionId: context.actor.sessionId ?? '',
        agent: context.actor.agent ?? '',
        project: null,
        at,
        outcome: 'irrelevant',
        evidence: `reported with \`lessons wrong\`${reason === undefined ? '' : `: ${redact(reason)}`}`,
        withheld: false,
        cameBack: null,
      },
    ]);
    const { outcomes, complaints } = splitOutcomes(await store.listOutcomes({ lessonId: lesson.id }));
    if (lesson.status === 'active') await rebuildManifest(context);
    const { mean, low, high } = posterior(outcomes, complaints, context.clock.now());
    return { slug: lesson.slug, complaints: complaints.length, posterior: { mean, low, high } };
  },
});
