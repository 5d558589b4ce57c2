import { isFullRun } from './fullRuns.ts';

/** The number of random cases of a slow property; `npm run test:full` tries more. */
export function randomCases(usual: number, full: number): { numRuns: number } {
  return { numRuns: isFullRun ? full : usual };
}
