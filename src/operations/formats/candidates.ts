import { SIGNATURE_CHARS_MAX } from '../../model/constants.ts';
import { isObject } from '../../text/json.ts';
import { oneLine } from '../../text/one-line.ts';
import type { Json } from '../../transcripts/json.ts';
import type { IncomingLesson } from './incoming.ts';
import { literalPattern } from './pattern-text.ts';
import {
  cutSummary,
  cutText,
  firstSentence,
  membersOf,
  mistakeOf,
  remediationOf,
  seenIn,
  share,
  tagsOf,
  text,
  whole,
} from './record.ts';

/**
 * One candidate of an older scanner: it knew the tool and the trigger's text, not a pattern. Null without a mistake.
 * Where no pattern can be made, it surfaces before a turn: at calls it would meet every one of its tool.
 */
export function readCandidate(record: unknown): IncomingLesson | null {
  if (!isObject(record)) return null;
  const mistake = mistakeOf(record) || text(record['summary']);
  if (mistake === '') return null;
  const full = text(record['summary']) || firstSentence(mistake);
  const { summary } = cutSummary(full);
  const remediation = remediationOf(record);
  const tool = text(record['tool']);
  const trigger = text(record['trigger']);
  const patterns = commandPatterns(tool, trigger);
  return {
    fields: {
      summary,
      mistake: cutText(mistake.includes(full) ? mistake : `${full}\n${mistake}`),
      remediation: cutText(remediation),
      status: 'candidate',
      signature: trigger === '' ? null : oneLine(trigger).slice(0, SIGNATURE_CHARS_MAX),
      delivery: 'context',
      injectOn: patterns.length > 0 ? ['PreToolUse'] : ['UserPromptSubmit'],
      toolNames: tool === '' ? [] : [tool],
      commandPatterns: patterns,
      priority: whole(record['priority'], 1, 10, 3),
      confidence: share(record['confidence'], 0.4),
      tags: tagsOf(record['tags']),
      needsHumanFix: remediation === '',
      source: 'import',
      ...seenIn(record, 1),
      reusable: 1,
    },
    projectPath: null,
    remainder: remainderOf(record, trigger),
  };
}

/** A command of two words or more becomes the pattern of its beginning; a bare word would match too much. */
function commandPatterns(tool: string, trigger: string): string[] {
  const line = trigger.split('\n')[0]?.trim() ?? '';
  if (tool !== 'Bash' || !/^[\w./@-]+ \S/.test(line) || line.length > SIGNATURE_CHARS_MAX) return [];
  return [`^${line.split(/\s+/).map(literalPattern).join('\\s+')}(?:\\s|$)`];
}

function remainderOf(record: Json, trigger: string): string | null {
  const lines = [
    ...(trigger.length > SIGNATURE_CHARS_MAX ? [`trigger: ${trigger}`] : []),
    ...membersOf(record, ['projects', 'signals', 'fuzzyKey', 'scope']),
  ];
  return lines.length > 0 ? lines.join('\n') : null;
}
