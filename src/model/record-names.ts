import type { Episode } from './episode.ts';
import type { TagFinding } from './findings.ts';

/** The name of a record that the log gives neither an id nor a time. */
export const namedByLine = (line: number): string => `line ${line}`;

/** What names the records of a transcript that an episode or a tag was made of: ids of calls, else of messages, else the time, else the line. */
export function ownRecords(
  found:
    | Pick<Episode, 'toolUseIds' | 'uuids' | 'timestamp' | 'failure'>
    | Pick<TagFinding, 'uuid' | 'timestamp' | 'line'>,
): readonly string[] {
  if ('failure' in found && found.toolUseIds.length > 0) return found.toolUseIds;
  const messages = 'failure' in found ? found.uuids : found.uuid ? [found.uuid] : [];
  if (messages.length > 0) return messages;
  return [found.timestamp ?? namedByLine('failure' in found ? found.failure.line : found.line)];
}
