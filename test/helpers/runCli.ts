import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../src/main/cli.ts', import.meta.url));

export interface CliRun {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command line from its sources, as its own process, to the end, or until Ctrl C as soon as it says `stopAt`. */
export function runCli(
  args: string[],
  options: { input?: string; environment?: Record<string, string>; stopAt?: string } = {},
): Promise<CliRun> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [entry, ...args], {
    env: { PATH, HOME, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}), ...options.environment },
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
