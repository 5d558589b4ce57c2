import { create } from 'zustand';

/** How the record in the window is kept: nothing to save, typed but not saved yet, saving, saved at a time, or not saved. */
export interface Saving {
  state: 'clean' | 'typed' | 'saving' | 'saved' | 'failed';
  /** ISO time of the last save; null if there was none. */
  at: string | null;
}

export const useSaving = create<Saving>(() => ({ state: 'clean', at: null }));

/** Tells the status bar how the open record is saved. */
export function reportSaving(saving: Saving): void {
  useSaving.setState(saving);
}
