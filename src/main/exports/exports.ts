import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CallData, CallOutput, Publish } from '../../shared/contract/contract.ts';
import type { ExportResult, ExportSource } from '../../shared/contract/exports.ts';
import { type ExportFormat, fileFormats } from '../../shared/draft/fileFormats.ts';
import { msg } from '../../shared/message.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import { exportFile, exportSourceFile } from '../platform/files/importSpool.ts';
import type { Scope } from '../platform/scope.ts';
import { createWatchedWork } from '../platform/watchedWork.ts';
import type { DraftReading } from '../store/drafts/draftReading.ts';
import type { KeptTable } from '../store/exports/tableReading.ts';
import { createWorkerRpc, frugal } from '../store/workerRpc.ts';
import { reportLanguage } from './exportReport.ts';
import type { AnyExportJob, ExportOrder, ExportSlice } from './exportSlices.ts';
import { formatLosses } from './formatLosses.ts';
import type { ProblemSource } from './rowProblems.ts';
import type { ExportJob } from './writeExport.ts';
import type { ExportProgress } from './writePieces.ts';

/** The thread ends and frees its memory after this many milliseconds without an order. */
const idleFor = 30_000;
/** How many files are kept if no window removes them. */
const maxFiles = 4;
/** Bytes in one answer to `exports.read`. */
const pieceSize = 1_500_000;

