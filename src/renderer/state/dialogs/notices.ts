import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import { describe } from '../../../shared/i18n/i18n.ts';
import { announce } from '../announce.ts';
import { remember, saidNow } from './history.ts';
import { openModal } from './openModal.ts';

export interface NoticeAction {
  label: string;
  run: () => void;
  /** True if it undoes the change that the notice reports; Ctrl+Z does the same. */
  takesBack?: boolean;
  /** True if it reports its own result, which replaces the notice. */
  answersHere?: boolean;
  /** True if it ends the work that is going on. */
  stops?: boolean;
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
  /** When it came. */
  at: string;
  /** True while the keyboard focus is in the notice, which stays until it leaves. */
  isHeld: boolean;
  /** The next notice, shown after that. */
  next: Notice | null;
}

/** The only message above the screen; the next one replaces it. Those that left are in the history. */
export const useNotice = create<Notices>(() => ({ notice: null, at: '', isHeld: false, next: null }));

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
  keep(useNotice.getState().notice);
  useNotice.setState({ notice, at: now() });
}

/** Shows the progress of work whose notice is shown; nothing is announced. */
export function updateNotice(notice: Notice): void {
  useNotice.setState({ notice });
}

/** Dismisses the notice, which goes into the history; a waiting one is shown. `isNew`: it left without the user. */
export function clearNotice({ isNew = false } = {}): void {
  keep(useNotice.getState().notice, isNew);
  useNotice.setState(({ next }) => ({ notice: next, at: now(), next: null, isHeld: false }));
}

/** Holds the notice while the keyboard focus is in it, and shows a waiting one when the focus leaves. */
export function holdNotice(isHeld: boolean): void {
  const { notice, next } = useNotice.getState();
  if (!isHeld && next !== null) keep(notice);
  useNotice.setState(({ notice, at, next }) =>
    isHeld ? { isHeld } : { isHeld, notice: next ?? notice, at: next ? now() : at, next: null },
  );
}

/** Puts what a notice said into the history. Changes that can be undone are there already. */
function keep(notice: Notice | null, isNew = false): void {
  if (notice === null) return;
  const { at } = useNotice.getState();
  if (notice.kind === 'error') {
    remember({ error: notice.error }, { at, isNew });
    return;
  }
  const { text, action, isBusy } = notice;
  if (isBusy || action?.takesBack) return;
  const later = action && { action: { label: () => action.label, run: action.run } };
  remember(saidNow(text), { at, isNew: false, ...later });
}

function show(notice: Notice): void {
  const { notice: before, next, isHeld } = useNotice.getState();
  keep(isHeld ? next : before);
  useNotice.setState(isHeld ? { next: notice } : { notice, at: now() });
}

function now(): string {
  return new Date().toISOString();
}
