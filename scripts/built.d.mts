export const executable: string;
export function isBuilt(): boolean;
