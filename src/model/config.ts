import { z } from 'zod';

export const ScoringSchema = z.object({
  multiSessionBonus: z.number().default(2),
  multiProjectBonus: z.number().default(1),
  hangTimeoutBonus: z.number().default(1),
  dataLossBonus: z.number().default(1),
  userCorrectionBonus: z.number().default(1),
  fixConfirmedBonus: z.number().default(1),
  selfReportedBonus: z.number().default(1),
  singleOccurrencePenalty: z.number().default(-1),
});

export const ConfigSchema = z
  .object({
    $schema: z.string().optional(),
    type: z.literal('lessons-learned-config').default('lessons-learned-config'),
    version: z.literal(1).default(1),
    paused: z.boolean().default(false).describe('Switches hooks and scans off (`lessons pause`).'),
    injectionBudgetBytes: z.int().min(256).max(9000).default(4096).describe('Bytes of text per injection.'),
    maxLessonsPerInjection: z.int().min(1).max(10).default(3),
    minConfidence: z.number().min(0).max(1).default(0.5).describe('Below it, nothing is compiled.'),
    minPriority: z.int().min(1).max(10).default(1),
    compactionReinjectionThreshold: z
      .int()
      .min(1)
      .max(11)
      .default(7)
      .describe('Lessons of this priority are told again after a compaction.'),
    scanPaths: z.record(z.string(), z.array(z.string())).default({}).describe('Extra folders, by agent.'),
    autoScanIntervalHours: z.number().min(0).default(24),
    maxCandidatesPerScan: z
      .int()
      .min(1)
      .default(50)
      .describe('How many are announced; everything found is stored.'),
    reusableGate: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('Candidates below it are kept as evidence and not shown by default.'),
    scoring: ScoringSchema.default(ScoringSchema.parse({})),
    holdoutRate: z.number().min(0).max(0.9).default(0),
    dedupScope: z.enum(['session', 'agent']).default('session'),
    autoPromoteTags: z.boolean().default(false),
    holdTwinWindowMs: z.int().min(0).max(60000).default(700),
    skillThreshold: z
      .int()
      .min(2)
      .default(5)
      .describe('Active lessons of one tool from which a skill is written.'),
    excludePaths: z.array(z.string()).default([]),
    excludeProjects: z.array(z.string()).default([]),
    team: z.string().nullable().default(null).describe('Name that `team:` scopes are compared with.'),
  })
  .meta({ id: 'Config', title: 'Config' });
export type Config = z.infer<typeof ConfigSchema>;
