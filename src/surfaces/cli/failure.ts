import { AppError, EXIT, isSystemError, messageOf, systemHint, systemReason } from '../../platform/errors.ts';
import { oneLine } from './terminal.ts';

interface Failure {
  code: string;
  message: string;
  hint: string | null;
  exitCode: number;
}

/** What a user is told of an error: ours as it is, the system's as an I/O error, anything else as our bug. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof AppError) {
    return { code: error.code, message: oneLine(error.message), hint: error.hint, exitCode: error.exitCode };
  }
  const message = oneLine(messageOf(error));
  if (isSystemError(error)) {
    const { path, syscall } = error as { path?: unknown; syscall?: unknown };
    const what = typeof path === 'string' ? `cannot use ${path}` : `cannot ${syscall}`;
    const told =
      path === undefined && syscall === undefined ? message : oneLine(`${what}: ${systemReason(error)}`);
    return { code: 'IO', message: told, hint: systemHint(error), exitCode: EXIT.user };
  }
  return {
    code: 'INTERNAL',
    message: `internal error: ${message}`,
    hint: 'This is a bug in lessons. LESSONS_DEBUG=1 shows where.',
    exitCode: EXIT.internal,
  };
}
