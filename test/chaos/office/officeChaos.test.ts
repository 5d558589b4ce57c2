import { describe, expect, test } from 'vitest';
import { isFullRun, onlyInFullRuns } from '../../helpers/fullRuns.ts';
import { withPostgres } from '../../helpers/postgres.ts';
import type { Plant } from '../applicationChild.ts';
import type { OfficeCheck } from '../problem.ts';
import { runOfficeChaos } from './officeChaos.ts';

const inFullRuns = isFullRun ? withPostgres : onlyInFullRuns;

describe('Two people in one office', inFullRuns, () => {
  test('lose nothing in a short run of chaos', async () => {
    const run = await runOfficeChaos({ seed: 11, rounds: 1, steps: 6, people: 2 });
    expect(run.problems, run.past.slice(-120).join('\n')).toEqual([]);
    expect(run.actions).toBeGreaterThan(4);
    expect(run.faults).toBeGreaterThan(1);
  }, 400_000);
});

describe('A planted fault is found in an office:', inFullRuns, () => {
  test.each<[Plant, OfficeCheck, string[], number]>([
    ['save', 'save lost in the office', ['draft', 'edit'], 8],
    ['lease', 'stale fencing token', ['draft', 'send what is new'], 8],
    ['permission', 'permission exceeded', ['a colleague sends SQL'], 6],
    // On a busy machine the first requests are not counted, because the office is not reached yet.
    ['shared limit', 'limit of all computers', ['many requests at once'], 24],
  ])(
    '%s',
    async (plant, check, only, steps) => {
      const run = await runOfficeChaos({ seed: 11, rounds: 1, steps, people: 2, only, plant });
      expect(run.problems.map((problem) => problem.check)).toContain(check);
    },
    400_000,
  );
});
