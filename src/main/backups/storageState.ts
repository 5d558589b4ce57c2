import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const soundSchema = z.object({ size: z.number(), mtimeMs: z.number() });
const damagedSchema = z.object({
  /** Part of the names that the damaged files have now. */
  stamp: z.string(),
  /** Whether all of them were moved. */
  isMoved: z.boolean(),
});
const restoredSchema = z.object({ at: z.string(), backup: z.string(), before: z.string().nullable() });

const stateSchema = z.object({
  /** The database as it was closed: a file that still is that one need not be checked. */
  sound: soundSchema.nullable().catch(null),
  damaged: damagedSchema.nullable().catch(null),
  restored: restoredSchema.nullable().catch(null),
  /** Messages that the person does not want to see any more, by their ids. */
  dismissed: z.array(z.string()).catch([]),
});
export type StorageState = z.infer<typeof stateSchema>;

/** What has to be known of the database without opening it, in a small file beside it. */
export interface StorageMemory {
  get(): StorageState;
  /** A disk that cannot be written changes it for this run only. */
  change(change: Partial<StorageState>): void;
}

/** Opens the memory of a data folder; whatever cannot be read is as if it had never been. */
export function openStorageMemory(dataFolder: string): StorageMemory {
  const file = join(dataFolder, 'data-file.json');
  let state = read(file);
  return {
    get: () => state,
    change(change) {
      state = { ...state, ...change };
      try {
        write(file, JSON.stringify(state));
      } catch {
        // Asked again at the next start, which costs a check and a message.
      }
    },
  };
}

/** What a database's file looks like from outside; null if it is not there. */
export function lookOf(file: string): StorageState['sound'] {
  try {
    const { size, mtimeMs } = statSync(file);
    return { size, mtimeMs };
  } catch {
    return null;
  }
}

function read(file: string): StorageState {
  const nothing = { sound: null, damaged: null, restored: null, dismissed: [] };
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return nothing;
  }
}

function write(file: string, text: string): void {
  const handle = openSync(`${file}.part`, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.part`, file);
}
