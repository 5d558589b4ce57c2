import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useLink } from '../data/session.ts';
import { flushRecords, hasUnsavedRecords, leaveRecord, openRecord } from './openRecords.ts';
import type { RecordSession, RecordSource, Saved } from './recordSession.ts';
import { reportSaving } from './saving.ts';

const longSaveMs = 1_000;

/** The session of a record for as long as its form is open; saved when the form or the window is left, when a field is left, and on the command to save. */
export function useRecord<T extends Saved>(source: RecordSource<T>, id: number): RecordSession<T> {
  const [session] = useState(() => openRecord(source, id));
  useEffect(() => () => leaveRecord(source, id), [source, id]);
  useEffect(watchLeaving, []);
  useSavingReport(session);
  // After a reconnect, failed saves are retried soon; at once would loop if only saving fails.
  const reconnects = useLink((state) => state.reconnects);
  useEffect(() => {
    if (reconnects === 0) return;
    const timer = setTimeout(() => void session.flush(), longSaveMs);
    return () => clearTimeout(timer);
  }, [reconnects, session]);
  return session;
}

/** Saves before the window is hidden or closed, and asks before it is closed while something could not be saved. */
function watchLeaving(): () => void {
  const hide = () => {
    if (document.visibilityState === 'hidden') flushRecords();
  };
  const ask = (event: BeforeUnloadEvent) => {
    // Checked before another attempt, because while one is running nothing has failed.
    const isUnsaved = hasUnsavedRecords();
    flushRecords();
    // The browser then asks the user, and so does the shell of the desktop application.
    if (isUnsaved) event.preventDefault();
  };
  window.addEventListener('pagehide', flushRecords);
  window.addEventListener('beforeunload', ask);
  document.addEventListener('visibilitychange', hide);
  return () => {
    window.removeEventListener('pagehide', flushRecords);
    window.removeEventListener('beforeunload', ask);
    document.removeEventListener('visibilitychange', hide);
  };
}

/** Reports to the status bar. */
function useSavingReport<T extends Saved>(session: RecordSession<T>): void {
  const saving = useStore(session.store, (state) => state.saving);
  const savedAt = useStore(session.store, (state) => state.savedAt);
  useEffect(() => {
    // At once, so that nothing counts as saved while it is not.
    reportSaving({ state: saving, at: savedAt });
  }, [saving, savedAt]);
  useEffect(() => () => reportSaving({ state: 'clean', at: null }), []);
}
