import { withdrawForAWhile } from './actions/staffActions.ts';
import type { Random } from './seeded.ts';
import { type ChaosWorld, note, until, value } from './world.ts';

/** Has the watch look at each directory, when nothing else happens, and again while a journal is withdrawn. */
export async function lookAtDirectories(world: ChaosWorld, random: Random): Promise<void> {
  for (const { id: accountId, place } of world.accounts) {
    const isInventory = random.percent(30);
    await lookOnce(world, accountId, isInventory);
    if (!random.percent(30)) continue;
    await withdrawForAWhile(world, place, random, async () => {
      await lookOnce(world, accountId, false);
    });
    await lookOnce(world, accountId, false);
  }
}

/** Returns false if another computer of the office has the right to look. */
export async function lookOnce(world: ChaosWorld, accountId: string, isInventory: boolean): Promise<boolean> {
  // One that began before is not the next look.
  await untilIdle(world, accountId);
  if (!(await value(world, 'watch.start', { accountId, isInventory }))) return true;
  const state = await untilIdle(world, accountId);
  if (state?.state === 'elsewhere') return false;
  if (state && state.problem === null) return true;
  const text = `The look of account ${accountId} is ${state ? JSON.stringify(state) : 'not over'}.`;
  world.problems.push({ check: 'look does not end', text });
  return true;
}

async function untilIdle(world: ChaosWorld, accountId: string) {
  for (let left = 10; left > 0; left--) {
    const isOver = ({ state }: { state: string }) => state !== 'looking' && state !== 'inventory';
    const found = await until(world, 'watch.state', { accountId }, isOver);
    if (found) return found;
    note(world, `the look of account ${accountId} goes on`);
  }
  return null;
}
