import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draftHandlers } from '../../src/main/handlers/drafts/drafts.ts';
import { importHandlers } from '../../src/main/handlers/imports.ts';
import { createLog } from '../../src/main/platform/log.ts';
import type { EventData, EventName, Publish } from '../../src/shared/contract/contract.ts';
import type { DraftRow } from '../../src/shared/draft/draft.ts';
import type { ImportFormat } from '../../src/shared/draft/fileFormats.ts';
import type { ImportFilter, ImportStatus } from '../../src/shared/draft/importing.ts';
import { acceptNow, asking } from '../helpers/confirm.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { openTestApp } from '../helpers/testApp.ts';

export type ImportHost = ReturnType<typeof startHost>;

/** The application's import calls over a data folder, by default a new one, with a real worker. */
export function startHost({
  dataFolder = mkdtempSync(join(tmpdir(), 'colophon-import-')),
  importWorker = workerFiles.importWorker,
} = {}) {
  const events: { name: string; data: unknown }[] = [];
  const waiting = new Set<() => void>();
  const publish: Publish = <N extends EventName>(name: N, data: EventData<N>) => {
    events.push({ name, data });
    for (const look of waiting) look();
  };
  const logged: unknown[] = [];
  const write = (event: string, data?: Record<string, unknown>) => void logged.push({ event, ...data });
  const log = { ...createLog({ file: null }), warn: write, error: write };
  const app = openTestApp({ dataFolder, importWorker, publish, log });
  const { scope, importJobs } = app;
  const { db, imports: importStore, mappings, drafts: draftStore, journals: journalStore } = app.stores;
  app.stores.accounts.ensureSandbox({
    name: 'Sandbox',
    base: 'http://127.0.0.1:9/',
    dialect: '3.0.1',
    rate: 2,
    username: '',
    createdAt: new Date(0).toISOString(),
  });
  const handlers = { ...importHandlers(app), ...draftHandlers(app) };

  /** Resolves once the import is in one of the states. */
  function reached(id: number, ...states: ImportStatus['state'][]): Promise<ImportStatus> {
    return new Promise((resolve) => {
      const look = () => {
        const status = importStore.get(id);
        if (!states.includes(status.state)) return;
        waiting.delete(look);
        resolve(status);
      };
      waiting.add(look);
      look();
    });
  }
  async function send(
    name: string,
    content: string | Uint8Array,
    { format, asks, pieceSize = 1 << 16 }: { format?: ImportFormat; asks?: boolean; pieceSize?: number } = {},
  ): Promise<number> {
    const bytes = Buffer.from(content as string);
    const size = bytes.length;
    const { id } = await handlers['imports.open']({ accountId: 'sandbox', name, size, format, asks });
    for (let at = 0; at < bytes.length; at += pieceSize)
      await handlers['imports.write']({ id, at, piece: bytes.toString('base64', at, at + pieceSize) });
    return id;
  }
  /** Sends and reads a file; returns its preview, or its other outcome. */
  async function preview(
    name: string,
    content: string | Uint8Array,
    format?: ImportFormat,
    asks?: boolean,
  ): Promise<ImportStatus> {
    const id = await send(name, content, { format, asks });
    await handlers['imports.read']({ id });
    return reached(id, 'mapping', 'preview', 'failed', 'cancelled');
  }
  async function accept(id: number): Promise<ImportStatus> {
    await acceptNow(asking(handlers), id);
    return reached(id, 'accepted', 'preview');
  }
  const rows = async (id: number) => (await handlers['imports.rows']({ id, offset: 0, limit: 500 })).rows;
  /** Titles of a preview as listed by a filter. */
  const listed = async (id: number, show: ImportFilter['show'] = 'all', finding?: string) => {
    const filter = { show, finding };
    const { total, rows: found } = await handlers['imports.rows']({ id, filter, offset: 0, limit: 500 });
    if (total !== found.length) throw new Error(`${total} records are counted, but ${found.length} listed.`);
    return found.map(({ title }) => title);
  };
  const problems = async (id: number) =>
    (await handlers['imports.problems']({ id, offset: 0, limit: 500 })).problems;
  async function drafts(text?: string): Promise<DraftRow[]> {
    const filter = { trashed: false, ...(text === undefined ? {} : { text }) };
    const sort = { by: 'title', direction: 'asc' } as const;
    const list = await handlers['drafts.list']({ accountId: 'sandbox', filter, sort, offset: 0, limit: 500 });
    return list.rows;
  }
  const hidden = () =>
    db.prepare<[], number>('SELECT count(*) FROM drafts WHERE staged = 1').pluck().get()! +
    db.prepare<[], number>('SELECT count(*) FROM import_changes').pluck().get()!;
  const stop = (): Promise<void> => app.close();
  /** Stops and removes the data folder. */
  async function end(): Promise<void> {
    await stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
  return {
    dataFolder,
    db,
    events,
    logged,
    scope,
    handlers,
    importJobs,
    importStore,
    mappings,
    journalStore,
    draftStore,
    reached,
    send,
    preview,
    accept,
    listed,
    rows,
    problems,
    drafts,
    hidden,
    stop,
    end,
  };
}
