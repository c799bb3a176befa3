/** The pack, folder or file that a lesson came from, in words. */
export const describeOrigin = (origin: string): string =>
  origin.replace(/^([a-z]+)(?:@[0-9a-f]*)?:/, (_all, kind: string) => `the ${kind} `);
