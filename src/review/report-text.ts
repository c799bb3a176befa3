import type { ReviewItem } from '../model/review-session.ts';

/** What became of one item of a review, with what its report line names. */
export interface ReportLine {
  action: ReviewItem['action'];
  slug: string;
  summary: string;
  tags: readonly string[];
  priority: number;
  reason: string | null;
  targetSlug: string | null;
  /** True where only a proposal was left for a human. */
  proposed: boolean;
}

/** ✓ added · ↷ skipped (will reappear) · ✗ archived: one line. */
export function reportLine(line: ReportLine): string {
  const facts = [...line.tags, `priority ${line.priority}`].join(', ');
  if (line.proposed) return `↷ Proposed: ${line.slug} (waits for your yes in \`lessons review\`)`;
  switch (line.action) {
    case 'promote':
      return `✓ Added: ${line.slug} (${facts})`;
    case 'supersede':
      return `✓ Added: ${line.slug} (${facts}), replaces ${line.targetSlug}`;
    case 'expand_existing':
      return `✓ Expanded: ${line.targetSlug} with ${line.slug}`;
    case 'skip':
      return `↷ Skipped: ${line.slug} (will reappear)`;
    case 'unarchive':
      return `↷ Restored: ${line.slug} (will reappear)`;
    case 'archive':
      return `✗ Archived: ${line.slug} (${line.reason})`;
  }
}
