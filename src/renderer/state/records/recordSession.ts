import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { isRecordTooLarge, recordTooLarge } from '../../../shared/draft/recordLimits.ts';
import type { AppError } from '../../../shared/errors.ts';
import { sameJson } from '../../../shared/sameJson.ts';
import { asAppError } from '../data/client.ts';

const autosaveMs = 800;
/** Steady typing is saved at least this often, so that a crash loses no more. */
const maxUnsavedMs = 2_000;
/** Fits no stored version. */
const noVersion = -1;
const retryMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** A record that a form edits: the draft of an article or an application. */
export interface Saved {
  version: number;
  record: DraftRecord;
  updatedAt: string;
}

/** Reads and saves one kind of record in main, and reports changes to it (`ids` null: many). */
export interface RecordSource<T extends Saved> {
  /** Prefix of the id in the name of a backup. */
  name: string;
  get(id: number): Promise<T>;
  /** Saves if `version` is the stored one, else error `conflict`. */
  save(id: number, version: number, record: DraftRecord): Promise<T>;
  /**
   * Merges this window's record with one that a colleague saved, by field; null if they contradict each other, or the
   * record is not shared.
   */
  merge?(base: DraftRecord, mine: DraftRecord, theirs: DraftRecord): DraftRecord | null;
  /** The window has left the record, and everything is saved. */
  onReleased?(id: number): void;
  onChanged(listener: (ids: readonly number[] | null) => void): () => void;
}

/** One step that can be reverted: its section, its description, and the record without it (null if it no longer applies). */
export interface Undo {
  section: string;
  text: string;
  revert(record: DraftRecord): DraftRecord | null;
}

interface RecordState<T extends Saved> {
  /** The stored version; null until it is loaded. */
  draft: T | null;
  /** The version in this window. */
  record: DraftRecord;
  /** As it was last loaded or saved; the same object as `record` when nothing is unsaved. */
  base: DraftRecord;
  saving: 'clean' | 'typed' | 'saving' | 'saved' | 'failed';
  savedAt: string | null;
  /** Why it could not be loaded or saved. */
  error: AppError | null;
  /** The version that another window saved meanwhile; nothing is saved until the user has chosen. */
  conflict: T | null;
  /** Text typed before a reload was restored. */
  restored: boolean;
  undo: Undo | null;
}

export interface RecordSession<T extends Saved> {
  store: StoreApi<RecordState<T>>;
  load(): Promise<void>;
  /** For another database: loads the record again; text that is not saved becomes a conflict, unless it can be merged. */
  reload(): Promise<void>;
  /** Changes the record in this window, unless it would become too large, and saves it 800 ms after the last change, or 2 s after the first unsaved one; `undo` describes a step that can be reverted. */
  edit(change: (record: DraftRecord) => DraftRecord, undo?: Undo): void;
  /** Reverts the step that `undo` of the state describes. */
  revert(): void;
  /** Saves unsaved changes now; what is typed while they are saved waits for its own time. */
  save(): Promise<void>;
  /** Saves unsaved changes now, with those typed meanwhile; settles when all are saved or could not be. */
  flush(): Promise<void>;
  /** Ends a conflict: this record is saved over the other window's version. */
  resolve(record: DraftRecord): void;
  /** Stops listening; unsaved changes stay in the backup. */
  dispose(): void;
}

