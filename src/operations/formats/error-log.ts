import { z } from 'zod';
import { FAILURE_CATEGORIES } from '../../model/constants.ts';
import { type Failure, FailureSchema } from '../../model/failure.ts';
import { hash64 } from '../../text/hash.ts';
import { isObject } from '../../text/json.ts';
import { redact, redactDeep } from '../../text/redact.ts';
import { text, time } from './record.ts';

/** One line of a failure log; null where it names neither a tool nor an error. `index` makes up a missing id. */
export function readFailure(record: unknown, index: number): Failure | null {
  if (!isObject(record)) return null;
  const tool = text(record['tool']) || text(record['tool_name']);
  const timestamp = time(record['timestamp']);
  if (tool === '' || timestamp === null) return null;
  const context = isObject(record['context']) ? record['context'] : {};
  const rawInput = record['input'] ?? record['tool_input'];
  const toolUseId = text(record['toolUseId']) || text(record['tool_use_id']);
  return {
    id: text(record['id']) || idOf(timestamp, index),
    toolUseId: toolUseId === '' ? null : toolUseId,
    timestamp,
    session_id: text(record['session_id']) || text(record['sessionId']),
    category: FAILURE_CATEGORIES.find((each) => each === record['category']) ?? 'action_error',
    tool,
    input: isObject(rawInput) ? rawInput : rawInput === undefined ? {} : { value: rawInput },
    error: typeof record['error'] === 'string' ? record['error'] : '',
    context: { working_dir: text(context['working_dir']), project: text(context['project']) },
  };
}

/** `err_YYYYMMDD_HHMMSS_nnn`. */
function idOf(timestamp: string, index: number): string {
  const digits = timestamp.replace(/\D/g, '');
  return `err_${digits.slice(0, 8)}_${digits.slice(8, 14)}_${String(index % 1000).padStart(3, '0')}`;
}

/** A line of the failure log as it lies there: other tools append to it as well, with fewer fields and unredacted. */
export const LoggedFailureSchema = FailureSchema.or(
  z.unknown().transform((value, context): Failure => {
    const failure = readFailure(value, Number.parseInt(hash64(JSON.stringify(value)).slice(0, 6), 16));
    if (failure !== null) return failure;
    context.addIssue('no failure');
    return z.NEVER;
  }),
).transform(redactFailure);

/** By its name alone the id of a session could pass for a secret; without it a failure is of no session. */
export function redactFailure(failure: Failure): Failure {
  return { ...redactDeep(failure), session_id: redact(failure.session_id) };
}
