import { create } from 'zustand';

interface Palette {
  isOpen: boolean;
  typed: string;
  /** The element that had the focus before the palette opened. */
  opener: Element | null;
  /** Keys of the entries chosen in this window, latest first. */
  recent: readonly string[];
}

const maxRecent = 20;
export const maxTyped = 200;

/** The state of the command palette: whether it is open, and earlier choices. */
export const usePalette = create<Palette>(() => ({ isOpen: false, typed: '', opener: null, recent: [] }));

export function openPalette(): void {
  usePalette.setState({ isOpen: true, typed: '', opener: document.activeElement });
}

export function typeInPalette(typed: string): void {
  usePalette.setState({ typed });
}

/** Closes the palette; `chosen` is listed first the next time. */
export function closePalette(chosen?: string): void {
  usePalette.setState(({ recent }) => ({
    isOpen: false,
    recent:
      chosen === undefined ? recent : [chosen, ...recent.filter((one) => one !== chosen)].slice(0, maxRecent),
  }));
}
