export function bundleHook(root: string, outdir: string): Promise<string>;
