import { createRecordSession, type RecordSession, type RecordSource, type Saved } from './recordSession.ts';

interface Open {
  session: RecordSession<Saved>;
  users: number;
}

const open = new Map<string, Open>();

/** The window's one session of a record, loading if it is new; every `openRecord` needs its `leaveRecord`. */
export function openRecord<T extends Saved>(source: RecordSource<T>, id: number): RecordSession<T> {
  const key = keyOf(source, id);
  const known = open.get(key);
  if (known) {
    known.users++;
    // A source has one type of record.
    return known.session as unknown as RecordSession<T>;
  }
  const session = createRecordSession(id, {
    source,
    storage: window.sessionStorage,
    now: () => new Date(),
    setTimer: (work, ms) => window.setTimeout(work, ms),
    clearTimer: (timer) => window.clearTimeout(timer as number),
  });
  open.set(key, { session: session as unknown as RecordSession<Saved>, users: 1 });
  void session.load();
  return session;
}

/** Saves the record and releases it; if it cannot be saved now, it is kept and saving is retried. */
export function leaveRecord<T extends Saved>(source: RecordSource<T>, id: number): void {
  const key = keyOf(source, id);
  const entry = open.get(key);
  if (!entry || --entry.users > 0) return;
  void entry.session.flush();
  const letGo = () => {
    if (entry.users > 0 || hasUnsaved(entry.session)) return;
    stop();
    entry.session.dispose();
    open.delete(key);
    source.onReleased?.(id);
  };
  const stop = entry.session.store.subscribe(letGo);
  letGo();
}

/** Saves an open record. Returns the saved version, and false if edits could not be saved or it is still loading; a deleted record has none. */
export async function saveOpenRecord(
  source: string,
  id: number,
): Promise<{ isSaved: boolean; version: number | null }> {
  const session = open.get(`${source}.${id}`)?.session;
  await session?.flush();
  const state = session?.store.getState();
  if (!session || !state) return { isSaved: false, version: null };
  const isGone = state.error?.code === 'not_found';
  const isSaved = isGone || (state.draft !== null && state.record === state.base);
  return { isSaved, version: state.draft?.version ?? null };
}

/** Saves everything unsaved in this window. */
export function flushRecords(): void {
  for (const { session } of open.values()) void session.flush();
}

/** Returns true if an edit in this window could not be saved so far. */
export function hasUnsavedRecords(): boolean {
  return [...open.values()].some(
    ({ session }) => hasUnsaved(session) && session.store.getState().saving === 'failed',
  );
}

function hasUnsaved(session: RecordSession<Saved>): boolean {
  const { record, base, conflict, error } = session.store.getState();
  return record !== base && conflict === null && error?.code !== 'not_found';
}

function keyOf<T extends Saved>({ name }: RecordSource<T>, id: number): string {
  return `${name}.${id}`;
}
