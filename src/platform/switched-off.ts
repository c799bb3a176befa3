import type { Env } from './paths.ts';

/** Whether `LESSONS_DISABLE` is set to anything but nothing, `0` or `false`. */
export function isSwitchedOff(env: Env): boolean {
  const value = env['LESSONS_DISABLE'];
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
