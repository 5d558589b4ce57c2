import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';

/** Where there are no links of this kind, as on Windows, there is nothing not to follow. */
const noLinks = constants.O_NOFOLLOW ?? 0;

/**
 * Opens a file of this user to add to it, or makes it, for its owner only. Whatever else somebody left under that name, such
 * as a link, a pipe or a second name of another file, is not written to: it is removed.
 */
export function openOwnFile(file: string): number {
  const found = openFound(file);
  if (found !== null) return found;
  rmSync(file, { force: true });
  return openSync(file, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL, 0o600);
}

/** The same to read it; null if there is no such file. */
export function openOwnToRead(file: string): number | null {
  return openFound(file, constants.O_RDONLY);
}

/** What a file of this user contains; null if there is no such file, or it is larger. */
export function readOwnFile(file: string, maxBytes: number): Buffer | null {
  const opened = openOwnToRead(file);
  if (opened === null) return null;
  try {
    return fstatSync(opened).size > maxBytes ? null : readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Replaces a file of this user as a whole, for its owner only; after a crash the old or the new one is there. */
export function replaceOwnFile(file: string, content: string | Buffer): void {
  const part = `${file}.part`;
  // A link that somebody left there is not followed.
  rmSync(part, { force: true });
  const opened = openSync(part, 'wx', 0o600);
  try {
    writeFileSync(opened, content);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(part, file);
}

function openFound(file: string, mode = constants.O_RDWR | constants.O_APPEND): number | null {
  let opened: number;
  try {
    // Without waiting for somebody at the other end of a pipe.
    opened = openSync(file, mode | noLinks | (constants.O_NONBLOCK ?? 0));
  } catch {
    return null;
  }
  const about = fstatSync(opened);
  const isOwner = process.getuid === undefined || about.uid === process.getuid();
  if (about.isFile() && isOwner && about.nlink === 1) return opened;
  closeSync(opened);
  return null;
}
