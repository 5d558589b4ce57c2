import { rm, stat } from 'node:fs/promises';
import type { Publish } from '../../shared/contract/contract.ts';
import { encodingAt } from '../../shared/draft/importEncodings.ts';
import type { ImportStatus } from '../../shared/draft/importing.ts';
import type { ImportSource } from '../../shared/draft/importSource.ts';
import { AppError } from '../../shared/errors.ts';
import { type Message, msg } from '../../shared/message.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import { removeSpoolFiles, spoolFile } from '../platform/files/importSpool.ts';
import type { Log } from '../platform/log.ts';
import type { Scope } from '../platform/scope.ts';
import { createChecksVersion } from '../store/checkContext.ts';
import { type Db, storageError } from '../store/database.ts';
import type { ImportStore } from '../store/imports/importStore.ts';
import { writeSignalOf } from '../store/write.ts';
import type { WriteTurns } from '../store/writeTurns.ts';
import type { JobKind } from './importJob.ts';
import { type ImportThread, type JobEnd, startImportThread } from './importThread.ts';
import type { SourceOrder } from './source/findSource.ts';
import { findInThread } from './source/sourceThread.ts';

export interface ImportJobsParts {
  db: Db;
  importStore: ImportStore;
  dataFolder: string;
  importWorker: URL;
  turns: WriteTurns;
  clock: Pick<Clock, 'now' | 'sleep'>;
  publish: Publish;
  log: Pick<Log, 'error'>;
  /** Called when records became drafts of the account: the reading thread does not have the results of link checks. */
  onAccepted?: (accountId: string) => void;
  /** Called when what the rules need of the account has changed while a job derived drafts with it. */
  onOutdated?: (accountId: string) => void;
  /** Owns the jobs; the next `recover` repairs the state of jobs that it stopped. */
  scope: Scope;
}

/** Milliseconds until the rest of an accepted import is stored again: the disk may be full. */
const acceptAgainAfter = 1_000;

/** The import jobs, which run in separate threads and set the states of imports. */
export type ImportJobs = ReturnType<typeof createImportJobs>;

