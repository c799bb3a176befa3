import { z } from 'zod';
import { neutralise } from '../../inject/neutralise.ts';
import { counted } from '../../model/counted.ts';
import type { Lesson } from '../../model/lesson.ts';
import { isoTime } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { ReviewCandidate } from '../../review/candidate-view.ts';
import type { Store } from '../../store/port.ts';
import { redact } from '../../text/redact.ts';
import { errorPropose } from '../errors.ts';
import { moved, patched, readPatch, saveChanges } from '../lesson/change-lesson.ts';
import { problemsOf, refuseProblems } from '../lesson/validate-lesson.ts';
import { type Context, operation, PathSchema } from '../operation.ts';
import { considerCandidates } from '../review/review-consider.ts';
import { saveProposal } from '../review/review-proposals.ts';
import { type CuratorProposal, curatorPrompt, readCuratorAnswer } from './contract.ts';
import { CURATORS, runHeadless } from './headless.ts';

const output = z.object({
  agent: z.string(),
  considered: z.int().describe('Candidates that the agent was shown.'),
  left: z.int().describe('Candidates beyond --max.'),
  fromErrors: z.int().describe('Candidates made of clusters of logged failures just before.'),
  proposed: z.array(z.object({ slug: z.string(), action: z.string() })),
  skipped: z.int(),
  rejected: z.array(z.string()).describe('Parts of the answer that do not keep to the contract.'),
  durationMs: z.int(),
});
type Output = z.infer<typeof output>;

export const curate = operation({
  name: 'lesson.curate',
  docs: `Lets your own agent (${CURATORS.join(', ')}), run headless and without tools, write up the pending candidates. It leaves proposals for you in \`lessons review\`, and never activates or archives anything. It costs what one long prompt to that agent costs; --max and --timeout bound it. Its sessions are left out of scans.`,
  input: z.object({
    agent: z.enum(CURATORS as [string, ...string[]]),
    max: z.int().min(1).max(200).default(20),
    timeout: z.number().min(1).max(3600).default(300),
    command: PathSchema.optional(),
  }),
  output,
  readOnly: false,
  shellOnly: ['command'],
  cli: {
    command: ['curate'],
    flags: {
      agent: { label: 'A', help: `${CURATORS.join(', ')}.` },
      max: { help: 'Candidates to show it, at most; 20 if absent.' },
      timeout: { label: 'SECONDS', help: 'When to end it; 300 if absent.' },
      command: { label: 'PATH', help: "Another program than the agent's usual one." },
    },
    render: renderCurate,
  },
  async run(context, { agent, max, timeout, command }): Promise<Output> {
    const started = performance.now();
    const fromErrors = (await errorPropose.run(context, {})).proposed.length;
    const { candidates } = await considerCandidates(context);
    const fresh = candidates.filter((each) => each.proposal === null);
    const shown = fresh.slice(0, max);
    const none = { agent, considered: shown.length, left: fresh.length - shown.length, fromErrors };
    if (shown.length === 0)
      return { ...none, proposed: [], skipped: 0, rejected: [], durationMs: since(started) };
    context.progress(`${agent} is reading ${counted(shown.length, 'candidate')}`);
    const text = await runHeadless({
      agent,
      prompt: curatorPrompt(shown),
      timeoutMs: timeout * 1000,
      env: context.env,
      program: command,
    });
    const answer = readCuratorAnswer(
      text,
      new Map(shown.map((each) => [each.id, each.noise?.targetSlug ?? null])),
    );
    const { proposed, rejected } = await leaveProposals(context, agent, shown, answer.proposals);
    return {
      ...none,
      proposed,
      skipped: answer.proposals.filter((each) => each.action === 'skip').length,
      rejected: [...answer.rejected, ...rejected],
      durationMs: since(started),
    };
  },
});

function since(started: number): number {
  return Math.round(performance.now() - started);
}

/** Write-up and intention stay on the candidate, which counts as reviewed; what somebody decided meanwhile is left alone. */
async function leaveProposals(
  context: Context,
  agent: string,
  shown: readonly ReviewCandidate[],
  proposals: readonly CuratorProposal[],
): Promise<Pick<Output, 'proposed' | 'rejected'>> {
  const store = await context.store();
  const proposed: Output['proposed'] = [];
  const rejected: string[] = [];
  for (const proposal of proposals) {
    if (proposal.action === 'skip') continue;
    const slug = shown.find((each) => each.id === proposal.candidateId)?.slug ?? proposal.candidateId;
    try {
      await store.transaction((inside) => leaveOne(context, inside, agent, proposal));
      proposed.push({ slug, action: proposal.action });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      rejected.push(`${slug}: ${error.message}`);
    }
  }
  return { proposed, rejected };
}

async function leaveOne(
  context: Context,
  store: Store,
  agent: string,
  proposal: Exclude<CuratorProposal, { action: 'skip' }>,
): Promise<void> {
  const lesson = await store.getLesson(proposal.candidateId);
  if (lesson === null || !isPending(lesson)) throw new AppError('CONFLICT', 'it was decided meanwhile');
  const at = isoTime(context.clock);
  const by = `curator ${agent}`;
  if (proposal.action === 'promote' && proposal.patch) {
    const draft = await store.getDraft(lesson.id);
    const patch = readPatch({ ...draft?.patch, ...proposal.patch });
    refuseProblems(
      await problemsOf({ ...patched(lesson, patch), needsHumanFix: true }, context.home),
      lesson.slug,
    );
    await store.saveDraft({ lessonId: lesson.id, patch, by, at });
  }
  const said = 'reason' in proposal ? proposal.reason : 'note' in proposal ? proposal.note : null;
  const reason = said === null ? null : neutralise(redact(said));
  const targetSlug = 'targetSlug' in proposal ? proposal.targetSlug : null;
  await saveProposal(store, lesson.id, { by, at, action: proposal.action, reason, targetSlug });
  if (lesson.status === 'candidate')
    await saveChanges(store, lesson, moved(lesson, 'complete', context.clock.now()));
}

function isPending(lesson: Lesson): boolean {
  return lesson.status === 'candidate' || lesson.status === 'reviewed';
}

function renderCurate(result: Output): string {
  if (result.considered === 0) return 'No candidates wait for a write-up.';
  const lines = [
    `${result.agent} read ${counted(result.considered, 'candidate')} in ${Math.round(result.durationMs / 1000)} s: ${counted(result.proposed.length, 'proposal')}, ${result.skipped} left as they are.`,
    ...result.proposed.map((each) => `↷ ${each.slug}: ${each.action}`),
    ...result.rejected.map((each) => `! ${each}`),
  ];
  if (result.left > 0)
    lines.push(`${counted(result.left, 'more waits', 'more wait')}; run it again for them.`);
  return [...lines, 'Nothing is active yet: decide in `lessons review`.'].join('\n');
}
