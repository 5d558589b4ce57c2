import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A small disk for the data folder that can be filled. */
export interface Disk {
  /** A folder on the disk. */
  folder: string;
  /** True for a real disk; else the database's page limit simulates it. */
  isReal: boolean;
  /** Leaves this many bytes free. */
  fill(left: number): void;
  free(): void;
  remove(): void;
}

const size = 256;

/** A memory disk of 256 MB below `folder` if the system permits it (Linux, as root), else a plain folder. */
export function createDisk(folder: string): Disk {
  const at = join(folder, 'disk');
  mkdirSync(at, { recursive: true });
  const isReal =
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'colophon-chaos', at], { stdio: 'ignore' })
      .status === 0;
  const ballast = join(at, 'ballast');
  const data = join(at, 'data');
  mkdirSync(data, { recursive: true });
  return {
    folder: data,
    isReal,
    fill(left) {
      if (!isReal) return;
      const file = openSync(ballast, 'w');
      ftruncateSync(file, Math.max(0, fillUp(file) - left));
      closeSync(file);
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      if (isReal) spawnSync('umount', ['-l', at], { stdio: 'ignore' });
    },
  };
}

/** Writes until the disk is full and returns the number of bytes written. */
function fillUp(file: number): number {
  let written = 0;
  for (const piece of [1 << 20, 4096]) {
    const block = Buffer.alloc(piece, 1);
    try {
      for (;;) written += writeSync(file, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  return written;
}
