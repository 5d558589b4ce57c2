import { expect, test } from 'vitest';
import { onlyInFullRuns } from '../helpers/fullRuns.ts';
import { actions, drawRound, runChaos } from './chaos.ts';
import type { Problem } from './problem.ts';
import { reportOf } from './report.ts';
import { seeded } from './seeded.ts';

const slowInFullRuns = { ...onlyInFullRuns, timeout: 240_000 };

// `npm test` also runs chaos for a minute.
test.concurrent(
  'a short run of chaos loses nothing and breaks nothing',
  slowInFullRuns,
  async ({ expect }) => {
    const run = await runChaos({ seed: 11_131, rounds: 1, steps: 14 });
    expect(run.problems, run.past.slice(-120).join('\n')).toEqual([]);
    expect(run).toMatchObject({ rounds: 1 });
    expect(run.actions).toBeGreaterThan(5);
    expect(run.faults).toBeGreaterThan(2);
    expect(Object.keys(run.steps)).toContain('item queued -> sending');
  },
);

test.concurrent('a planted fault is found, reported with its seed, and found again with that seed', async ({
  expect,
}) => {
  const options = { seed: 6, rounds: 1, steps: 4, only: ['draft', 'edit'], plant: 'save' as const };
  const first = await runChaos(options);
  expect(textsOf(first.problems)).toContain('differs from the saved content');
  const report = reportOf(options, first).join('\n');
  expect(report).toContain('differs from the saved content');
  expect(report).toContain('To repeat: npm run chaos -- --seed 6 --rounds 1 --only "draft,edit" --steps 4');
  const again = await runChaos(options);
  expect(again.problems).toEqual(first.problems);
}, 240_000);

test.concurrent(
  'a limiter that forgets what it spent is found by the client’s and by the server’s count',
  slowInFullRuns,
  async ({ expect }) => {
    const only = ['kill during many requests'];
    // So slow that the limit does not recover during a restart, however busy the computer is.
    const slow = { factor: 0.2, isBare: true };
    const run = await runChaos({ seed: 6, rounds: 1, steps: 1, only, plant: 'limiter', ...slow });
    expect(textsOf(run.problems)).toMatch(/left for directory . within .* over the limit/);
    expect(textsOf(run.problems)).toMatch(/arrived at directory . within .* over the limit/);
  },
);

test.concurrent(
  'an upload that is planned again when it is confirmed is found',
  slowInFullRuns,
  async ({ expect }) => {
    const only = ['send'];
    const run = await runChaos({ seed: 3, rounds: 1, steps: 30, only, plant: 'consent' });
    expect(textsOf(run.problems)).toContain('no confirmed plan listed it like this');
  },
);

test.concurrent('a watch that looks only once is found', slowInFullRuns, async ({ expect }) => {
  const only = ['staff delete articles', 'staff edit an article'];
  const run = await runChaos({ seed: 2, rounds: 2, steps: 12, only, plant: 'watch', isBare: true });
  expect(run.rounds).toBe(2);
  expect(textsOf(run.problems)).toMatch(/The staff deleted \w+, which is present here and not listed/);
  expect(textsOf(run.problems)).toMatch(/The staff named \w+ ".+", which is not listed/);
});

test.concurrent('a lock that a cleaner can remove is found', slowInFullRuns, async ({ expect }) => {
  const only = ['a cleaner removes lock and temporary files'];
  const run = await runChaos({ seed: 1, rounds: 1, steps: 1, only, plant: 'lock', isBare: true });
  expect(textsOf(run.problems)).toContain('A second Colophon on the same data folder');
});

test.concurrent('a seed gives the same actions and results again, with kills in the middle of them', async ({
  expect,
}) => {
  const only = ['draft', 'edit', 'trash', 'restore', 'edit application', 'kill'];
  const options = { seed: 7, rounds: 2, steps: 6, only };
  const [first, again] = await Promise.all([runChaos(options), runChaos(options)]);
  expect(first.kills).toBeGreaterThan(3);
  expect(first.trace.lines.filter((line) => line.endsWith('-> died'))).not.toEqual([]);
  expect(again.trace.lines).toEqual(first.trace.lines);
  expect(again.trace.fingerprint()).toBe(first.trace.fingerprint());
}, 240_000);

test('a seed determines the actions, their order and their random numbers', () => {
  const script = (seed: number) => drawRound(seeded(seed), {});
  expect(script(3)).toEqual(script(3));
  expect(script(3)).not.toEqual(script(4));
  const some = drawRound(seeded(3), { only: ['draft', 'kill'], steps: 50 }).steps;
  expect(new Set(some.map(({ action }) => action))).toEqual(new Set(['draft', 'kill']));
});

test('every action can occur', () => {
  const names = new Set(drawRound(seeded(1), { steps: 3000 }).steps.map(({ action }) => action));
  expect(
    actions
      .filter(({ weight }) => weight > 0)
      .map(({ name }) => name)
      .filter((name) => !names.has(name)),
  ).toEqual([]);
});

function textsOf(problems: readonly Problem[]): string {
  return problems.map(({ text }) => text).join('\n');
}
