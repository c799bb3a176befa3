import { systemErrorCode } from './errors.ts';

/** Whether there is a process of that number, whoever's it is. One that nobody has waited for yet is there still. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH';
  }
}
