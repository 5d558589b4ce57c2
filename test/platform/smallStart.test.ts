import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Megabytes of the space of young objects after the start of a program, and after the same work later. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { endSmallStart, startSmall } from ${JSON.stringify(new URL('../../src/main/platform/smallStart.ts', import.meta.url).href)};
  startSmall();
  const space = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 1e6;
  const work = () => Array.from({ length: 500_000 }, (_, number) => ({ number }));
  const kept = [work()];
  const started = space();
  endSmallStart();
  kept.push(work(), work());
  console.log(JSON.stringify({ started, later: space(), kept: kept.length }));
`;

test('objects that stay do not enlarge the space of young ones during the start, and do later', () => {
  const args = ['--input-type=module', '--no-warnings', '-e', program];
  const { started, later } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  expect(started).toBeLessThan(5);
  expect(later).toBeGreaterThan(2 * started);
});
