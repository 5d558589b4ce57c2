import { expect, test } from 'vitest';
import { actions, runChaos, writeScript } from './chaos.ts';
import { seeded } from './seeded.ts';

test('a short run of chaos loses nothing and breaks nothing', async () => {
  const run = await runChaos({ seed: 20_261_121, minutes: 1, rounds: 1, steps: 18 });
  expect(run.problems, run.past.slice(-80).join('\n')).toEqual([]);
  expect(run).toMatchObject({ rounds: 1 });
  expect(run.actions).toBeGreaterThan(5);
  expect(run.faults).toBeGreaterThan(2);
  expect(Object.keys(run.steps)).toContain('item queued -> sending');
}, 240_000);

test('a seed is a script: what happens, in which order, and with which chance', () => {
  const script = (seed: number) =>
    writeScript(seeded(seed), {}).map(({ action, seed }) => [action.name, seed]);
  expect(script(3)).toEqual(script(3));
  expect(script(3)).not.toEqual(script(4));
  const some = writeScript(seeded(3), { only: ['draft', 'kill'], steps: 50 });
  expect(new Set(some.map(({ action }) => action.name))).toEqual(new Set(['draft', 'kill']));
});

test('every action can come up', () => {
  const names = new Set(writeScript(seeded(1), { steps: 3000 }).map(({ action }) => action.name));
  expect(
    actions
      .filter(({ weight }) => weight > 0)
      .map(({ name }) => name)
      .filter((name) => !names.has(name)),
  ).toEqual([]);
});
