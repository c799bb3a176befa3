import type { Episode } from '../../src/model/episode.ts';
import type { TagFinding } from '../../src/model/findings.ts';
import { fingerprint } from '../../src/text/fingerprint.ts';

let serial = 0;

/** An episode of a refused option, distinct from every other; any field can be set. */
export function episodeOf(changes: Partial<Episode> & { command?: string; error?: string } = {}): Episode {
  serial += 1;
  const { command = 'git gc --dry-run', error = "error: unknown option `dry-run'", ...rest } = changes;
  const callId = `toolu_${String(serial).padStart(20, '0')}`;
  return {
    id: `e${String(serial).padStart(6, '0')}`,
    agent: 'claude-code',
    file: `s${serial}.jsonl`,
    sessionId: `session-${serial}`,
    project: '/p/a',
    timestamp: '2026-01-01T00:00:00.000Z',
    lines: [serial],
    uuids: [],
    toolUseIds: [callId],
    failure: { line: serial, uuid: null, toolUseId: callId, tool: 'Bash', input: { command }, error },
    correction: { line: serial + 1, toolUseId: 'x', tool: 'Bash', input: { command: 'git gc' } },
    signals: ['error-correction'],
    kind: 'usage',
    summary: '`git gc` does not accept `--dry-run`',
    mistake: 'Ran git gc --dry-run; it failed.',
    remediation: 'Run git gc instead; it worked.',
    trigger: {
      toolNames: ['Bash'],
      commandPatterns: ['\\bgit\\s+gc\\b.*(?:^|\\s)--dry-run\\b'],
      pathPatterns: [],
      errorPatterns: ['unknown option'],
    },
    tags: ['tool:git', 'topic:usage', 'severity:friction'],
    severity: 'friction',
    fingerprint: fingerprint('Bash', error),
    attempts: 1,
    cost: { calls: 2, bytes: 10, seconds: 1 },
    fixedByCommand: true,
    evidence: 'x',
    confidence: 0.9,
    reusable: 0.8,
    model: null,
    isSubagent: false,
    ...rest,
  };
}

/** A valid `#lesson` tag, distinct from every other; any field can be set. */
export function tagOf(
  changes: Partial<TagFinding> = {},
  fields: Partial<TagFinding['fields']> = {},
): TagFinding {
  serial += 1;
  return {
    id: `t${serial}`,
    agent: 'claude-code',
    file: 'a.jsonl',
    line: serial,
    uuid: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    sessionId: `session-${serial}`,
    project: '/p/a',
    timestamp: null,
    model: null,
    isSubagent: false,
    fields: {
      summary: 'git stash pop loses the index',
      mistake: 'git stash pop after a rebase loses the staged index',
      remediation: 'use git stash apply --index and drop it afterwards',
      tool: 'Bash',
      trigger: 'git stash pop',
      severity: null,
      tags: ['tool:git'],
      ...fields,
    },
    ...changes,
  };
}

/** The same finding as a resumed session repeats it: other file and session, same records. */
export const copyOf = (original: Episode, sessionId: string, changes: Partial<Episode> = {}): Episode => ({
  ...original,
  id: `${original.id}-${sessionId}`,
  file: `${sessionId}.jsonl`,
  sessionId,
  ...changes,
});
