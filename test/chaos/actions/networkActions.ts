import { setTimeout as pause } from 'node:timers/promises';
import { issnOf } from '../../helpers/applicationRecords.ts';
import { journals, seededId } from '../contents.ts';
import type { Mischief } from '../network.ts';
import type { Random } from '../seeded.ts';
import {
  type Action,
  ask,
  type ChaosAccount,
  type ChaosWorld,
  inBackground,
  startIfNeeded,
} from '../world.ts';

const hour = 3_600_000;
/** The lowest rate that can be set, in requests a second. */
const slowest = 0.1;

/** Faults and load between the application and the directories. */
export const networkActions: Action[] = [
  {
    name: 'the network corrupts responses',
    weight: 12,
    kind: 'fault',
    run: async ({ directories }, random) =>
      directories.network.spoil(random.int(0, 1), mischief(random), random.int(1, 4)),
  },
  {
    name: 'a directory answers with rubbish',
    weight: 10,
    kind: 'fault',
    async run({ directories }, random) {
      for (let left = random.int(1, 6); left > 0; left--) {
        const rubbish: Mischief = { kind: 'rubbish', seed: random.int(0, 2 ** 31 - 1) };
        directories.network.spoil(random.int(0, 1), rubbish, 1);
      }
    },
  },
  {
    name: 'a storm of 429',
    weight: 3,
    kind: 'fault',
    run: async ({ directories }, random) => {
      const retryAfter = random.pick(['1', '0', '-5', 'date', 'soon', '7']);
      const storm: Mischief = { kind: 'storm', ...(random.percent(50) ? { retryAfter } : {}) };
      directories.network.spoil(random.int(0, 1), storm, random.int(5, 12));
    },
  },
  {
    name: 'the network flickers',
    isTimed: true,
    weight: 4,
    kind: 'fault',
    run: async (world, random) => inBackground(world, flicker(world, random)),
  },
  {
    name: 'many requests at once',
    isTimed: true,
    weight: 5,
    kind: 'action',
    async run(world, random) {
      for (let left = random.int(6, 14); left > 0; left--) inBackground(world, question(world, random));
      await pause(random.int(0, 150));
    },
  },
  {
    name: 'kill during many requests',
    isTimed: true,
    weight: 3,
    kind: 'fault',
    async run(world, random) {
      const account = random.pick(world.accounts);
      // So slow that a restart takes less time than the limit needs to recover.
      await changeRate(world, account, slowest);
      for (let rounds = 3; rounds > 0; rounds--) {
        await killDuringRequests(world, random, account);
        if (random.percent(30)) world.application.set({ offset: random.pick([0, -hour, hour, 50 * hour]) });
      }
    },
  },
  {
    name: 'change the rate',
    weight: 2,
    kind: 'action',
    run: (world, random) => changeRate(world, random.pick(world.accounts), random.pick([slowest, 0.5, 1, 2])),
  },
];

function mischief(random: Random): Mischief {
  return random.pick<Mischief>([
    { kind: 'portal' },
    { kind: 'redirect', status: random.pick([301, 302, 303, 307, 308]) },
    { kind: 'drip', ms: random.pick([1, 10, 100]) },
    { kind: 'drip', ms: 1 },
    { kind: 'cut' },
    { kind: 'short' },
    { kind: 'noise' },
    { kind: 'lie' },
  ]);
}

async function flicker({ directories }: ChaosWorld, random: Random): Promise<void> {
  for (let times = random.int(1, 5); times > 0; times--) {
    await directories.network.close();
    await pause(random.int(5, 250));
    if (!directories.isUp) return;
    await directories.start();
    await pause(random.int(5, 250));
  }
}

/** Sends more requests than the limit admits at once, and kills the application once the admitted ones are in flight. */
async function killDuringRequests(world: ChaosWorld, random: Random, account: ChaosAccount): Promise<void> {
  await startIfNeeded(world);
  const { network } = world.directories;
  const before = network.arrived(account.place).length;
  const questions = Array.from({ length: 7 }, () => question(world, random, account));
  for (let waits = 150; waits > 0 && network.arrived(account.place).length < before + 4; waits--)
    await pause(20);
  await world.application.kill();
  world.count.kills += 1;
  await Promise.all(questions);
}

/** Sets the rate of an account, which the checks use from then on. */
export async function changeRate(
  world: ChaosWorld,
  { id, place }: ChaosAccount,
  rate: number,
): Promise<void> {
  const end = world.rates[place]!.begin(rate);
  const { how } = await ask(world, 'accounts.update', { id, rate });
  end(how === 'died' ? null : how === 'ok');
}

/** A request to the directory that a user waits for. */
function question(
  world: ChaosWorld,
  random: Random,
  { id: accountId, place } = random.pick(world.accounts),
): Promise<unknown> {
  switch (random.int(1, 4)) {
    case 1:
      return ask(world, 'journals.get', { accountId, id: `journal${random.int(1, journals)}`, fresh: true });
    case 2:
      return ask(world, 'accounts.test', { id: accountId });
    case 3:
      return ask(world, 'drafts.take', {
        accountId,
        remoteIds: [seededId(place, random.int(0, 5)), seededId(place, random.int(6, 12))],
      });
    default:
      return ask(world, 'journals.find', { accountId, text: issnOf(random.int(1, journals) * 2) });
  }
}