/** The parts of the window that a session uses, passed as values so that tests can control the clock. */
export interface SessionParts<T extends Saved> {
  source: RecordSource<T>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  now(): Date;
  setTimer(work: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
}

/**
 * Edits one record and keeps it saved. Saves run one after another and carry the version they start from, so two windows
 * never overwrite each other. Changes that could not be saved stay in the form and in the backup, and are saved again
 * with backoff.
 */
export function createRecordSession<T extends Saved>(id: number, parts: SessionParts<T>): RecordSession<T> {
  const { source } = parts;
  const backup = createBackup(`${source.name}.${id}`, parts.storage);
  const nothing: DraftRecord = {};
  const store = createStore<RecordState<T>>(() => ({
    draft: null,
    record: nothing,
    base: nothing,
    saving: 'clean',
    savedAt: null,
    error: null,
    conflict: null,
    restored: false,
    undo: null,
  }));
  const { getState: get, setState: set } = store;
  let timer: unknown;
  /** Runs from the first unsaved change; null while there is none. */
  let deadline: unknown = null;
  let failures = 0;
  let running: Promise<void> | null = null;
  let isSaving = false;
  /** While somebody waits for everything to be saved; else what is typed during a save waits for its own time. */
  let isFlushing = false;
  let isStale = false;
  /** Raised by every reload; what was asked before it concerns another database. */
  let epoch = 0;

  function schedule(ms: number): void {
    parts.clearTimer(timer);
    timer = parts.setTimer(() => void save(), ms);
  }

  function saveSoon(): void {
    schedule(autosaveMs);
    deadline ??= parts.setTimer(() => void save(), maxUnsavedMs);
  }

  function clearTimers(): void {
    parts.clearTimer(timer);
    parts.clearTimer(deadline);
    deadline = null;
  }

  function edit(change: (record: DraftRecord) => DraftRecord, undo?: Undo): void {
    const { record, draft, base, conflict } = get();
    const next = change(record);
    if (next !== record && isRecordTooLarge(next) && !isRecordTooLarge(record)) {
      set({ error: recordTooLarge() });
      return;
    }
    if (undo) set({ undo });
    if (!draft || next === record) return;
    set({ record: next, saving: 'typed' });
    // While the user has to choose, a reload must ask again.
    backup.keep({ version: conflict ? noVersion : draft.version, record: next, base });
    failures = 0;
    saveSoon();
  }

  async function load(unsaved: Backup | null = null): Promise<void> {
    const begun = epoch;
    try {
      const draft = await source.get(id);
      if (begun !== epoch) return;
      const kept = unsaved ?? backup.read();
      if (!kept || sameJson(kept.record, draft.record)) {
        backup.drop();
        set({ draft, record: draft.record, base: draft.record, saving: 'clean', error: null });
      } else if (kept.version === draft.version) {
        set({ draft, record: kept.record, base: draft.record, saving: 'typed', restored: true, error: null });
        schedule(0);
      } else if (takeMerged(draft, source.merge?.(kept.base, kept.record, draft.record) ?? null))
        set({ restored: true });
      else
        set({ draft, record: kept.record, base: kept.base, conflict: draft, saving: 'failed', error: null });
    } catch (error) {
      if (begun === epoch) set({ error: asAppError(error) });
    }
  }

  async function reload(): Promise<void> {
    epoch++;
    clearTimers();
    failures = 0;
    const { record, base } = get();
    const isUnsaved = record !== base;
    // Equal versions of two databases may be different records, so the text fits no version.
    const unsaved = isUnsaved ? { version: noVersion, record, base } : null;
    if (unsaved) backup.keep(unsaved);
    else backup.drop();
    set({ draft: null, conflict: null, undo: null, error: null, saving: isUnsaved ? 'failed' : 'clean' });
    await load(unsaved);
  }

  function flush(): Promise<void> {
    isFlushing = true;
    return save();
  }

  function save(): Promise<void> {
    clearTimers();
    if (running) return running;
    // A flag of its own: an event caused by saving may arrive before the promise is assigned.
    isSaving = true;
    running = saveChanges().finally(() => {
      running = null;
      isSaving = false;
      isFlushing = false;
      if (isStale) void refresh();
    });
    return running;
  }

  async function saveChanges(): Promise<void> {
    for (;;) {
      const { draft, record, base, conflict } = get();
      if (!draft || conflict || record === base) return;
      set({ saving: 'saving' });
      const begun = epoch;
      try {
        const saved = await source.save(id, draft.version, record);
        if (begun !== epoch) continue;
        accept(saved, record);
        if (get().record !== get().base && !isFlushing) return saveSoon();
      } catch (error) {
        if (begun !== epoch) continue;
        const isSettled = await fail(asAppError(error));
        if (!isSettled) return;
      }
    }
  }

  function accept(draft: T, sent: DraftRecord): void {
    failures = 0;
    const { record } = get();
    const isAll = record === sent;
    set({
      draft,
      base: sent,
      saving: isAll ? 'saved' : 'typed',
      savedAt: parts.now().toISOString(),
      error: null,
      // Another version that is this one again leaves nothing to choose.
      conflict: null,
    });
    if (isAll) backup.drop();
    else backup.keep({ version: draft.version, record, base: sent });
  }

  /** Returns true if saving may continue. */
  async function fail(error: AppError): Promise<boolean> {
    if (error.code === 'conflict') {
      const begun = epoch;
      try {
        const theirs = await source.get(id);
        if (begun !== epoch) return true;
        return isOlder(theirs) ? showConflict(theirs) : merge(theirs);
      } catch (second) {
        if (begun !== epoch) return true;
        return fail(asAppError(second));
      }
    }
    set({ saving: 'failed', error });
    if (error.code !== 'not_found') schedule(retryMs[Math.min(failures++, retryMs.length - 1)]!);
    return false;
  }

  /** An older version is stored after a restore: saving again would never succeed. */
  function isOlder({ version }: T): boolean {
    return version < (get().draft?.version ?? 0);
  }

  function showConflict(theirs: T): false {
    set({ conflict: theirs, saving: 'failed', error: null });
    return false;
  }

  /** Takes over a newer version and returns true; if both sides made changes, the user has to choose. */
  function merge(theirs: T): boolean {
    const { record, base, draft } = get();
    if (!draft || isOlder(theirs)) return true;
    const isUntouched = record === base;
    if (theirs.version === draft.version) set({ draft: theirs });
    else if (sameJson(theirs.record, base)) keepMine(theirs);
    else if (isUntouched) set({ draft: theirs, record: theirs.record, base: theirs.record, undo: null });
    else if (sameJson(theirs.record, record)) accept(theirs, record);
    else if (!takeMerged(theirs, source.merge?.(base, record, theirs.record) ?? null))
      return showConflict(theirs);
    return true;
  }

  /** Continues after a newer version that has no changes of the other side, or none any more. */
  function keepMine(theirs: T): void {
    const { record, base, conflict } = get();
    set({ draft: theirs });
    if (!conflict) return;
    const isEdited = record !== base;
    set({ conflict: null, saving: isEdited ? 'typed' : 'clean' });
    if (isEdited) backup.keep({ version: theirs.version, record, base });
    else backup.drop();
    if (isEdited && !isSaving) schedule(autosaveMs);
  }

  /** Continues with both sides' changes, which are saved like any others; false if there is no merged record. */
  function takeMerged(theirs: T, merged: DraftRecord | null): boolean {
    if (!merged) return false;
    set({ draft: theirs, base: theirs.record, record: merged, saving: 'typed', conflict: null, error: null });
    backup.keep({ version: theirs.version, record: merged, base: theirs.record });
    if (!isSaving) schedule(autosaveMs);
    return true;
  }

  async function refresh(): Promise<void> {
    isStale = isSaving;
    if (isStale) return;
    if (!get().draft) return load();
    const begun = epoch;
    try {
      const theirs = await source.get(id);
      if (begun === epoch) merge(theirs);
    } catch (error) {
      const found = asAppError(error);
      if (begun === epoch && found.code === 'not_found') set({ error: found });
    }
  }

  const stop = source.onChanged((ids) => {
    if (ids === null || ids.includes(id)) void refresh();
  });

  return {
    store,
    load: () => load(),
    reload,
    edit,
    revert() {
      const { undo, record } = get();
      const before = undo?.revert(record) ?? null;
      set({ undo: null });
      if (before) edit(() => before);
    },
    save,
    flush,
    resolve(record) {
      const theirs = get().conflict;
      if (!theirs) return;
      const isTheirs = sameJson(record, theirs.record);
      const mine = isTheirs ? theirs.record : record;
      set({
        draft: theirs,
        base: theirs.record,
        record: mine,
        conflict: null,
        undo: null,
        saving: isTheirs ? 'clean' : 'typed',
      });
      if (isTheirs) backup.drop();
      else backup.keep({ version: theirs.version, record: mine, base: theirs.record });
      void flush();
    },
    dispose() {
      clearTimers();
      stop();
    },
  };
}

/** Unsaved edits: the record as typed, the record they started from, and its version. */
interface Backup {
  version: number;
  record: DraftRecord;
  base: DraftRecord;
}

/** Stores unsaved edits of one record under `colophon.<name>` for a reload of this window; if the storage is full or blocked, nothing is stored. */
function createBackup(name: string, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const key = `colophon.${name}`;
  return {
    keep(backup: Backup): void {
      try {
        storage.setItem(key, JSON.stringify(backup));
      } catch {
        // The draft is still in the window and is saved as usual.
      }
    },
    read(): Backup | null {
      try {
        const text = storage.getItem(key);
        return text === null ? null : (JSON.parse(text) as Backup);
      } catch {
        return null;
      }
    },
    drop(): void {
      storage.removeItem(key);
    },
  };
}
