import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createApplication } from '../application.ts';
import { type Action, ask, type ChaosWorld, note, startIfNeeded } from '../world.ts';

const cli = join(import.meta.dirname, '../../../src/main/cli.ts');

/** Opens the data folder a second time. */
export const folderActions: Action[] = [
  {
    name: 'start a second Colophon',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      await Promise.all(world.background);
      if (!(await startIfNeeded(world))) return;
      if (random.percent(60)) await secondWindow(world);
      else await commandLine(world);
      await checkFirst(world);
    },
  },
];

/** The application that was running before still answers. */
export async function checkFirst(world: ChaosWorld): Promise<void> {
  if (!world.application.isRunning) return;
  const info = await ask(world, 'app.info', {});
  const text = 'A second Colophon stopped the first one.';
  if (info.how !== 'ok') world.problems.push({ check: 'second program stopped the first', text });
}

export async function secondWindow(world: ChaosWorld): Promise<void> {
  const { disk, time, scratch } = world;
  const second = createApplication({ folder: disk.folder, scratch, time });
  const how = await second.start();
  note(world, `second start -> ${how.how}`);
  const isRefused = how.how === 'refused' && how.code === 'folder_in_use';
  const text = `A second Colophon on the same data folder: ${JSON.stringify(how)}`;
  if (!isRefused) world.problems.push({ check: 'second application started', text });
  await second.kill();
  world.problems.push(...second.problems);
}

/** Runs the command line as from a terminal. */
export async function commandLine(world: ChaosWorld): Promise<void> {
  const { disk, scratch } = world;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const started = spawn(process.execPath, [cli, 'account', 'list', '--data', disk.folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: scratch,
    env: { PATH, HOME: scratch, LANG: 'en', ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) },
  });
  let said = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  const [code] = await once(started, 'close');
  note(world, `colophon account list -> ${code} ${said.trim().slice(0, 200)}`);
  if (code === 0 || !/in use|already|another/i.test(said)) {
    const text = `The command line on a data folder in use ended with ${code}: ${said.slice(0, 500)}`;
    world.problems.push({ check: 'command line on an open folder', text });
  }
}
