import { create } from 'zustand';

export const useHelp = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Opens the help dialog. */
export function openHelp(): void {
  useHelp.setState({ isOpen: true });
}

/** Closes it. */
export function closeHelp(): void {
  useHelp.setState({ isOpen: false });
}
