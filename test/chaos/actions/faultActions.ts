import { setTimeout as pause } from 'node:timers/promises';
import type { KillPoint } from '../killPoint.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, inBackground, note, startIfNeeded } from '../world.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Real milliseconds: longer than a request's timeout, but shorter than that plus the wait before the look-up. */
const slow = [100, 400, 3400];

/** Faults of the directory, the network, the disk and the process. */
export const faultActions: Action[] = [
  { name: 'the directory misbehaves', weight: 22, kind: 'fault', run: misbehave },
  {
    name: 'the directory behaves again',
    weight: 8,
    kind: 'fault',
    async run({ directories }) {
      directories.network.behave();
      for (const place of [0, 1]) await directories.steer(place, 'faults', undefined, 'DELETE');
    },
  },
  {
    name: 'maintenance',
    weight: 3,
    kind: 'fault',
    run: ({ directories }, random) =>
      directories.steer(random.int(0, 1), 'maintenance', { on: random.percent(60) }),
  },
  { name: 'kill', isTimed: true, weight: 10, kind: 'fault', run: killSoon },
  { name: 'kill at the start', weight: 4, kind: 'fault', run: killAtStart },
  {
    name: 'quit and restart',
    weight: 4,
    kind: 'fault',
    async run(world) {
      await world.application.stop();
      await startIfNeeded(world);
    },
  },
  {
    name: 'the directory crashes',
    isTimed: true,
    weight: 4,
    kind: 'fault',
    async run(world, random) {
      await world.directories.kill();
      world.count.kills += 1;
      if (random.percent(60)) await pause(random.int(0, 800));
      await world.directories.start();
    },
  },
  {
    name: 'the directory hangs',
    isTimed: true,
    weight: process.platform === 'win32' ? 0 : 3,
    kind: 'fault',
    run: async (world, random) => inBackground(world, world.directories.stall(random.int(100, 2500))),
  },
  {
    name: 'the network goes on or off',
    weight: 6,
    kind: 'fault',
    run: async (world, random) => world.application.set({ isOffline: random.percent(50) }),
  },
  {
    name: 'the disk is full',
    weight: 4,
    kind: 'fault',
    run: async (world, random) => fillDisk(world, random),
  },
  { name: 'free disk space', weight: 6, kind: 'fault', run: async (world) => makeRoom(world) },
  {
    name: 'the clock jumps',
    weight: 6,
    kind: 'fault',
    run: async (world, random) =>
      world.application.set({
        offset: random.pick([0, 0, hour, -hour, 30 * hour, -30 * hour, 65_000, -65_000]),
      }),
  },
  {
    name: 'the clock jumps by a day and back',
    isTimed: true,
    weight: 3,
    kind: 'fault',
    run: async (world, random) => inBackground(world, jumpAndBack(world, random)),
  },
  {
    name: 'the key is missing',
    weight: 2,
    kind: 'fault',
    async run(world, random) {
      const { id, key } = random.pick(world.accounts);
      if (random.percent(50)) await ask(world, 'accounts.removeKey', { id });
      // A key that the directory does not know is not stored.
      else await ask(world, 'accounts.setKey', { id, key: `${key.slice(0, -2)}ff` });
      await pause(random.int(0, 300));
      await ask(world, 'accounts.setKey', { id, key });
    },
  },
];

/** Moves the wall clock by a day several times, as when a time server and a person disagree. */
async function jumpAndBack({ application }: ChaosWorld, random: Random): Promise<void> {
  for (const offset of random.some([day, -day, day, -day], random.int(1, 4))) {
    application.set({ offset });
    await pause(random.int(10, 400));
    application.set({ offset: 0 });
    await pause(random.int(0, 200));
  }
}

/** Fills the disk, completely or nearly. */
export function fillDisk(world: ChaosWorld, random: Random): void {
  world.wasFull = true;
  if (world.disk.isReal) world.disk.fill(random.pick([0, 4096, 40_000, 300_000]));
  else world.application.set({ pagesLeft: random.int(0, 40) });
}

export function makeRoom(world: ChaosWorld): void {
  world.disk.free();
  world.application.set({ pagesLeft: null });
}

/** Starts the application, which kills itself while it starts, or is killed just after it is ready. */
export async function killAtStart(world: ChaosWorld, random: Random): Promise<void> {
  await world.application.kill();
  world.application.killAt({ at: 'before statement', number: random.int(1, 80) });
  await startIfNeeded(world);
  await world.application.kill();
  world.application.killAt(null);
  world.count.kills += 1;
}

/** Kills the application at a countable point of the next actions, or of its work meanwhile. */
async function killSoon(world: ChaosWorld, random: Random): Promise<void> {
  world.count.kills += 1;
  const at = random.pick(['before write', 'after write', 'before request', 'before answer'] as const);
  const number = random.int(1, most[at]);
  note(world, `kill -9 ${at} ${number}`);
  world.application.killAt({ at, number });
}

/** The latest points of a kill: about as far as some actions get. */
const most: Readonly<Record<Exclude<KillPoint['at'], 'before statement'>, number>> = {
  'before write': 40,
  'after write': 40,
  'before request': 10,
  'before answer': 10,
};

async function misbehave({ directories }: ChaosWorld, random: Random): Promise<void> {
  const match = {
    ...(random.percent(50) ? { method: random.pick(['POST', 'PUT', 'GET', 'DELETE']) } : {}),
    ...(random.percent(30) ? { path: random.pick(['bulk', 'search', 'application', 'article']) } : {}),
    times: random.int(1, 4),
  };
  await directories.steer(random.int(0, 1), 'faults', { match, ...fault(random) });
}

function fault(random: Random): object {
  switch (random.int(1, 11)) {
    case 1:
    case 2:
      return { kind: 'rate_limit', ...(random.percent(50) ? { retryAfter: random.int(1, 20) } : {}) };
    case 3:
    case 4:
      return { kind: 'slow', ms: random.pick(slow) };
    case 5:
      return { kind: 'drop_before' };
    case 6:
      return { kind: 'drop_after' };
    case 7:
      // Only a server error may come after the record was stored.
      if (random.percent(30)) return { kind: 'status', status: random.pick([401, 403, 413]) };
      return { kind: 'status', status: random.pick([500, 502, 503, 504]), after: random.percent(50) };
    case 8:
      return { kind: 'truncated' };
    case 9:
      return { kind: 'not_json' };
    case 10:
      return {
        kind: 'wrong_json',
        body: random.pick([{}, [], null, 7, 'text', { status: 'ok' }, { results: 'none' }]),
      };
    default:
      return random.percent(50) ? { kind: 'hang' } : { kind: 'redirect' };
  }
}
