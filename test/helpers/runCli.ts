import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createCommands } from '../../src/main/cli/commands.ts';
import { language, speak } from '../../src/shared/i18n/i18n.ts';
import { plainEnvironment } from './plainEnvironment.ts';
import { cliProgram, workerFiles } from './programFiles.ts';

/** The folder that all data folders share, for this test process alone. */
const stateFolder = mkdtempSync(join(tmpdir(), 'colophon-state-'));

const entry = fileURLToPath(cliProgram);

export interface CliRun {
  code: number | null;
  out: string;
  err: string;
}

interface CliOptions {
  input?: string;
  environment?: Record<string, string>;
}

/** Runs a command in this process. One at a time, since the command sets the process's language. */
export async function runCli(
  args: string[],
  { input = '', environment = {} }: CliOptions = {},
): Promise<CliRun> {
  const run: CliRun = { code: null, out: '', err: '' };
  const before = language();
  try {
    run.code = await createCommands({
      argv: [process.execPath, entry, ...args],
      stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]) as NodeJS.ReadStream,
      out: (text) => {
        run.out += text;
      },
      outData: async (piece) => {
        run.out += piece;
      },
      isScreen: false,
      err: (text) => {
        run.err += text;
      },
      environment: { HOME: process.env.HOME, XDG_STATE_HOME: stateFolder, ...environment },
      workerFiles,
    }).run();
  } finally {
    await speak(before);
  }
  return run;
}

/** Runs a command from its sources in its own process, until it exits or gets Ctrl C after printing `stopAt`. */
export function spawnCli(args: string[], options: CliOptions & { stopAt?: string } = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [entry, ...args], {
    env: {
      ...plainEnvironment(),
      HOME: process.env.HOME,
      XDG_STATE_HOME: stateFolder,
      ...options.environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const run: CliRun = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    run.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    run.err += text;
    if (options.stopAt && !child.killed && run.err.includes(options.stopAt)) child.kill('SIGINT');
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...run, code })));
}
