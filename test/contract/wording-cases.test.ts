import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transcriptReaders } from '../../src/agents/index.ts';
import { holdsNames } from '../../src/inject/match.ts';
import { shellView } from '../../src/inject/shell-view.ts';
import type { Episode } from '../../src/model/episode.ts';
import { scanFile } from '../../src/operations/scan/scan-file.ts';
import { compilePattern } from '../../src/triggers/compile-pattern.ts';
import {
  claudeSession,
  type DetectionCase,
  detectionCases,
  sharedFixtures,
} from '../support/detection-cases.ts';
import { lastingScratchDir } from '../support/scratch.ts';

const folder = lastingScratchDir('wording');

function episodeOf(each: DetectionCase, seed: number): Episode | undefined {
  const path = join(folder, `session-${seed}.jsonl`);
  const session = claudeSession(each, seed);
  writeFileSync(path, session.text);
  const found = scanFile(path, null, { readers: transcriptReaders, project: (cwd) => cwd });
  if (!('episodes' in found)) return undefined;
  const [first] = [...found.episodes]
    .filter(
      (episode) =>
        (session.callId !== null && episode.toolUseIds.includes(session.callId)) ||
        (session.line !== null && episode.lines.includes(session.line)),
    )
    .sort((a, b) => b.confidence - a.confidence);
  return first;
}

/** Whether a command pattern acts at this command line, as the hook runs it. */
function acts(source: string, line: string): boolean {
  const compiled = compilePattern(source, 'command');
  if (!compiled.ok || compiled.doubtful.length > 0) return false;
  const { match, unless, view, runs, flags } = compiled.pattern;
  const [yes, no] = [new RegExp(match, flags), unless === null ? null : new RegExp(unless, flags)];
  const commands = shellView(line).commands.map(({ text, alt }) => [text, ...(alt ?? [])]);
  if (view === 'raw')
    return (
      yes.test(line) &&
      !no?.test(line) &&
      (runs === undefined || commands.flat().some((text) => holdsNames(text, runs)))
    );
  return commands.some((forms) => {
    return forms.some((form) => yes.test(form)) && !forms.some((form) => no?.test(form));
  });
}

const commandOf = (input: Record<string, unknown> | undefined) =>
  typeof input?.['command'] === 'string' ? input['command'] : '';

function triggers({ trigger, failure, correction, fixedByCommand }: Episode): {
  call: boolean;
  path: boolean;
  error: boolean;
} {
  const failing = commandOf(failure.input);
  const corrected = fixedByCommand ? commandOf(correction?.input) : '';
  const writes = (source: string) => (input: Record<string, unknown> | undefined) =>
    new RegExp(source).test(String(input?.['new_string'] ?? input?.['content'] ?? ''));
  return {
    call:
      trigger.commandPatterns.some(
        (source) => acts(source, failing) && !(corrected && acts(source, corrected)),
      ) ||
      (trigger.contentPatterns ?? []).some(
        (source) => writes(source)(failure.input) && !writes(source)(correction?.input),
      ),
    path: trigger.pathPatterns.some((source) => onPath(source)(failure)),
    error: trigger.errorPatterns.some((source) => new RegExp(source).test(failure.error)),
  };
}

/** True where a lesson's glob and tools take the call. */
const onPath = (source: string) => {
  const compiled = compilePattern(source, 'path');
  const glob = compiled.ok ? new RegExp(compiled.pattern.match, compiled.pattern.flags) : /(?!)/;
  return ({ input }: Pick<Episode['failure'], 'input'>) => glob.test(String(input['file_path'] ?? ''));
};

/** Lines that only quote the failing command, and that a command pattern acts at. */
function quoting({ trigger, failure }: Episode): string[] {
  const failing = commandOf(failure.input);
  const quoted = failing.replaceAll("'", "'\\''");
  const lines = [
    `printf '%s\\n' '${quoted}'`,
    `logger '${quoted}'`,
    `cat > notes.md <<'EOF'\n${failing}\nEOF`,
  ];
  return trigger.commandPatterns.flatMap((source) => lines.filter((line) => acts(source, line)));
}

/** Patterns that the compiler does not take unseen: a candidate with one of them could not be approved. */
function refused(trigger: Episode['trigger']): string[] {
  const { commandPatterns, errorPatterns, pathPatterns, contentPatterns = [] } = trigger;
  const isTaken = (source: string, kind: 'command' | 'error' | 'path' | 'content') => {
    const compiled = compilePattern(source, kind);
    return compiled.ok && compiled.doubtful.length === 0;
  };
  return [
    ...commandPatterns.filter((source) => !isTaken(source, 'command')),
    ...errorPatterns.filter((source) => !isTaken(source, 'error')),
    ...pathPatterns.filter((source) => !isTaken(source, 'path')),
    ...contentPatterns.filter((source) => !isTaken(source, 'content')),
  ];
}

const BAD_SUMMARY = /exit code|\.\.\.$|^(?:error|fatal|Traceback)\b|`[^`]*$(?<!`[^`]*`[^`]*)/i;

const cases = sharedFixtures.flatMap(detectionCases);

describe('what is written for a mistake', () => {
  cases.forEach((each, seed) => {
    if (each.names.length === 0 && each.trigger === '') return;
    test(each.name, () => {
      const episode = episodeOf(each, seed + 1);
      expect(episode, 'found').toBeDefined();
      const { summary } = episode!;
      for (const name of each.names) expect(summary.toLowerCase()).toContain(name.toLowerCase());
      expect(summary.length).toBeLessThanOrEqual(80);
      expect(summary).not.toMatch(BAD_SUMMARY);
      expect(refused(episode!.trigger)).toEqual([]);
      const at = triggers(episode!);
      expect(quoting(episode!)).toEqual([]);
      if (each.trigger === 'call')
        expect(at.call, `acts at the call: ${JSON.stringify(episode!.trigger)}`).toBe(true);
      if (each.trigger === 'path') expect(at.path, 'on the path of the edit').toBe(true);
      if (each.trigger === 'error') expect(at.error, 'on its error').toBe(true);
      if (each.trigger === 'any' && episode!.kind !== 'user') expect(at.call || at.error).toBe(true);
    });
  });
});

describe('what is written as the fix', () => {
  cases.forEach((each, seed) => {
    if (each.fix.length === 0) return;
    test(each.name, () => {
      const { remediation } = episodeOf(each, seed + 1001)!;
      for (const word of each.fix) {
        if (word.startsWith('not ')) expect(remediation).not.toContain(word.slice(4));
        else expect(remediation).toContain(word);
      }
    });
  });
});
