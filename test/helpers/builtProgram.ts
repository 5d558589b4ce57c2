import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { plainEnvironment } from './plainEnvironment.ts';

export const colophonScript = fileURLToPath(new URL('../../scripts/colophon.mjs', import.meta.url));
const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

export interface BuiltRun {
  child: ChildProcess;
  /** What was printed until now. */
  out(): string;
  err(): string;
  /** Resolves when something that matches was printed to the output or the errors; rejects if the process ends first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** As a shell reports the end: the exit code, or 128 and the number of the signal. */
  ended(): Promise<number>;
}

/** Starts a program in a process of its own; `group`: with all its children in a process group of their own. */
export function startBuilt(
  [program = '', ...args]: readonly string[],
  {
    environment = {},
    input = '',
    group = false,
  }: { environment?: NodeJS.ProcessEnv; input?: string; group?: boolean } = {},
): BuiltRun {
  const child = spawn(program, args, {
    cwd: projectFolder,
    detached: group,
    env: {
      ...plainEnvironment(),
      // No keychain, no window and no language but what the test says.
      ...{ HOME: process.env.HOME, DBUS_SESSION_BUS_ADDRESS: 'disabled:', COLOPHON_NO_UPDATE_CHECK: '1' },
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  let heard = Promise.withResolvers<void>();
  const tell = () => {
    heard.resolve();
    heard = Promise.withResolvers<void>();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    tell();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    tell();
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  let isOver = false;
  const end = once(child, 'close').then(([code, signal]) => {
    isOver = true;
    tell();
    return code === null ? 128 + signals[signal as keyof typeof signals] : (code as number);
  });
  return {
    child,
    out: () => out,
    err: () => err,
    async printed(pattern) {
      for (;;) {
        const found = pattern.exec(out) ?? pattern.exec(err);
        if (found) return found;
        if (isOver) throw new Error(`${args.join(' ')} ended without ${pattern}:\n${out}${err}`);
        await heard.promise;
      }
    },
    ended: () => end,
  };
}

const signals = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };
