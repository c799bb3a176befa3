export function installTool(name: string, version: string): string;
export function nodeFromNpm(version?: string): string;
