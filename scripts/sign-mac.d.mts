export function signForMac(executable: string, options?: { platform?: string; codesign?: string }): boolean;
