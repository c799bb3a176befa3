/** What an invocation runs in its turn. */
export type Inner =
  /** The words from `from` to `to` are a command; of `program`, where the first word does not say so. */
  | { kind: 'words'; from: number; to: number; via: string; program?: string }
  /**
   * The same, but it only decides what of the arguments is data: the command runs in another world, or with the
   * tools of one project, so that of what it runs in its turn (`npx cross-env CI=1 git push`) programs of the `system` count.
   */
  | { kind: 'inside'; from: number; to: number; via: string; system?: true }
  /**
   * The words from `from` to `to`, joined by blanks, are a command line; of the first, what stands behind `offset`. With
   * `program` they are its arguments: `--entrypoint rm alpine -rf /w`.
   */
  | { kind: 'script'; from: number; to: number; via: string; offset?: number; program?: string };

/** One word that is a command line. */
export const lineAt = (from: number, via: string, offset = 0): Inner => ({
  kind: 'script',
  from,
  to: from + 1,
  via,
  offset,
});
