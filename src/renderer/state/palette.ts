import { create } from 'zustand';

interface Palette {
  isOpen: boolean;
  typed: string;
  /** What had the focus when it was opened. */
  opener: Element | null;
  /** Keys of what was chosen in this window, the last first. */
  recent: readonly string[];
}

const mostRecent = 20;
/** How many characters are looked for at most. */
export const maxTyped = 200;

/** The command palette: whether it is open, and what was chosen in it before. */
export const usePalette = create<Palette>(() => ({
  isOpen: false,
  typed: '',
  opener: null,
  recent: [],
}));

/** Opens the palette. */
export function openPalette(): void {
  usePalette.setState({ isOpen: true, typed: '', opener: document.activeElement });
}

/** Looks for something else. */
export function typeInPalette(typed: string): void {
  usePalette.setState({ typed });
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