/** Creates the jobs of imports; nothing runs before the first call. */
export function createImportJobs(parts: ImportJobsParts) {
  const { db, importStore, turns, dataFolder, clock, publish, log, scope } = parts;
  /** The path at which the pieces of an import's file are assembled. */
  const fileOf = (id: number) => spoolFile(dataFolder, id);
  const signal = writeSignalOf(db);
  const checksVersion = createChecksVersion(db);
  const running = new Map<number, ImportThread>();
  /** One place is looked for at a time. */
  let lastSource: Promise<unknown> = Promise.resolve();

  const publishStatus = (id: number) => publish('imports.changed', importStore.get(id));

  /** Runs a job in a separate thread, unless the scope stops. */
  async function run(kind: JobKind, id: number): Promise<JobEnd> {
    if (scope.signal.aborted) return { how: 'stopped' };
    const at = isoNow({ clock });
    const { accountId } = importStore.get(id);
    const checks = checksVersion(accountId);
    const order = { kind, importId: id, database: db.name, file: fileOf(id), at };
    const thread = startImportThread(parts.importWorker, order, turns, signal, () => publishStatus(id));
    running.set(id, thread);
    scope.signal.addEventListener('abort', thread.stop, { once: true });
    const end = await turns.whileWriting(() => thread.ended);
    if (checksVersion(accountId) !== checks) parts.onOutdated?.(accountId);
    scope.signal.removeEventListener('abort', thread.stop);
    running.delete(id);
    if (end.how === 'failed') log.error('import.failed', { id, kind, error: end.error });
    return end;
  }

  async function read(id: number, kind: 'read' | 'sample'): Promise<void> {
    const end = await run(kind, id);
    if (end.how === 'stopped') return;
    if (end.how === 'done' && importStore.samples(id) !== null && importStore.get(id).mappedBy === null) {
      if (importStore.move(id, ['reading'], 'mapping')) publishStatus(id);
      return;
    }
    const reason = end.how === 'failed' ? end.error.full : reasonOfNothing(importStore, id);
    // The file is needed again if the columns of its tables are mapped differently.
    if (reason !== null || !isFileKept(importStore.get(id))) await rm(fileOf(id), { force: true });
    const isMoved = importStore.move(id, ['reading'], reason === null ? 'preview' : 'failed', reason);
    if (isMoved) publishStatus(id);
    if (isMoved && reason !== null) await discard(id);
  }

  const hasFile = async (id: number): Promise<boolean> =>
    (await stat(fileOf(id)).catch(() => null))?.size === importStore.get(id).size;

  async function removeFile(id: number): Promise<void> {
    await rm(fileOf(id), { force: true });
    if (!scope.signal.aborted && importStore.samples(id) !== null) importStore.dropSamples(id);
  }

  /** What was shown stays shown, so the rest follows as soon as it can be stored. */
  async function accept(id: number, signal: AbortSignal): Promise<void> {
    while (!(await acceptOnce(id).catch(notYet))) await clock.sleep(acceptAgainAfter, signal);
  }

  /** Returns false if some of the records are drafts, and the others could not be stored. */
  async function acceptOnce(id: number): Promise<boolean> {
    const end = await run('accept', id);
    if (end.how === 'stopped') return true;
    const isDone = end.how === 'done';
    if (!isDone && end.error.code === 'storage' && importStore.hasShown(id)) {
      // It cannot be stored now.
      const message = msg('import.acceptWaits', { reason: end.error.full });
      const status = { ...importStore.get(id), message };
      publish('imports.changed', status);
      publish('drafts.changed', { accountId: status.accountId, ids: null });
      return false;
    }
    const message = isDone ? null : msg('import.acceptFailed', { reason: end.error.full });
    if (!importStore.move(id, ['accepting'], isDone ? 'accepted' : 'preview', message)) return true;
    if (isDone) await removeFile(id);
    publishStatus(id);
    const { accountId } = importStore.get(id);
    publish('drafts.changed', { accountId, ids: null });
    if (isDone) parts.onAccepted?.(accountId);
    // Accepting is a step that can be undone.
    publish('undo.changed', { accountId });
    return true;
  }

  async function discard(id: number, last?: Promise<unknown>): Promise<void> {
    await last;
    const thread = running.get(id);
    thread?.stop();
    await thread?.ended;
    await removeFile(id);
    if (!scope.signal.aborted && importStore.withRemains().includes(id)) await run('discard', id);
  }

  const inBackground = (work: (signal: AbortSignal) => Promise<void>) =>
    void scope.run('import.unfinished', work);

  return {
    fileOf,
    /** Reads the file of an import in state `reading`: it becomes `preview`, `mapping` or `failed`. */
    read: (id: number) => inBackground(() => read(id, 'read')),
    /** Samples the tables of an import in state `reading`, which becomes `mapping`. */
    sample: (id: number) => inBackground(() => read(id, 'sample')),
    /** Returns true if the file of an import is still complete. */
    hasFile,
    /** The place in the files from which a record came; null if it cannot be shown. */
    source: async (id: number, position: number): Promise<ImportSource | null> => {
      const orders = (await hasFile(id)) ? sourceOrders(importStore, id, position, fileOf(id)) : [];
      if (orders.length === 0) return null;
      const found = lastSource.then(() =>
        scope.call((signal) => findInThread(parts.importWorker, orders, signal)),
      );
      lastSource = found.catch(() => null);
      return found;
    },
    /** Turns an import in state `accepting` into drafts: it becomes `accepted`, or `preview` again with a message. */
    accept: (id: number) => inBackground((signal) => accept(id, signal)),
    /** Stops any job of an import, then removes its hidden rows and its file, which may still be written until `last`. */
    discard: (id: number, last?: Promise<unknown>) => inBackground(() => discard(id, last)),
    /**
     * After a restart: imports that were being read have failed, unless the user has mapped their tables, for which
     * the file was kept; those being accepted are finished.
     */
    recover: async () => {
      const kept = importStore.inStates(['mapping', 'preview', 'reading']).filter(isFileKept);
      await removeSpoolFiles(dataFolder, new Set(kept.map(({ id }) => fileOf(id))));
      for (const status of importStore.inStates(['receiving', 'reading', 'mapping'])) {
        const { id, state } = status;
        const isComplete = isFileKept(status) && (await hasFile(id));
        if (isComplete && state === 'mapping') continue;
        if (isComplete) inBackground(() => read(id, 'read'));
        else if (importStore.move(id, [state], 'failed', msg('import.interrupted'))) {
          importStore.dropSamples(id);
          publishStatus(id);
        }
      }
      for (const { id } of importStore.inStates(['accepting'])) inBackground((signal) => accept(id, signal));
      for (const id of importStore.withRemains()) inBackground(() => discard(id));
    },
  };
}

/**
 * The file of an import that the user sees is kept until its records are drafts: it may be read again in another way, and the
 * preview shows the places from which records came.
 */
function isFileKept({ state, mappedBy, choices, found }: ImportStatus): boolean {
  return state === 'mapping' || (choices.isAsked && (mappedBy !== null || found !== null));
}

/** Where a record is looked for: several files may have its file's name. */
function sourceOrders(importStore: ImportStore, id: number, position: number, path: string): SourceOrder[] {
  const place = importStore.placeOf(id, position);
  if (!place) return [];
  const { files, format } = importStore.files(id);
  const { encoding, encodings: chosen } = importStore.get(id).choices;
  const guessed = Object.fromEntries(
    (importStore.encodings(id) ?? []).map((one) => [one.file, one.encoding]),
  );
  const mapping = importStore.mapping(id);
  const orders: SourceOrder[] = [];
  let start = 0;
  for (const [at, { name, size }] of files.entries()) {
    const rest = place.file.slice(name.length);
    if (place.file.startsWith(name) && (rest === '' || rest.startsWith('/')))
      orders.push({
        ...{ path, start, size, name, format, mapping },
        encoding: encodingAt({ encoding, encodings: { ...guessed, ...chosen } }, at),
        part: rest === '' ? null : rest.slice(1),
        ...{ index: place.index, line: place.line, rank: place.rank, nextLine: place.nextLine },
      });
    start += size;
  }
  return orders;
}

/** False for an error of the data file, which may be over at the next attempt. */
function notYet(error: unknown): false {
  if (storageError(error) instanceof AppError) return false;
  throw error;
}

/** A file that yields only one problem cannot be read at all. */
function reasonOfNothing(importStore: ImportStore, id: number): Message | null {
  const { read, problems }: ImportStatus = importStore.get(id);
  if (read > 0 || problems !== 1) return null;
  const [problem] = importStore.problems(id, { offset: 0, limit: 1 }).problems;
  return problem && problem.index === null ? problem.message : null;
}
