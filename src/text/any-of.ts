interface Around {
  /** Stands before, and behind, whichever of them fits. */
  before?: RegExp;
  after?: RegExp;
  flags?: string;
}

/**
 * One pattern out of several, so that a long alternation is read and changed a line at a time. Groups are numbered in
 * the order in which they stand.
 */
export function anyOf(patterns: readonly RegExp[], { before, after, flags = '' }: Around = {}): RegExp {
  const sources = patterns.map(({ source }) => source).join('|');
  if (before === undefined && after === undefined) return new RegExp(sources, flags);
  return new RegExp(`${before?.source ?? ''}(?:${sources})${after?.source ?? ''}`, flags);
}
