import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two flushes. */
const flushEvery = 50;

/**
 * Flushes a file to the disk again and again while `work` writes it. Flushed only at its end, a large file would keep
 * the disk busy for up to a second, and every save of the main thread would wait for it.
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

/** An error, such as that there is no file yet, is left to the work, which flushes the file once more and reports it. */
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
