import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../../../src/main/cli/terminal.ts';
import { msg } from '../../../src/shared/message.ts';
import { plainEnvironment } from '../../helpers/plainEnvironment.ts';
import { cliProgram } from '../../helpers/programFiles.ts';
import { textOf } from '../../helpers/textOf.ts';
import { createApplication } from '../application.ts';
import { type ChaosTime, chaosNow } from '../chaosTime.ts';
import { makeArticle } from '../contents.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, note, startIfNeeded } from '../world.ts';

const cli = fileURLToPath(cliProgram);
const [shiftedDate, laterVersion] = ['../shiftedDate.ts', '../laterVersion.ts'].map(
  (name) => new URL(name, import.meta.url).href,
);

/** Opens the data folder a second time. */
export const folderActions: Action[] = [
  {
    name: 'open the data folder a second time',
    weight: 4,
    kind: 'action',
    async run(world, random) {
      await Promise.all(world.background);
      if (!(await startIfNeeded(world))) return;
      if (random.percent(40)) await secondApplication(world);
      else await commandLine(world, random);
      await checkFirst(world);
    },
  },
];

/** The application that was running before still answers. */
export async function checkFirst(world: ChaosWorld): Promise<void> {
  if (!world.application.isRunning) return;
  const info = await ask(world, 'app.info', {});
  const text = 'A second Colophon stopped the first one.';
  // A planned kill may end it before it answers.
  if (info.how !== 'ok' && !world.application.diedAsPlanned)
    world.problems.push({ check: 'second program stopped the first', text });
}

export async function secondApplication(world: ChaosWorld): Promise<void> {
  const { disk, time, scratch } = world;
  const second = createApplication({ folder: disk.folder, scratch, time, seed: 1 });
  const how = await second.start();
  note(world, `second start -> ${how.how}`);
  const isRefused = how.how === 'refused' && how.code === 'folder_in_use';
  const text = `A second Colophon on the same data folder: ${JSON.stringify(how)}`;
  // A planned kill may have ended the first one meanwhile.
  if (!isRefused && world.application.isRunning)
    world.problems.push({ check: 'second application started', text });
  await second.kill();
  world.problems.push(...second.problems);
}

/** Runs a command as from a terminal while Colophon has the data folder open. */
export async function commandLine(world: ChaosWorld, random: Random, program = cli): Promise<void> {
  const { disk, time, scratch } = world;
  const file = join(scratch, 'records.json');
  writeFileSync(file, JSON.stringify([makeArticle(random, world.next())]));
  const { args, usesFolder } = random.pick<Command>([
    { args: ['account', 'list'], usesFolder: true },
    { args: ['backup', 'list'], usesFolder: true },
    { args: ['backup', 'make'], usesFolder: true },
    { args: ['upload', file, '--account', '4.0'], usesFolder: true },
    { args: ['search', 'title:chaos', '--kind', 'article', '--account', '4.0'], usesFolder: true },
    { args: ['check', file], usesFolder: false },
    { args: ['check', join(scratch, 'absent.json')], usesFolder: false },
    { args: ['upload'], usesFolder: false },
  ]);
  const folder = usesFolder ? ['--data', disk.folder] : [];
  const all = [program, '--language', 'en', ...args, ...folder];
  const { code, said } = await runCommand(all, { home: scratch, time });
  const words = `colophon ${args.join(' ')} -> ${code} ${said.trim().slice(0, 500)}`;
  note(world, words);
  if (!isDocumented(code) || /\n\s+at |undefined|\{\{/.test(said))
    world.problems.push({ check: 'command line misbehaves', text: words });
  const isRefused = code === exitCodes.usage && said.includes(textOf(msg('shell.folderInUse.message')));
  if (usesFolder && world.application.isRunning && !isRefused)
    world.problems.push({ check: 'command line on an open folder', text: words });
}

interface Command {
  args: string[];
  usesFolder: boolean;
}

function isDocumented(code: unknown): boolean {
  return Object.values<unknown>(exitCodes).includes(code);
}

async function runCommand(
  args: string[],
  { home, time }: { home: string; time: ChaosTime },
): Promise<{ code: unknown; said: string }> {
  const shift = String(chaosNow(time) - Date.now());
  const started = spawn(process.execPath, ['--import', shiftedDate!, '--import', laterVersion!, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: home,
    env: { ...plainEnvironment(), HOME: home, LANG: 'en', COLOPHON_CHAOS_SHIFT: shift },
  });
  let said = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  const [code] = await once(started, 'close');
  return { code, said };
}
