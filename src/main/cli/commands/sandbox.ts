import { startSandbox } from '../../../sandbox/startSandbox.ts';
import { msg } from '../../../shared/message.ts';
import { untilStopped } from '../../platform/untilStopped.ts';
import { readJsonFile } from '../givenFiles.ts';
import { exitCodes, type Terminal } from '../terminal.ts';

/**
 * Serves the sandbox directory until it is stopped; prints its base addresses and the key for them as one
 * JSON line once it listens.
 */
export async function sandbox(
  options: { port?: number; world?: string; limit: boolean; profile?: '2026-08' | 'next' },
  terminal: Terminal,
): Promise<number> {
  const stopped = untilStopped();
  const { directory, checker, account, stop } = await startSandbox({
    ...(options.world
      ? { world: await readJsonFile(options.world, msg('cli.error.world', { file: options.world })) }
      : {}),
    port: options.port ?? 0,
    ...(options.limit ? {} : { rate: null }),
    ...(options.profile ? { profile: options.profile } : {}),
  });
  terminal.out(`${JSON.stringify({ directory, checker, ...account })}\n`);
  await stopped;
  await stop();
  return exitCodes.done;
}
