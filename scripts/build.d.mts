export const BUILD_FLAGS: string[];
export function build(entry: string, outfile: string, extra?: string[]): number;
