/**
 * What past calls say about a pattern: how many calls it matches that failed, and that went well.
 * @param pattern of commands, or a glob for the paths of `tools`
 * @param enough good calls beyond which the answer may be that they are infinitely many
 * @param tools whose paths a glob is for; without them it is a command pattern
 * @param project whose calls are counted; without it those of all
 */
export type Assess = (
  pattern: string,
  enough: number,
  tools?: readonly string[],
  project?: string,
) => { failing: number; good: number };
