import type { DraftRecord } from '../../shared/draft/draft.ts';

/** What was typed and not saved yet, the record it started from, and that record's version. */
export interface Backup {
  version: number;
  record: DraftRecord;
  base: DraftRecord;
}

/** Stores unsaved edits of one record under `colophon.<name>` for a reload of this window; if the storage is full or blocked, nothing is stored. */
export function createBackup(name: string, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const key = `colophon.${name}`;
  return {
    keep(backup: Backup): void {
      try {
        storage.setItem(key, JSON.stringify(backup));
      } catch {
        // The draft is still in the window, and saving goes on.
      }
    },
    read(): Backup | null {
      try {
        const text = storage.getItem(key);
        return text === null ? null : (JSON.parse(text) as Backup);
      } catch {
        return null;
      }
    },
    drop(): void {
      storage.removeItem(key);
    },
  };
}
