import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import { describe } from '../../../shared/i18n/i18n.ts';
import { announce } from '../announce.ts';
import { openModal } from './openModal.ts';

export interface NoticeAction {
  label: string;
  run: () => void;
  /** True if it undoes the change that the notice reports; Ctrl+Z does the same. */
  takesBack?: boolean;
  /** True if it reports its own result, which replaces the notice. */
  answersHere?: boolean;
}

export type Notice =
  | { kind: 'error'; error: AppError }
  | {
      kind: 'done';
      text: string;
      action?: NoticeAction;
      isBusy?: boolean;
      /** True if nothing has been done yet: the notice asks. */
      isQuestion?: boolean;
    };

interface Notices {
  notice: Notice | null;
  /** True while the keyboard focus is in the notice, which stays until it leaves. */
  isHeld: boolean;
  /** The next notice, shown after that. */
  next: Notice | null;
}

/** The only message above the screen; the next one replaces it. */
export const useNotice = create<Notices>(() => ({ notice: null, isHeld: false, next: null }));

/** Shows an error that has no place of its own on the screen. */
export function showError(error: AppError): void {
  // A visible error is an alert, which screen readers announce by themselves.
  if (useNotice.getState().isHeld || openModal()) announce(describe(error.problem));
  show({ kind: 'error', error });
}

/** Shows and announces a result, with one action for it, such as undoing it. */
export function showDone(text: string, action?: NoticeAction): void {
  announce(text);
  show({ kind: 'done', text, ...(action ? { action } : {}) });
}

/** Shows and announces a suggestion; nothing happens until `action` is chosen. */
export function showQuestion(text: string, action: NoticeAction | undefined): void {
  announce(text);
  show({ kind: 'done', text, isQuestion: true, ...(action ? { action } : {}) });
}

/** Replaces the current notice, even while it is held: for the result of its own action. */
export function replaceNotice(notice: Notice): void {
  if (notice.kind === 'done') announce(notice.text);
  useNotice.setState({ notice });
}

/** Dismisses the notice; a waiting one is shown. */
export function clearNotice(): void {
  useNotice.setState(({ next }) => ({ notice: next, next: null, isHeld: false }));
}

/** Holds the notice while the keyboard focus is in it, and shows a waiting one when the focus leaves. */
export function holdNotice(isHeld: boolean): void {
  useNotice.setState(({ notice, next }) =>
    isHeld ? { isHeld } : { isHeld, notice: next ?? notice, next: null },
  );
}

function show(notice: Notice): void {
  useNotice.setState(({ isHeld }) => (isHeld ? { next: notice } : { notice }));
}
