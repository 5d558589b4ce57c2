import { create } from 'zustand';
import type { AppError } from '../../shared/errors.ts';
import { describe } from '../../shared/i18n/describe.ts';
import { announce } from './announce.ts';

/** One thing that can be done about what a notice says. */
export interface NoticeAction {
  label: string;
  run: () => void;
  /** It takes back what the notice says; Ctrl+Z does the same. */
  takesBack?: boolean;
  /** It says itself what comes of it, in the place of the notice. */
  answersHere?: boolean;
}

export type Notice =
  | { kind: 'error'; error: AppError }
  | {
      kind: 'done';
      text: string;
      action?: NoticeAction;
      isBusy?: boolean;
      /** Nothing was done yet: it asks. */
      isQuestion?: boolean;
    };

interface Notices {
  notice: Notice | null;
  /** Somebody is in the notice with the keyboard: it stays until they leave it. */
  isHeld: boolean;
  /** What is shown then. */
  next: Notice | null;
}

/** The one message above the screen; the next one takes its place. */
export const useNotice = create<Notices>(() => ({ notice: null, isHeld: false, next: null }));

/** Shows what went wrong in something that has no place of its own on the screen. */
export function showError(error: AppError): void {
  // Elsewhere it is an alert, which says itself.
  if (useNotice.getState().isHeld || isBehindDialog()) announce(describe(error.problem));
  show({ kind: 'error', error });
}

/** Shows and says what was done, with one thing that can be done about it, such as taking it back. */
export function showDone(text: string, action?: NoticeAction): void {
  announce(text);
  show({ kind: 'done', text, ...(action ? { action } : {}) });
}

/** Shows and says what could be done; nothing happens until `action` is chosen. */
export function showQuestion(text: string, action: NoticeAction | undefined): void {
  announce(text);
  show({ kind: 'done', text, isQuestion: true, ...(action ? { action } : {}) });
}

/** Puts a notice in the place of the one that is shown, also while it is held: for what its own action has to say. */
export function replaceNotice(notice: Notice): void {
  if (notice.kind === 'done') announce(notice.text);
  useNotice.setState({ notice });
}

/** Takes the message away; one that waited for it is shown. */
export function clearNotice(): void {
  useNotice.setState(({ next }) => ({ notice: next, next: null, isHeld: false }));
}

/** Keeps the notice while the keyboard is in it, and shows what waited when it leaves. */
export function holdNotice(isHeld: boolean): void {
  useNotice.setState(({ notice, next }) =>
    isHeld ? { isHeld } : { isHeld, notice: next ?? notice, next: null },
  );
}

function isBehindDialog(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

function show(notice: Notice): void {
  useNotice.setState(({ isHeld }) => (isHeld ? { next: notice } : { notice }));
}
