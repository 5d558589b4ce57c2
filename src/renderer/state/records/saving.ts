import { create } from 'zustand';

/** The save state of the open record: nothing to save, unsaved, saving, saved at a time, or failed. */
export interface Saving {
  state: 'clean' | 'typed' | 'saving' | 'saved' | 'failed';
  /** ISO time of the last save; null if there was none. */
  at: string | null;
}

export const useSaving = create<Saving>(() => ({ state: 'clean', at: null }));

/** Reports the save state of the open record to the status bar. */
export function reportSaving(saving: Saving): void {
  useSaving.setState(saving);
}
