import { expect, test } from 'vitest';
import { onlyInFullRuns } from '../helpers/fullRuns.ts';
import { runChaos } from './chaos.ts';
import { compareRuns, type Played } from './fingerprint.ts';

const played: Played = {
  script: { seed: 1, rounds: [{ steps: [{ action: 'draft', seed: 2, after: 0 }], end: 3 }] },
  results: ['drafts.create -> ok', 'drafts.get -> ok'],
  requests: ['POST /directory/api/v3/bulk/articles'],
  data: ['draft sent 0 Chaos stamp 1'],
};

test('two runs with the same lines are the same; the order of results does not count', () => {
  const { isSame, lines } = compareRuns(played, { ...played, results: played.results.toReversed() });
  expect(isSame).toBe(true);
  expect(lines.filter((line) => line.includes('twice'))).toHaveLength(4);
});

test.each<[string, Partial<Played>, string]>([
  ['actions', { script: { seed: 1, rounds: [{ steps: [], end: 3 }] } }, '  second: 3'],
  ['results', { results: ['drafts.create -> died'] }, '  second: drafts.create -> died'],
  ['requests', { requests: [] }, '  second: nothing more'],
  ['data', { data: [...played.data, 'draft never 0 Chaos stamp 2'] }, '  first:  nothing more'],
])('a difference of %s between two runs is found and shown', (part, change, shown) => {
  const { isSame, lines } = compareRuns(played, { ...played, ...change });
  expect(isSame).toBe(false);
  expect(lines.filter((line) => line.includes('DIFFER'))).toEqual([expect.stringContaining(part)]);
  expect(lines).toContain(shown);
});

test('a seed is repeated with its requests and the data at the end', {
  ...onlyInFullRuns,
  timeout: 240_000,
}, async () => {
  const options = { seed: 1, rounds: 1, steps: 20, isSettled: true };
  const runs = await Promise.all([runChaos(options), runChaos(options)]);
  // A check of compliance asks for several documents at once, and a fault hits the one that arrives first.
  const isDrawn = (line: string) => !line.startsWith('compliance.check ');
  const [first, second] = runs.map((run): Played => ({ ...run, results: run.trace.lines.filter(isDrawn) }));
  expect(first!.results.length).toBeGreaterThan(50);
  expect(first!.requests.length).toBeGreaterThan(0);
  expect(first!.data.length).toBeGreaterThan(100);
  const { isSame, lines } = compareRuns(first!, second!);
  expect(isSame, lines.join('\n')).toBe(true);
});
