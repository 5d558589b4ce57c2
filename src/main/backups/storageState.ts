import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readOwnFile, replaceOwnFile } from '../platform/files/ownFile.ts';
import { readBackupName } from './backupNames.ts';

/** More than Colophon writes. */
const maxBytes = 1_000_000;

const soundSchema = z.object({ size: z.number(), mtimeMs: z.number() });
const damagedSchema = z.object({
  /** Part of the new names of the files: a time and nothing else, because files are moved to these names. */
  stamp: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/),
  fault: z.enum(['damaged', 'foreign']),
  /** True if all of them were moved. */
  isMoved: z.boolean(),
});
const backupNameSchema = z.string().refine((name) => readBackupName(name) !== null);
const restoredSchema = z.object({
  at: z.iso.datetime(),
  backup: backupNameSchema,
  before: backupNameSchema.nullable(),
});

const stateSchema = z.object({
  /** The database file when it was closed: an unchanged file need not be checked. */
  sound: soundSchema.nullable().catch(null),
  damaged: damagedSchema.nullable().catch(null),
  restored: restoredSchema.nullable().catch(null),
  /** Ids of messages that the user dismissed. */
  dismissed: z.array(z.string().max(500)).max(50).catch([]),
});
export type StorageState = z.infer<typeof stateSchema>;

/** Facts about the database that must be known without opening it, in a small file beside it. */
export type StorageMemory = ReturnType<typeof openStorageMemory>;

/** Opens the state of a data folder; unreadable parts count as absent. */
export function openStorageMemory(dataFolder: string) {
  const file = join(dataFolder, 'data-file.json');
  let state = read(file);
  return {
    get: () => state,
    /** If the disk cannot be written, the change lasts for this run only. */
    change(change: Partial<StorageState>) {
      state = { ...state, ...change };
      try {
        replaceOwnFile(file, JSON.stringify(state));
      } catch {
        // Checked again at the next start, which costs a check and a message.
      }
    },
  };
}

/** A fingerprint of a database's file, taken without opening it; null if the file does not exist. */
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
    return stateSchema.parse(JSON.parse(String(readOwnFile(file, maxBytes))));
  } catch {
    return nothing;
  }
}
