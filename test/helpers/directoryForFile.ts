import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type ApplicationDirectory, startApplicationDirectory } from './applicationWorld.ts';
import { startTestDirectory, type TestDirectory } from './testDirectory.ts';

/** One directory for all tests of a file: as it was at its start, and without faults, before each of them. */
export function directoryForFile(options?: Parameters<typeof startTestDirectory>[0]): TestDirectory {
  return forFile(() => startTestDirectory(options));
}

/** The same with the journals of tests about applications. */
export function applicationDirectoryForFile(
  options?: Parameters<typeof startApplicationDirectory>[0],
): ApplicationDirectory {
  return forFile(() => startApplicationDirectory(options));
}

function forFile<T extends TestDirectory>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  beforeEach(() => started!.reset());
  afterAll(() => started?.stop());
  // The tests are declared before the directory has an address.
  return new Proxy({} as T, { get: (_, member) => Reflect.get(started!, member) });
}
