export const CLIENT_VERSIONS: string[];
export function installClient(version: string): string;
