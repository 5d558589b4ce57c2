import { performance } from 'node:perf_hooks';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { WireError } from '../../shared/errors.ts';
import { createAccountStore } from '../store/accounts/accountStore.ts';
import { type Db, openDatabase } from '../store/database.ts';
import { createDraftWriter, type DraftWriter } from '../store/drafts/draftWriter.ts';
import { createImportFiles } from '../store/imports/importFiles.ts';
import { createImportStore } from '../store/imports/importStore.ts';
import { createImportWriter } from '../store/imports/importWriter.ts';
import { createMappingStore } from '../store/imports/mappingStore.ts';
import { createJournalStore } from '../store/journals/journalStore.ts';
import { write } from '../store/write.ts';
import { acceptImport, discardImport, removeRead } from './acceptImport.ts';
import { checkInThread, serveChecking } from './checkingThread.ts';
import { type CheckOrder, checkRecords } from './checkRecords.ts';
import { enterDatabase, leaveDatabase } from './databaseGate.ts';
import { toImportError } from './importErrors.ts';
import {
  type JobParts,
  Stopped,
  type TurnAnswer,
  type WorkerMessage,
  type WorkerStart,
} from './importJob.ts';
import { keepTables } from './keepTables.ts';
import { type MappedTables, mapTables } from './mapTables.ts';
import { readImport } from './readImport.ts';

/** Milliseconds in which a transaction accepts rows and search texts: at least, and while nobody else wants to write. */
const leastBudget = 6;
const mostBudget = 60;
/** Milliseconds between two progress reports. */
const progressEvery = 125;
/** Bytes from which a thread of its own reads and checks; starting it takes longer than checking fewer. */
const threadFrom = 1_000_000;

if (parentPort) {
  const start = workerData as WorkerStart | { checks: CheckOrder };
  if ('checks' in start) await serveChecking(parentPort, start.checks);
  else await work(parentPort, start);
}

/** Runs one job in this thread and reports how it ended. */
async function work(port: MessagePort, start: WorkerStart): Promise<void> {
  const { order, gate } = start;
  let error: WireError | null = null;
  let db: Db | undefined;
  try {
    enterDatabase(gate);
    db = openDatabase(order.database, { durable: false });
    const job = doJob(db, port, start);
    // Before its first wait, a job prepares its statements and reads the data it needs.
    leaveDatabase(gate);
    await job;
  } catch (cause) {
    if (!(cause instanceof Stopped)) error = toImportError(cause).toWire();
  } finally {
    enterDatabase(gate);
    db?.close();
    leaveDatabase(gate);
  }
  say(port, { type: 'end', error });
  port.close();
}

async function doJob(db: Db, port: MessagePort, start: WorkerStart): Promise<void> {
  const { order } = start;
  const importStore = createImportStore(db);
  const status = importStore.get(order.importId);
  const drafts = createDraftWriter(db, { textsAtOnce: Number.POSITIVE_INFINITY });
  const parts: JobParts = {
    status,
    drafts,
    imports: createImportWriter(db),
    files: createImportFiles(db),
    context: {
      dialect: createAccountStore(db).get(status.accountId).dialect,
      journals: createJournalStore(db).cards(status.accountId),
      now: new Date(order.at),
    },
    addProblem: (problem) => importStore.addProblem(status.id, problem),
    setFound: (found) => importStore.setFound(status.id, found),
    unticksDoubtful: status.found === null && status.choices.isAsked,
    at: order.at,
    write: writeInTurns(db, port, drafts, start),
  };
  if (order.kind === 'accept') await acceptImport(parts);
  else if (order.kind === 'discard') await discardImport(parts);
  else {
    const stored = { path: order.file, ...importStore.files(status.id) };
    const known = { mapping: importStore.mapping(status.id), mappedBy: status.mappedBy };
    const saved = createMappingStore(db).list();
    const isAsked = order.kind === 'sample';
    const mappingOf = (key: string) => parts.imports.mappingOf(status.accountId, key);
    const { mapping, mappedBy, found }: MappedTables =
      known.mappedBy && !isAsked ? known : await mapTables(stored, saved, isAsked, mappingOf);
    await parts.write(() => {
      if (found) importStore.setSamples(status.id, found.samples, found.format);
      importStore.setMapping(status.id, mapping, mappedBy);
      return false;
    });
    if (found) return;
    await removeRead(parts);
    const checks = { ...stored, mapping, choices: status.choices, context: parts.context };
    const isLarge = status.size >= threadFrom;
    const checked = isLarge ? checkInThread(new URL(import.meta.url), checks) : checkRecords(checks);
    const tables = await readImport(parts, checked);
    await keepTables(parts, { ...stored, tables });
  }
}

/**
 * Writes only in turns that the main thread grants: SQLite lets a waiting writer sleep and a busy one go on, so the
 * main thread could wait long for the lock.
 */
function writeInTurns(
  db: Db,
  port: MessagePort,
  drafts: DraftWriter,
  { gate, signal }: WorkerStart,
): JobParts['write'] {
  /** Requested ahead, to arrive while records are prepared; the first one when it is needed. */
  let turn: Promise<TurnAnswer> | null = null;
  let progressAt = performance.now() + progressEvery;
  return async (step, saveProgress) => {
    turn ??= askForTurn(port);
    if ((await turn) === 'stop') throw new Stopped();
    let isMore = false;
    let isDue = false;
    enterDatabase(gate);
    try {
      write(db, () => {
        const began = performance.now();
        const isOver = () => {
          const took = performance.now() - began;
          return took > mostBudget || (took > leastBudget && Atomics.load(signal, 0) === 1);
        };
        // Texts that an earlier transaction left when it was interrupted.
        drafts.writeTexts(isOver);
        do isMore = step();
        while (isMore && !isOver());
        isMore = !drafts.writeTexts(isOver) || isMore;
        isDue = saveProgress !== undefined && performance.now() > progressAt;
        if (isDue) saveProgress?.();
      });
    } finally {
      leaveDatabase(gate);
      Atomics.store(signal, 0, 0);
      say(port, { type: 'done', progress: isDue });
    }
    turn = askForTurn(port);
    if (isDue) progressAt = performance.now() + progressEvery;
    return isMore;
  };
}

function askForTurn(port: MessagePort): Promise<TurnAnswer> {
  return new Promise((resolve) => {
    port.once('message', resolve);
    say(port, { type: 'turn' });
  });
}

function say(port: MessagePort, message: WorkerMessage): void {
  port.postMessage(message);
}
