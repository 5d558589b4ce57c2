import { create } from 'zustand';
import type { AppError } from '../../shared/errors.ts';
import { announce } from '../parts/Announcer.tsx';

export type Notice =
  | { kind: 'error'; error: AppError }
  | { kind: 'done'; text: string; action?: { label: string; run: () => void } };

/** The one message above the screen; the next one takes its place. */
export const useNotice = create<{ notice: Notice | null }>(() => ({ notice: null }));

/** Shows what went wrong in something that has no place of its own on the screen. */
export function showError(error: AppError): void {
  useNotice.setState({ notice: { kind: 'error', error } });
}

/** Shows and says what was done, with one thing that can be done about it, such as taking it back. */
export function showDone(text: string, action?: { label: string; run: () => void }): void {
  announce(text);
  useNotice.setState({ notice: { kind: 'done', text, action } });
}

/** Takes the message away. */
export function clearNotice(): void {
  useNotice.setState({ notice: null });
}
