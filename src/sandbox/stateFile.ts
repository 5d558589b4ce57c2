import { closeSync, ftruncateSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import type { KeptApplication } from './applications/applicationStore.ts';
import type { BulkJob } from './bulkJobs.ts';
import type { ArticleRecord, JournalRecord } from './records.ts';

/** One atomic change of the directory: one line of the state file. */
export interface Change {
  put?: ArticleRecord[];
  remove?: string[];
  applications?: KeptApplication[];
  removeApplications?: string[];
  journals?: JournalRecord[];
  job?: BulkJob;
}

/** Changes as JSON lines, written before the response is sent; a line that a kill truncated is ignored. */
export class StateFile {
  private readonly path: string;
  private file: number;

  constructor(path: string) {
    this.path = path;
    this.file = openSync(path, 'a+', 0o600);
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
    const fresh = openSync(freshPath, 'w', 0o600);
    for (const change of changes) writeSync(fresh, toLine(change));
    closeSync(fresh);
    closeSync(this.file);
    renameSync(freshPath, this.path);
    this.file = openSync(this.path, 'a+', 0o600);
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
