/** The number of random cases of a slow property; `npm run test:full` tries more. */
export function randomCases(usual: number, full: number): { numRuns: number } {
  return { numRuns: process.env.COLOPHON_TEST_FULL ? full : usual };
}
