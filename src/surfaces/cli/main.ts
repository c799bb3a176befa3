/** Placeholder until the command line lands. */
export async function runCli(_argv: string[]): Promise<number> {
  await import('zod');
  await import('kysely');
  await import('ink');
  return 0;
}
