export const CLIENT_VERSIONS: string[];
export function installClient(version: string): string;
export function clientBinary(folder: string): string | null;
