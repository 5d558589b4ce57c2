import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Dialect } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { testPrograms } from '../helpers/programFiles.ts';
import type { ChaosTime } from './chaosTime.ts';
import type { DirectoryOptions } from './directoryChild.ts';
import { createNetwork, type Network } from './network.ts';

/** The content of a directory. */
export interface DirectoryState {
  articles: { id: string; last_updated: string; bibjson: DraftRecord }[];
  applications: {
    id: string;
    admin: { application_status: string; current_journal?: string; owner?: string };
    bibjson: DraftRecord;
  }[];
}

interface DirectoryPlace {
  /** Its address for the application, through the network proxy. */
  port: number;
  directory: Record<Dialect, string>;
  checker: string;
}

/** The directories' process, which can be killed, suspended and restarted with its state. */
export interface Directories {
  readonly places: readonly DirectoryPlace[];
  readonly isUp: boolean;
  readonly network: Network;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Suspends the process for some real milliseconds, so that requests wait. */
  stall(ms: number): Promise<void>;
  /** Controls one of them (`/_sandbox/...`); does nothing while they are down. */
  steer(place: number, path: string, body?: unknown, method?: string): Promise<void>;
  /** Acts as the staff of one of them; false while it is down, or if it is impossible. */
  staff(place: number, action: object): Promise<boolean>;
  state(place: number): Promise<DirectoryState>;
}

/** Creates the handle for directories with these worlds; nothing runs before `start`. */
export function createDirectories(options: {
  time: ChaosTime;
  folder: string;
  worlds: readonly unknown[];
  /** The keys of the directories, by place. */
  keys: readonly string[];
  /** Draws the delays on the network. */
  seed: number;
  /** The service's delays are divided by this. */
  haste?: number;
}): Directories {
  const network = createNetwork(options.time, options.seed, options.keys);
  let places: DirectoryPlace[] = [];
  let inner: number[] = [];
  let child: ChildProcess | null = null;

  const address = (place: number, path: string) => `http://127.0.0.1:${inner[place]!}/_sandbox/${path}`;

  return {
    get places() {
      return places;
    },
    get isUp() {
      return child !== null;
    },
    network,
    async start() {
      if (!child) {
        const given: DirectoryOptions = {
          time: options.time,
          haste: options.haste ?? 1,
          sandboxes: options.worlds.map((world, place) => ({
            world,
            port: inner[place] ?? 0,
            stateFile: join(options.folder, `directory-${place}.jsonl`),
          })),
        };
        child = spawn(process.execPath, [testPrograms.directoryChild, JSON.stringify(given)], {
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
          env: { ...process.env, NODE_OPTIONS: '' },
        });
        [inner] = await once(child, 'message');
      }
      places = (await network.open(inner)).map(placeAt);
    },
    async kill() {
      const killed = child;
      if (!killed) return;
      child = null;
      const over = once(killed, 'exit');
      killed.kill('SIGKILL');
      await Promise.all([over, network.close()]);
    },
    async stall(ms) {
      const held = child;
      if (!held) return;
      held.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, ms));
      held.kill('SIGCONT');
    },
    async steer(place, path, body, method = 'POST') {
      if (!child) return;
      const given = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(address(place, path), { method, ...given });
      if (!answer.ok && answer.status !== 400) throw new Error(`${path}: ${answer.status}`);
    },
    async staff(place, action) {
      if (!child) return false;
      const answer = await fetch(address(place, 'staff'), { method: 'POST', body: JSON.stringify(action) });
      if (!answer.ok && answer.status !== 400) throw new Error(`staff: ${answer.status}`);
      return answer.ok;
    },
    async state(place) {
      const answer = await fetch(address(place, 'state?only=articles,applications'));
      return (await answer.json()) as DirectoryState;
    },
  };
}

function placeAt(port: number): DirectoryPlace {
  const origin = `http://127.0.0.1:${port}`;
  return {
    port,
    directory: { '3.0.1': `${origin}/directory/api/v3/`, '4.0': `${origin}/directory/api/v4/` },
    checker: `${origin}/checker/`,
  };
}
