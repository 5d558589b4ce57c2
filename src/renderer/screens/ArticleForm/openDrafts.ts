import { call, onEvent } from '../../client.ts';
import { createDraftSession, type DraftSession } from './draftSession.ts';

const open = new Map<number, { session: DraftSession; users: number }>();

/** The window's one session of a draft, loading if it is new; every `openDraft` needs its `leaveDraft`. */
export function openDraft(id: number): DraftSession {
  const known = open.get(id);
  if (known) {
    known.users++;
    return known.session;
  }
  const session = createDraftSession(id, {
    call,
    onEvent,
    storage: window.sessionStorage,
    now: () => new Date(),
    setTimer: (work, ms) => window.setTimeout(work, ms),
    clearTimer: (timer) => window.clearTimeout(timer as number),
  });
  open.set(id, { session, users: 1 });
  void session.load();
  return session;
}

/** Saves the draft and lets go of it; one that cannot be saved now is kept and tried on. */
export function leaveDraft(id: number): void {
  const entry = open.get(id);
  if (!entry || --entry.users > 0) return;
  void entry.session.flush();
  const letGo = () => {
    if (entry.users > 0 || hasUnsaved(entry.session)) return;
    stop();
    entry.session.dispose();
    open.delete(id);
  };
  const stop = entry.session.store.subscribe(letGo);
  letGo();
}

/** Saves everything unsaved in this window. */
export function flushDrafts(): void {
  for (const { session } of open.values()) void session.flush();
}

/** Whether saving something typed in this window has failed so far. */
export function hasUnsavedDrafts(): boolean {
  return [...open.values()].some(
    ({ session }) => hasUnsaved(session) && session.store.getState().saving === 'failed',
  );
}

function hasUnsaved(session: DraftSession): boolean {
  const { record, base, conflict, error } = session.store.getState();
  return record !== base && conflict === null && error?.code !== 'not_found';
}
