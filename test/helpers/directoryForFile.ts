import { afterAll, afterEach } from 'vitest';
import { startApplicationDirectory } from './applicationWorld.ts';

/** A directory for all tests of a file, which each of them finds as it was at the start; stopped after the last. */
export async function startDirectoryForFile(options: Parameters<typeof startApplicationDirectory>[0] = {}) {
  const directory = await startApplicationDirectory(options);
  afterEach(async () => {
    await directory.clearFaults();
    await directory.reset();
  });
  afterAll(() => directory.stop());
  return directory;
}
