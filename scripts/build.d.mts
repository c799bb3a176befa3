export function build(entry: string, outfile: string, extra?: string[]): number;
export function sweepUnfinished(folder: string): void;
