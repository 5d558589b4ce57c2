import { create } from 'zustand';

interface Palette {
  isOpen: boolean;
  /** Keys of what was chosen in this window, the last first. */
  recent: readonly string[];
}

const mostRecent = 20;

/** The command palette: whether it is open, and what was chosen in it before. */
export const usePalette = create<Palette>(() => ({ isOpen: false, recent: [] }));

/** Opens the palette. */
export function openPalette(): void {
  usePalette.setState({ isOpen: true });
}

/** Closes it; `chosen` comes first the next time. */
export function closePalette(chosen?: string): void {
  usePalette.setState(({ recent }) => ({
    isOpen: false,
    recent:
      chosen === undefined
        ? recent
        : [chosen, ...recent.filter((one) => one !== chosen)].slice(0, mostRecent),
  }));
}
