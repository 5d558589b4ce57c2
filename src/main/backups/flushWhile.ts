import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two flushes. */
const flushEvery = 50;

/**
 * Flushes a file to disk repeatedly while `work` writes it. If a large file were flushed only at the end, the disk
 * would be busy for up to a second, and every save on the main thread would wait.
 */
export async function flushWhile<T>(file: string, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const flushing = flushUntil(file, ended.signal);
  try {
    return await work;
  } finally {
    ended.abort();
    await flushing;
  }
}

async function flushUntil(file: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(flushEvery, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await flush(file);
  }
}

/**
 * Errors, such as a file that does not exist yet, are left to `work`, which flushes the file once more and reports
 * them.
 */
async function flush(file: string): Promise<void> {
  try {
    const handle = await open(file, 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch {
    // As described above.
  }
}
