export function bunPackages(machine: {
  platform: string;
  arch: string;
  libc: 'glibc' | 'musl' | null;
  avx2: boolean;
}): string[];
export function runBun(args: string[], options?: object): number;
