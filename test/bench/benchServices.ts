import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import { systemClock } from '../../src/main/platform/clock.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { sessionKeychain } from '../../src/main/platform/secrets/keychain.ts';
import { openServices } from '../../src/main/restorableServices.ts';
import type { ImportStatus } from '../../src/shared/draft/importing.ts';
import { literal } from '../../src/shared/message.ts';
import { acceptNow, asking } from '../helpers/confirm.ts';
import { workerFiles } from '../helpers/programFiles.ts';

const pieceBytes = 1_000_000;
const sampleEvery = 2;
const saveEvery = 200;

export type BenchServices = Awaited<ReturnType<typeof openBenchServices>>;

/** The application as a shell runs it, with one account and no directory, on a folder that is new or that it left. */
export async function openBenchServices(folder: string) {
  mkdirSync(folder, { recursive: true });
  const listeners = new Set<(status: ImportStatus) => void>();
  const { handlers, stop } = await openServices({
    dataFolder: folder,
    shell: 'web',
    version: '0.0.0',
    keychain: sessionKeychain(literal('')),
    fetch,
    clock: systemClock,
    log: createLog({ file: null }),
    publish: (name, data) => {
      if (name === 'imports.changed') for (const listen of listeners) listen(data as ImportStatus);
    },
    risk: null,
    sends: false,
    sandbox: false,
    ...workerFiles,
  });
  const [known] = await handlers['accounts.list']({});
  const { id: accountId } =
    known ??
    (await handlers['accounts.create']({
      name: 'Acme Press',
      base: 'http://127.0.0.1:9/api/v3/',
      dialect: '3.0.1',
      rate: 2,
      username: '',
    }));

  /** Calls `begin`, and resolves once an import is in one of the states. */
  async function reach(begin: () => unknown, states: readonly string[]): Promise<ImportStatus> {
    const { promise, resolve } = Promise.withResolvers<ImportStatus>();
    const listen = (status: ImportStatus) => {
      if (states.includes(status.state)) resolve(status);
    };
    listeners.add(listen);
    await begin();
    const status = await promise;
    listeners.delete(listen);
    return status;
  }

  /** Imports all articles of files at once, from the first piece to the last accepted draft, and returns the import's id. */
  async function importFiles(paths: readonly string[], count: number): Promise<number> {
    const files = paths.map((path) => ({ name: basename(path), size: statSync(path).size }));
    const size = files.reduce((sum, one) => sum + one.size, 0);
    const { name } = files[0]!;
    const { id } = await handlers['imports.open']({ accountId, name, size, files, asks: false });
    const piece = Buffer.alloc(pieceBytes);
    let at = 0;
    for (const path of paths) {
      const descriptor = openSync(path, 'r');
      for (let length = -1; length !== 0; at += length) {
        length = readSync(descriptor, piece, 0, pieceBytes, null);
        if (length > 0)
          await handlers['imports.write']({ id, at, piece: piece.toString('base64', 0, length) });
      }
      closeSync(descriptor);
    }
    const preview = await reach(() => handlers['imports.read']({ id }), ['preview', 'failed']);
    const end = await reach(() => acceptNow(asking(handlers), id), ['accepted', 'preview']);
    if (preview.created !== count || end.state !== 'accepted')
      throw new Error(`Not all came in: ${JSON.stringify({ preview, end })}`);
    return id;
  }
  return { handlers, accountId, importFiles, stop };
}

/** Records how long the event loop was blocked, until `end` returns the longest time in milliseconds. */
export function watchHolds(): { end(): number } {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - sampleEvery);
    last = performance.now();
  }, sampleEvery);
  return {
    end: () => {
      clearInterval(timer);
      return Math.max(longest, performance.now() - last - sampleEvery);
    },
  };
}

/** Saves a draft again and again, until `end` resolves to how often, and to the longest save in milliseconds. */
export async function keepSaving({ handlers, accountId }: BenchServices) {
  let draft = await handlers['drafts.create']({ accountId });
  let isOver = false;
  let saves = 0;
  let longest = 0;
  const saving = (async () => {
    while (!isOver) {
      const begun = performance.now();
      const { id, version } = draft;
      draft = await handlers['drafts.save']({
        id,
        version,
        record: { bibjson: { title: `Title ${saves++}` } },
      });
      longest = Math.max(longest, performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, saveEvery));
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await saving;
      return { saves, longest };
    },
  };
}
