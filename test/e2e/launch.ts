import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { webFlags } from '../../scripts/runtime.mjs';
import { plainEnvironment } from '../helpers/plainEnvironment.ts';
import type { HostAnswer, HostRequest } from './hostProcess.ts';

const shell = fileURLToPath(new URL('../../out/main/web.js', import.meta.url));
const hostProcess = fileURLToPath(new URL('hostProcess.ts', import.meta.url));

/** Starts Colophon on a data folder; resolves when it answers. */
export type Launch = (options: { port: number; data: string }) => Promise<RunningColophon>;

export interface RunningColophon {
  /** Includes the token, which works once. */
  address: string;
  pid: number;
  /** Everything it has printed. */
  printed: () => string;
  /** Kills it as a power cut would. */
  kill: () => Promise<void>;
  /** Ends it at the end of a test. */
  end: () => Promise<void>;
}

/** Launches the built web shell in a process of its own, without a keychain. */
export const launchAlone = async ({
  port,
  data,
  isPortChosen = true,
  environment = {},
  program = shell,
}: Parameters<Launch>[0] & {
  isPortChosen?: boolean;
  environment?: Record<string, string>;
  /** Another build's web shell. */
  program?: string;
}): Promise<RunningColophon> => {
  if (!existsSync(program)) throw new Error('Nothing is built yet: run npm run build.');
  const portOptions = isPortChosen ? ['--port', String(port)] : [];
  const child = spawn(process.execPath, [...webFlags, program, '--no-open', ...portOptions, '--data', data], {
    env: { ...plainEnvironment(), HOME: data, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    printed += `${line}\n`;
    const address = /http:\/\/\S+/.exec(line)?.[0];
    const end = () => kill(child);
    if (address) return { address, pid: child.pid!, printed: () => printed, kill: end, end };
  }
  throw new Error(`Colophon did not start:\n${printed}`);
};

/** Launches one Colophon after another in one process, which is much cheaper; killing one kills the process. */
export function createColophonHost(): { launch: Launch; end: () => Promise<void> } {
  let host: { child: ChildProcess; printed: string } | null = null;

  function start() {
    if (!existsSync(shell)) throw new Error('Nothing is built yet: run npm run build.');
    const child = fork(hostProcess, {
      env: plainEnvironment(),
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const started = { child, printed: '' };
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        started.printed += text;
      });
    }
    return started;
  }

  async function end(): Promise<void> {
    if (host) await kill(host.child);
    host = null;
  }

  return {
    end,
    async launch({ port, data }) {
      host ??= start();
      const { child } = host;
      const running = host;
      const before = running.printed.length;
      const printed = () => running.printed.slice(before);
      const answer = await ask(child, { open: { port, data } });
      if (answer === null || answer === 'closed' || 'failed' in answer) {
        await end();
        throw new Error(`Colophon did not start: ${JSON.stringify(answer)}\n${printed()}`);
      }
      return {
        address: answer.address,
        pid: child.pid!,
        printed,
        kill: end,
        async end() {
          if (host?.child !== child) return;
          // Whatever keeps it from closing must not reach the next test.
          const closed = await Promise.race([ask(child, 'close'), delay(5_000, null)]);
          if (closed !== 'closed') await end();
        },
      };
    },
  };
}

/** Resolves to the host's answer, null if its process ends first. */
function ask(child: ChildProcess, request: HostRequest): Promise<HostAnswer | null> {
  return new Promise((resolve) => {
    const leave = () => resolve(null);
    child.once('exit', leave);
    child.once('message', (answer) => {
      child.off('exit', leave);
      resolve(answer as HostAnswer);
    });
    child.send(request, (error) => error && leave());
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
