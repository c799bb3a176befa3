/** Exit codes that the command line promises. */
export const EXIT = { ok: 0, user: 1, usage: 2, internal: 70 } as const;

/** Every code an AppError may carry; `docs/errors.md` documents each. */
export const ERROR_CODES = [
  'NOT_FOUND',
  'AMBIGUOUS_REF',
  'INVALID_INPUT',
  'INVALID_JSON',
  'INVALID_TRANSITION',
  'DUPLICATE',
  'UNSAFE_PATTERN',
  'NEEDS_TERMINAL',
  'NEEDS_HUMAN',
  'NOT_TRUSTED',
  'NEWER_STORE',
  'NEWER_FORMAT',
  'UNKNOWN_FORMAT',
  'LOCKED',
  'IO',
  'CONFLICT',
  'USAGE',
  'AGENT_FAILED',
  'INTERNAL',
] as const;
type ErrorCode = (typeof ERROR_CODES)[number];

/** The one error that reaches a user: one line of what and where, one of what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | null;
  readonly exitCode: number;

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string; exitCode?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.hint = options.hint ?? null;
    this.exitCode =
      options.exitCode ?? (code === 'USAGE' ? EXIT.usage : code === 'INTERNAL' ? EXIT.internal : EXIT.user);
  }

  /** What it says, and what to do. */
  get inFull(): string {
    return this.hint === null ? this.message : `${this.message}. ${this.hint}`;
  }
}

/** The same error as it is told from further out. @param further what to do besides what it says itself */
export function restated(error: AppError, message: string, further?: string): AppError {
  const hint = [error.hint, further].filter((each) => each != null).join(' ');
  return new AppError(error.code, message, { ...(hint !== '' && { hint }), cause: error });
}

/** The `code` of a Node system error (`ENOENT`…), or null. */
export function systemErrorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Whether it was the system that refused something, and not a bug of ours that Node names by a code. */
export const isSystemError = (error: unknown): boolean => /^E[A-Z0-9]+$/.test(systemErrorCode(error) ?? '');

/** What an error says; what is thrown may be anything. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why the system refused something, in words. */
export function systemReason(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const code = systemErrorCode(error);
  const words = code === null ? null : (SYSTEM_REASONS[code] ?? code);
  return words ?? messageOf(error);
}

const SYSTEM_REASONS: Record<string, string> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file of that name, or a link that leads nowhere, is in the way',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is a file, not a folder',
  ENOENT: 'it is not there',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  EFBIG: 'the file would be larger than is allowed',
  EIO: 'the disk failed',
};

/** What to do about what the system refused, or null. */
export function systemHint(error: unknown): string | null {
  const code = systemErrorCode(error) ?? '';
  if (code === 'ENOSPC') return 'Free some space and try again.';
  return ['EACCES', 'EPERM', 'EROFS'].includes(code) ? 'Check the permissions.' : null;
}

/** What the system refused to do with a file or folder, as the error of ours that says so. */
export function systemFailure(what: string, error: unknown, hint = systemHint(error)): AppError {
  return new AppError('IO', `${what}: ${systemReason(error)}`, {
    ...(hint !== null && { hint }),
    cause: error,
  });
}

/** Whatever was thrown, as it is told: an error of ours as it is, the system's as one of a file, else as our bug. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!isSystemError(error))
    return new AppError('INTERNAL', `internal error: ${messageOf(error)}`, {
      hint: 'This is a bug in lessons. LESSONS_DEBUG=1 shows where.',
      cause: error,
    });
  const { path, syscall } = error as { path?: unknown; syscall?: unknown };
  if (path === undefined && syscall === undefined)
    return new AppError('IO', messageOf(error), { cause: error });
  return systemFailure(typeof path === 'string' ? `cannot use ${path}` : `cannot ${syscall}`, error);
}

/** Whether there is nothing of that name. */
export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '');

/** Why a file or folder could not be read, in the words of a report. */
export function unreadableReason(error: unknown): string {
  if (isMissing(error)) return 'not found';
  switch (systemErrorCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'no permission to read';
    case 'ELOOP':
      return 'a loop of links';
    case 'ENXIO':
    case 'ENODEV':
      return 'not a regular file';
    default:
      return messageOf(error).split('\n')[0]!.slice(0, 200);
  }
}
