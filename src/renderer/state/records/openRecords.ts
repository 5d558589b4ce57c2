import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { createRecordSession, type RecordSession, type RecordSource, type Saved } from './recordSession.ts';
import { storeTyped } from './typedText.ts';

interface Open {
  session: RecordSession<Saved>;
  users: number;
  isLoaded: Promise<void>;
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
  const isLoaded = session.load();
  open.set(key, { session: session as unknown as RecordSession<Saved>, users: 1, isLoaded });
  return session;
}

/**
 * Saves the record and releases it; if it cannot be saved now, it is kept and saving is retried, and one in a conflict is
 * kept until the user has chosen.
 */
export function leaveRecord<T extends Saved>(source: RecordSource<T>, id: number): void {
  const key = keyOf(source, id);
  const entry = open.get(key);
  if (!entry || --entry.users > 0) return;
  void entry.session.flush();
  const letGo = () => {
    if (entry.users > 0 || wouldBeLost(entry.session)) return;
    stop();
    // It may have been opened and left several times before this.
    if (open.get(key) !== entry) return;
    entry.session.dispose();
    open.delete(key);
    source.onReleased?.(id);
  };
  const stop = entry.session.store.subscribe(letGo);
  letGo();
}

/**
 * Saves a record as soon as it is loaded. Returns the saved version, and false if edits could not be saved; a deleted
 * record has no version, nor has one that no form shows yet, which has no edits either. `conflict`: what the user has to
 * choose from first.
 */
export async function saveOpenRecord(
  source: string,
  id: number,
): Promise<{ isSaved: boolean; version: number | null; conflict?: Saved | null }> {
  const entry = open.get(`${source}.${id}`);
  if (!entry) return { isSaved: true, version: null };
  await entry.isLoaded;
  storeTyped();
  await entry.session.flush();
  const { draft, record, base, error, conflict } = entry.session.store.getState();
  const isSaved = error?.code === 'not_found' || (draft !== null && record === base);
  return { isSaved, version: draft?.version ?? null, conflict };
}

/** Saves the open records with these ids, or all of the source; returns false if edits of one could not be saved. */
export async function saveOpenRecords(source: string, ids: ReadonlySet<number> | null): Promise<boolean> {
  const prefix = `${source}.`;
  const shown = [...open.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => Number(key.slice(prefix.length)));
  const meant = shown.filter((id) => ids?.has(id) ?? true);
  const saved = await Promise.all(meant.map((id) => saveOpenRecord(source, id)));
  return saved.every(({ isSaved }) => isSaved);
}

/** Saves everything unsaved in this window. */
export function flushRecords(): void {
  storeTyped();
  for (const { session } of open.values()) void session.flush();
}

/** Loads every open record again, since another database has replaced the open one. */
export function reloadRecords(): void {
  for (const entry of open.values()) entry.isLoaded = entry.session.reload();
}

/** Returns true if an edit in this window could not be saved so far, or waits for a choice between two versions. */
export function hasUnsavedRecords(): boolean {
  return [...open.values()].some(({ session }) => {
    const { saving, conflict } = session.store.getState();
    return wouldBeLost(session) && (saving === 'failed' || conflict !== null);
  });
}

/** The records of this window with edits that are not saved, each with the name of its source. */
export function unsavedRecords(): { name: string; record: DraftRecord }[] {
  return [...open].flatMap(([key, { session }]) => {
    const { record } = session.store.getState();
    return wouldBeLost(session) ? [{ name: key.slice(0, key.lastIndexOf('.')), record }] : [];
  });
}

/** Edits that would be lost if the window were closed now. */
function wouldBeLost(session: RecordSession<Saved>): boolean {
  const { record, base, error } = session.store.getState();
  return record !== base && error?.code !== 'not_found';
}

function keyOf<T extends Saved>({ name }: RecordSource<T>, id: number): string {
  return `${name}.${id}`;
}
