import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import type { KeptApplication } from './applications/applicationStore.ts';
import type { BulkJob } from './articles/bulkJobs.ts';
import type { ArticleRecord, JournalRecord, Tombstone } from './records.ts';

/** One atomic change of the directory: one line of the state file. */
export interface Change {
  put?: ArticleRecord[];
  remove?: string[];
  tombstones?: Tombstone[];
  applications?: KeptApplication[];
  removeApplications?: string[];
  journals?: JournalRecord[];
  removeJournals?: string[];
  job?: BulkJob;
}

/** Changes as JSON lines, written before the response is sent; a line that a kill truncated is ignored. */
export class StateFile {
  private readonly path: string;
  private file: number;

  constructor(path: string) {
    this.path = path;
    this.file = openOwn(path);
  }

  /** Yields every complete change so far, oldest first; ends a truncated last line so that the next one is separate. */
  *changes(): Generator<Change> {
    let torn = Buffer.alloc(0);
    for (const chunk of this.chunks()) {
      const bytes = Buffer.concat([torn, chunk]);
      let from = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        const change = readLine(bytes.toString('utf8', from, end));
        if (change) yield change;
        from = end + 1;
      }
      torn = bytes.subarray(from);
    }
    if (torn.length > 0) writeSync(this.file, '\n');
  }

  append(change: Change): void {
    writeSync(this.file, toLine(change));
  }

  rewrite(changes: Iterable<Change>): void {
    const freshPath = `${this.path}.new`;
    rmSync(freshPath, { force: true });
    const fresh = openSync(freshPath, 'wx', 0o600);
    for (const change of changes) writeSync(fresh, toLine(change));
    closeSync(fresh);
    closeSync(this.file);
    renameSync(freshPath, this.path);
    this.file = openOwn(this.path);
  }

  clear(): void {
    ftruncateSync(this.file);
  }

  close(): void {
    closeSync(this.file);
  }

  private *chunks(): Generator<Buffer> {
    const chunk = Buffer.alloc(1 << 20);
    for (let at = 0; ; ) {
      const read = readSync(this.file, chunk, 0, chunk.length, at);
      if (read === 0) return;
      at += read;
      yield chunk.subarray(0, read);
    }
  }
}

/** Adds to no file but this one: a link, or a second name of another file, that somebody left there is replaced. */
function openOwn(path: string): number {
  const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDWR } = constants;
  try {
    const file = openSync(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
    const about = fstatSync(file);
    if (about.isFile() && about.nlink === 1) return file;
    closeSync(file);
  } catch {
    // There is none yet, or a link.
  }
  rmSync(path, { force: true });
  return openSync(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0o600);
}

function toLine(change: Change): string {
  return `${JSON.stringify(change)}\n`;
}

function readLine(line: string): Change | undefined {
  try {
    const change: unknown = JSON.parse(line);
    return typeof change === 'object' && change !== null ? change : undefined;
  } catch {
    return undefined;
  }
}
