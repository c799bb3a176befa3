import { loadavg } from 'node:os';

/** What was promised, and what was measured. */
interface Kept {
  what: string;
  value: number;
  limit: number;
  atLeast: boolean;
  /** The same by CPU time, which other programs on the machine change less. */
  byCpu?: number;
  load: string;
}

const promises: Kept[] = [];

const isKept = ({ value, limit, atLeast }: Kept): boolean => (atLeast ? value >= limit : value <= limit);

/** Notes a figure with its promise, and how busy the machine is. */
export function promise(what: string, value: number, limit: number, atLeast: boolean, byCpu?: number): void {
  promises.push({ what, value, limit, atLeast, load: loadNow(), ...(byCpu === undefined ? {} : { byCpu }) });
}

/** Programs that want to run, averaged over the last minute: beyond the cores, wall-clock figures are too low. */
export function loadNow(): string {
  return loadavg()[0]!.toFixed(1);
}

/** Prints all of them; whether every one is kept. */
export function printPromises(): boolean {
  console.log(
    `\n${'promise'.padEnd(36)} ${'measured'.padStart(9)} ${'by CPU'.padStart(9)} ${'promised'.padStart(11)}  load`,
  );
  for (const kept of promises) {
    const cpu = kept.byCpu === undefined ? '' : kept.byCpu.toFixed(2);
    const limit = `${kept.atLeast ? '≥' : '≤'} ${kept.limit}`;
    console.log(
      `${kept.what.padEnd(36)} ${kept.value.toFixed(2).padStart(9)} ${cpu.padStart(9)} ${limit.padStart(11)}  ${kept.load.padStart(4)}  ${isKept(kept) ? 'kept' : 'MISSED'}`,
    );
  }
  return promises.every(isKept);
}
