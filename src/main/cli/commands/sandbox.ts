import { startSandbox } from '../../../sandbox/startSandbox.ts';
import { readWorld } from '../../../sandbox/world.ts';
import { msg } from '../../../shared/message.ts';
import { portError } from '../../platform/network/portError.ts';
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
  const { port = 0, world: file } = options;
  const { directory, checker, account, stop } = await startSandbox({
    ...(file ? { world: await readJsonFile(file, msg('cli.error.world', { file }), checkedWorld) } : {}),
    port,
    ...(options.limit ? {} : { rate: null }),
    ...(options.profile ? { profile: options.profile } : {}),
  }).catch((error: unknown) => {
    throw portError(error, port);
  });
  terminal.out(`${JSON.stringify({ directory, checker, ...account })}\n`);
  await stopped;
  await stop();
  return exitCodes.done;
}

/** Throws what is wrong with the world. */
function checkedWorld(world: unknown): unknown {
  readWorld(world);
  return world;
}
