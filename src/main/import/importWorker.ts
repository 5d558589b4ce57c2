import { performance } from 'node:perf_hooks';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { useSharedPack } from '../platform/rulePack/savedPack.ts';
import { createAccountStore } from '../store/accounts/accountStore.ts';
import { createProfileStore } from '../store/accounts/profileStore.ts';
import { type Db, openInThread } from '../store/database.ts';
import { createDraftWriter, type DraftWriter } from '../store/drafts/draftWriter.ts';
import { longestLog } from '../store/flush.ts';
import { createImportFiles } from '../store/imports/importFiles.ts';
import { createImportStore } from '../store/imports/importStore.ts';
import { createImportWriter } from '../store/imports/importWriter.ts';
import { createJournalStore } from '../store/journals/journalStore.ts';
import { type ThreadError, toThreadError } from '../store/workerRpc.ts';
import { write } from '../store/write.ts';
import { acceptImport, discardImport } from './acceptImport.ts';
import type { CheckingStart } from './checkingThread.ts';
import { enterDatabase, leaveDatabase } from './databaseGate.ts';
import { toImportError } from './importErrors.ts';
import {
  type JobKind,
  type JobParts,
  Stopped,
  type TurnAnswer,
  type WorkerMessage,
  type WorkerStart,
} from './importJob.ts';
import type { ReadSource } from './readFiles.ts';
import type { SourceStart } from './source/sourceThread.ts';

/**
 * Minimum and maximum milliseconds of a transaction that accepts rows; the maximum applies while nobody else wants to
 * write.
 */
const minBudget = 6;
const maxBudget = 60;
/** Milliseconds between two progress reports. */
const progressEvery = 125;
/** How many search texts of accepted changes are written together, at most these after the time of their transaction. */
const acceptedTextsAtOnce = 100;

if (parentPort) {
  useSharedPack();
  const start = workerData as WorkerStart | CheckingStart | SourceStart;
  if (start.role === 'check' || start.role === 'unpack') {
    const { serveChecking } = await import('./checkingThread.ts');
    await serveChecking(parentPort, start);
  } else if (start.role === 'source') {
    const { serveSource } = await import('./source/sourceThread.ts');
    await serveSource(parentPort, start.orders);
  } else await work(parentPort, start);
}

/** Runs one job in this thread and reports how it ended. */
async function work(port: MessagePort, start: WorkerStart): Promise<void> {
  const { order, gate } = start;
  let failed: ThreadError | null = null;
  let db: Db | undefined;
  try {
    const job = await loadJob(order.kind);
    enterDatabase(gate);
    db = openInThread(order.database, { durable: false });
    db.pragma(`wal_autocheckpoint = ${longestLog}`);
    const running = doJob(job, db, port, start);
    // Before its first wait, a job prepares its statements and reads the data it needs.
    leaveDatabase(gate);
    await running;
  } catch (cause) {
    if (!(cause instanceof Stopped)) failed = toThreadError(toImportError(cause));
  } finally {
    enterDatabase(gate);
    db?.close();
    leaveDatabase(gate);
  }
  send(port, { type: 'end', failed });
  port.close();
}

type Job = (parts: JobParts, source: ReadSource) => Promise<void>;

/** Loads the readers only for reading: loading takes longer than accepting a small import. */
async function loadJob(kind: JobKind): Promise<Job> {
  if (kind === 'accept') return acceptImport;
  if (kind === 'discard') return discardImport;
  return (await import('./readFiles.ts')).readFiles;
}

async function doJob(job: Job, db: Db, port: MessagePort, start: WorkerStart): Promise<void> {
  const { order } = start;
  const importStore = createImportStore(db);
  const status = importStore.get(order.importId);
  const account = createAccountStore(db).get(status.accountId);
  const textsAtOnce = order.kind === 'accept' ? acceptedTextsAtOnce : Number.POSITIVE_INFINITY;
  const drafts = createDraftWriter(db, { textsAtOnce });
  const parts: JobParts = {
    status,
    drafts,
    imports: createImportWriter(db),
    files: createImportFiles(db),
    context: {
      dialect: account.dialect,
      profile: createProfileStore(db).of(account),
      journals: createJournalStore(db).cards(status.accountId),
      now: new Date(order.at),
    },
    addProblem: (problem) => importStore.addProblem(status.id, problem),
    setFound: (found) => importStore.setFound(status.id, found),
    unticksDoubtful: status.found === null && status.choices.isAsked,
    at: order.at,
    write: writeInTurns(db, port, drafts, start),
  };
  await job(parts, { db, order, importStore, workerFile: new URL(import.meta.url) });
}

/**
 * Writes only in turns that the main thread grants: SQLite lets a waiting writer sleep while a busy one continues, so
 * the main thread could wait a long time for the lock.
 */
function writeInTurns(
  db: Db,
  port: MessagePort,
  drafts: DraftWriter,
  { order, gate, signal }: WorkerStart,
): JobParts['write'] {
  /** Requested ahead, so that it arrives while records are prepared; the first one when it is needed. */
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
          return took > maxBudget || (took > minBudget && Atomics.load(signal, 0) === 1);
        };
        const takeSteps = () => {
          do isMore = step();
          while (isMore && !isOver());
        };
        // What people see is found as soon as it is stored: nobody writes the texts of a thread that has ended.
        if (order.kind === 'accept') drafts.indexTogether(takeSteps);
        else {
          // Texts of hidden rows, left over by an interrupted transaction.
          drafts.writeTexts(isOver);
          takeSteps();
          isMore = !drafts.writeTexts(isOver) || isMore;
        }
        isDue = saveProgress !== undefined && performance.now() > progressAt;
        if (isDue) saveProgress?.();
      });
    } finally {
      leaveDatabase(gate);
      Atomics.store(signal, 0, 0);
      send(port, { type: 'done', progress: isDue });
    }
    turn = askForTurn(port);
    if (isDue) progressAt = performance.now() + progressEvery;
    return isMore;
  };
}

function askForTurn(port: MessagePort): Promise<TurnAnswer> {
  return new Promise((resolve) => {
    port.once('message', resolve);
    send(port, { type: 'turn' });
  });
}

function send(port: MessagePort, message: WorkerMessage): void {
  port.postMessage(message);
}
