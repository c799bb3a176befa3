import { z } from 'zod';

export const ScoringSchema = z.object({
  multiSessionBonus: z
    .number()
    .default(2)
    .describe('Added to the priority of what two sessions or more have seen.'),
  multiProjectBonus: z
    .number()
    .default(1)
    .describe('Added to the priority of what two projects or more have seen.'),
  hangTimeoutBonus: z.number().default(1).describe('Added to the priority of what hung or ran out of time.'),
  dataLossBonus: z
    .number()
    .default(1)
    .describe('Added to the priority of what lost data, or failed in silence.'),
  userCorrectionBonus: z.number().default(1).describe('Added to the priority of what the user corrected.'),
  fixConfirmedBonus: z.number().default(1).describe('Added to the priority of what has a fix that worked.'),
  selfReportedBonus: z
    .number()
    .default(1)
    .describe('Added to the priority of what the agent reported with a tag.'),
  singleOccurrencePenalty: z.number().default(-1).describe('Added to the priority of what was seen once.'),
});

export const ConfigSchema = z
  .object({
    $schema: z.string().optional(),
    type: z.literal('lessons-learned-config').default('lessons-learned-config'),
    version: z.literal(1).default(1),
    paused: z.boolean().default(false).describe('Switches hooks and scans off (`lessons pause`).'),
    injectionBudgetBytes: z
      .int()
      .min(256)
      .max(9000)
      .default(4096)
      .describe('Bytes that one injection may have.'),
    maxLessonsPerInjection: z
      .int()
      .min(1)
      .max(10)
      .default(3)
      .describe('Lessons that one injection may have.'),
    minConfidence: z.number().min(0).max(1).default(0.5).describe('Lessons below it are not compiled.'),
    minPriority: z.int().min(1).max(10).default(1).describe('Lessons below it are not compiled.'),
    compactionReinjectionThreshold: z
      .int()
      .min(1)
      .max(11)
      .default(7)
      .describe('Lessons of at least this priority are told again after a compaction; with 11, none.'),
    scanPaths: z
      .record(z.string(), z.array(z.string().min(1)))
      .default({})
      .describe('Extra folders with transcripts, by agent: {"codex": ["/backup/codex"]}.'),
    autoScanIntervalHours: z
      .number()
      .min(0)
      .default(24)
      .describe('Hours between unattended scans of everything.'),
    maxCandidatesPerScan: z
      .int()
      .min(1)
      .default(50)
      .describe('How many a scan announces; everything found is stored.'),
    reusableGate: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('Candidates below it are kept as evidence and not shown by default.'),
    scoring: ScoringSchema.default(ScoringSchema.parse({})).describe(
      'What a candidate’s priority, 3 by itself, gains or loses.',
    ),
    holdoutRate: z
      .number()
      .min(0)
      .max(0.9)
      .default(0)
      .describe('Share of deliveries that is withheld at random, to measure what lessons change.'),
    dedupScope: z
      .enum(['session', 'agent'])
      .default('session')
      .describe('A lesson is told once in a session, or once to each agent in it: `agent`.'),
    autoPromoteTags: z
      .boolean()
      .default(false)
      .describe(
        'Lessons that agents tag become active when you run `lessons scan`, without a review; what the noise filter objects to, or is much like a lesson decided on, waits for one.',
      ),
    holdTwinWindowMs: z
      .int()
      .min(0)
      .max(60000)
      .default(700)
      .describe('Milliseconds within which the same call is held again: it was sent along with the first.'),
    skillThreshold: z
      .int()
      .min(2)
      .default(5)
      .describe('Active lessons of one tool from which a skill is written.'),
    excludePaths: z
      .array(z.string().min(1))
      .default([])
      .describe('Transcripts and folders that no scan opens: paths, or globs such as **/secret-*.'),
    excludeProjects: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'Project ids, or folders and all that lies in them, as paths or globs: no scan keeps anything of their sessions.',
      ),
    team: z.string().nullable().default(null).describe('Name that `team:` scopes are compared with.'),
  })
  .meta({ id: 'Config', title: 'Config' });
export type Config = z.infer<typeof ConfigSchema>;
