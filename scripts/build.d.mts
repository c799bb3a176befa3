export function build(entry: string, outfile: string, extra?: string[]): number;