/** Writes exports to temporary files in a thread, which starts with the first export. */
export function createExports(parts: {
  /** The thread's file. */
  worker: URL;
  /** The path of the database. */
  database: string;
  dataFolder: string;
  reading: Pick<DraftReading, 'selectInOrder'>;
  /** The accounts of imports and uploads; throw `not_found`. */
  accountOf: { import(id: number): string; upload(id: number): string };
  clock: Pick<Clock, 'now' | 'monotonic'>;
  publish: Publish;
  scope: Scope;
}) {
  const { reading, accountOf, clock, publish, scope } = parts;
  const thread = createWorkerRpc<ExportOrder>(parts.worker, {
    idleFor,
    workerData: { file: parts.database },
    broke: msg('exports.broke'),
    resourceLimits: frugal,
  });
  const watched = createWatchedWork(msg('edits.cancelled'), clock);
  /** The size of each file. */
  const files = new Map<number, number>();
  let lastId = 0;
  const fileOf = (id: number) => exportFile(parts.dataFolder, id);
  const accountOfSource = (source: ProblemSource) =>
    'importId' in source ? accountOf.import(source.importId) : accountOf.upload(source.uploadId);
  const tablesOf = async (source: ProblemSource) => (await thread.ask({ tables: source })) as KeptTable[];

  async function jobSource(source: ExportSource): Promise<Pick<ExportJob, 'accountId' | 'source'>> {
    if ('importId' in source) return { accountId: accountOf.import(source.importId), source };
    if ('uploadId' in source) return { accountId: accountOf.upload(source.uploadId), source };
    const { accountId, selection, sort } = source;
    return { accountId, source: { ids: await reading.selectInOrder(accountId, selection, sort) } };
  }

  async function run(
    job: AnyExportJob,
    signal: AbortSignal,
    report: (progress: ExportProgress) => void,
  ): Promise<ExportResult> {
    const ask = async (order: ExportOrder) => (await thread.ask(order)) as ExportSlice;
    try {
      let slice = await ask({ start: job });
      while (slice.result === null) {
        report(slice.progress);
        signal.throwIfAborted();
        slice = await ask({ next: job.id });
      }
      return slice.result;
    } catch (error) {
      await ask({ drop: job.id });
      await rm(job.file, { force: true });
      throw error;
    }
  }

  async function remove(id: number): Promise<void> {
    files.delete(id);
    await rm(fileOf(id), { force: true });
  }

  /** Runs a job with the next id; `watch` is the name by which it is followed and cancelled. */
  function make(
    watch: string | undefined,
    { nameAt, type }: { nameAt: (day: string) => string; type: string },
    jobOf: (about: { id: number; file: string; at: string }) => Promise<AnyExportJob>,
  ): Promise<CallOutput<'exports.write'>> {
    return scope.call(() =>
      watched.run(watch, async (own) => {
        const id = ++lastId;
        const file = fileOf(id);
        const at = isoNow({ clock });
        const job = await jobOf({ id, file, at });
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        const report = watched.reporter(watch, (watchName, done, total) =>
          publish('exports.progress', { watch: watchName, done, total }),
        );
        const result = await run(job, AbortSignal.any([own, scope.signal]), ({ done, total }) =>
          report(done, total),
        );
        files.set(id, result.size);
        for (const oldest of files.keys()) if (files.size > maxFiles) await remove(oldest);
        return { ...result, id, name: nameAt(localDay(at)), type };
      }),
    );
  }

  return {
    write: ({ source, format, watch }: CallData<'exports.write'>) =>
      make(watch, fileNamed('articles', format), async ({ id, file }) => ({
        id,
        file,
        format,
        ...(await jobSource(source)),
      })),
    report: ({ source, format, watch }: CallData<'exports.report'>) =>
      make(watch, fileNamed('problems', format), async (about) => ({
        ...about,
        report: format,
        language: reportLanguage(),
        source,
        accountId: accountOfSource(source),
      })),
    tables: ({ source }: CallData<'exports.tables'>) =>
      scope.call(async () => {
        accountOfSource(source);
        const tables = await tablesOf(source);
        return tables.map(({ importId, file, name, records }) => ({ importId, file, name, records }));
      }),
    returned: async ({ source, table, rows, watch }: CallData<'exports.returned'>) => {
      const accountId = accountOfSource(source);
      const { name, format } = await scope.call(async () => keptTable(await tablesOf(source), table));
      const [type] = fileFormats[format === 'xlsx' ? 'xlsx' : 'csv'].types;
      return make(watch, { nameAt: () => returnedName(name), type }, async (about) => ({
        ...about,
        sourceFile: exportSourceFile(parts.dataFolder, about.id),
        table,
        rows,
        source,
        language: reportLanguage(),
        accountId,
      }));
    },
    cancel: watched.cancel,
    read: ({ id, at }: CallData<'exports.read'>) =>
      scope.call(async () => {
        const size = files.get(id);
        if (size === undefined) throw fail('exports.gone');
        const file = await open(fileOf(id));
        try {
          const buffer = Buffer.alloc(Math.max(0, Math.min(pieceSize, size - at)));
          const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
          return { piece: buffer.subarray(0, bytesRead).toString('base64') };
        } finally {
          await file.close();
        }
      }),
    remove,
    losses: formatLosses,
    /** Ends the thread and removes the files; the scope has stopped. */
    async end(): Promise<void> {
      await thread.end();
      for (const id of files.keys()) await remove(id);
    },
  };
}

/** The day of an ISO time where the user is, such as 2026-03-02: the Swedish way to write one. */
function localDay(at: string): string {
  return new Date(at).toLocaleDateString('sv');
}

function fileNamed(name: string, format: ExportFormat): { nameAt: (day: string) => string; type: string } {
  const {
    endings: [ending],
    types: [type],
  } = fileFormats[format];
  return { nameAt: (day) => `colophon-${name}-${day}.${ending}`, type };
}

function keptTable(tables: readonly KeptTable[], wanted: CallData<'exports.returned'>['table']): KeptTable {
  const found = tables.find(({ importId, file }) => importId === wanted.importId && file === wanted.file);
  if (found) return found;
  throw fail('exports.tableGone');
}

/** The user's file name with `-problems` before its extension. */
function returnedName(name: string): string {
  const file = name.replace(/^.*[/\\]/, '');
  const [, base = file, ending = ''] = /^(.+?)(\.[A-Za-z0-9]{1,5})?$/.exec(file) ?? [];
  return `${base.replace(/-problems$/, '')}-problems${ending}`;
}
