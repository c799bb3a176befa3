/** What a secret is replaced by. Plain, so that redacted texts of one mistake stay equal. */
export const REDACTED = '[REDACTED]';
