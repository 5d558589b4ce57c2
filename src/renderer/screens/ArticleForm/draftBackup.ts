import type { DraftRecord } from '../../../shared/draft.ts';

/** What was typed and not saved yet, the record it started from, and that record's version. */
export interface Backup {
  version: number;
  record: DraftRecord;
  base: DraftRecord;
}

/** Keeps what is unsaved of one draft for a reload of this window; where the storage is full or closed, nothing is kept. */
export function createBackup(id: number, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const key = `colophon.draft.${id}`;
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
