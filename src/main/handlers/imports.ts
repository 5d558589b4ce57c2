import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Handlers, HandlersOf } from '../../shared/contract/contract.ts';
import { importChoicesSchema } from '../../shared/draft/importChoices.ts';
import type { ImportStatus } from '../../shared/draft/importing.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { withDistinctNames } from '../import/distinctNames.ts';
import { articleValues, wholeArticle } from '../import/mapping/articleValues.ts';
import { isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import type { App } from '../services/createApp.ts';
import { isOver } from '../store/imports/importStore.ts';
import { inBatches } from '../store/inBatches.ts';
import { undoably } from './undoably.ts';

/** Larger files are refused before any part of them is sent. */
const maxFileBytes = 2_000_000_000;

/** A file being received; its pieces are written one after another. */
interface Receiving {
  size: number;
  received: number;
  /** The previous write, which the next one waits for. */
  last: Promise<unknown>;
}

/** Imported when they are needed: what reads tables is a tenth of all code. */
const mappingTools = () => import('../import/mapping/changeMapping.ts');

/** Imports: receive a file in pieces, read it, preview it, and accept or cancel it. */
export function importHandlers(
  app: App,
): Omit<HandlersOf<'imports'>, 'imports.mappings' | 'imports.renameMapping' | 'imports.removeMapping'> {
  const { importJobs, publish } = app;
  const { imports: importStore, mappings, reading, accounts } = app.stores;
  const receiving = new Map<number, Receiving>();
  /** The latest ticks; later ones, and the acceptance of an import, wait for them. */
  let ticking: Promise<unknown> = Promise.resolve();

  /** Uploads in progress are only in memory: after a restart there is no file to continue with. */
  const statusOf = (id: number): ImportStatus => {
    const status = importStore.get(id);
    return { ...status, received: receiving.get(id)?.received ?? status.received };
  };
  const publishStatus = (id: number): ImportStatus => {
    const status = statusOf(id);
    publish('imports.changed', status);
    return status;
  };

  /** The id of an import whose tables the user is mapping. */
  const mapped = (id: number): number => {
    const status = importStore.get(id);
    if (status.state !== 'mapping') throw wrongState(status);
    return id;
  };

  /** Saved ones, and those of earlier imports. */
  const knownMappings = (id: number) => [
    ...mappings.list(),
    ...importStore.earlierMappings(importStore.get(id).accountId, id),
  ];

  const guessedFile = (id: number, place: number) =>
    importStore.encodings(importStore.get(id).id)?.find(({ file }) => file === place);

  /** Headings are other texts in another encoding. */
  function recogniseAnew(id: number, { state, mappedBy }: ImportStatus): void {
    if (state === 'preview' && mappedBy === null) return;
    importStore.setMapping(id, null, null);
    importStore.dropSamples(id);
    importStore.forgetTicks(id);
  }

  async function write(id: number, at: number, piece: Buffer): Promise<{ received: number }> {
    const given = receiving.get(id);
    if (!given) throw wrongState(importStore.get(id));
    const end = at + piece.length;
    if (end > given.size) throw fail('import.longerThanSaid');
    if (at > given.received) throw fail('import.pieceMissing');
    // A piece that was sent again because its reply was lost.
    if (end <= given.received) return { received: given.received };
    await writeAt(importJobs.fileOf(id), at, piece);
    given.received = end;
    return { received: end };
  }

  return {
    'imports.open': ({
      accountId,
      name,
      size,
      files,
      format = null,
      mapping = null,
      journal = null,
      encoding = null,
      emptyCells = null,
      nameOrder = null,
      decodedTwice = 'correct',
      asks = true,
    }) => {
      accounts.get(accountId);
      if (files && files.reduce((sum, file) => sum + file.size, 0) !== size) throw fail('import.sizesDiffer');
      if (size > maxFileBytes) throw fail('import.tooLarge', { name });
      const at = isoNow(app);
      const { id } = importStore.create({
        ...{ accountId, name, size, files: files && withDistinctNames(files), format, mapping, at },
        mappedBy: mapping ? { by: 'user' } : asks ? null : { by: 'guess' },
        choices: importChoicesSchema.parse({
          ...{ journal, encoding, emptyCells, nameOrder, decodedTwice },
          isAsked: asks,
        }),
      });
      receiving.set(id, { size, received: 0, last: Promise.resolve() });
      return publishStatus(id);
    },
    'imports.write': ({ id, at, piece }) => {
      const given = receiving.get(id);
      if (!given) throw wrongState(importStore.get(id));
      const bytes = Buffer.from(piece, 'base64');
      const written = given.last.then(() => write(id, at, bytes));
      given.last = written.catch(() => {});
      return written;
    },
    'imports.read': async ({ id }) => {
      const status = importStore.get(id);
      const given = receiving.get(id);
      if (!given || status.state !== 'receiving') throw wrongState(status);
      await given.last;
      if (given.received < given.size) throw fail('import.pieceMissing');
      if (given.size === 0) await writeAt(importJobs.fileOf(id), 0, Buffer.alloc(0));
      receiving.delete(id);
      importStore.setReceived(id, given.received);
      if (importStore.move(id, ['receiving'], 'reading')) importJobs.read(id);
      return publishStatus(id);
    },
    'imports.get': ({ id }) => statusOf(id),
    'imports.list': ({ accountId }) => importStore.list(accountId).map(({ id }) => statusOf(id)),
    'imports.rows': ({ id, filter, offset, limit }) => {
      const status = importStore.get(id);
      return filter
        ? reading.previewRows(status, filter, { offset, limit })
        : importStore.rows(id, { offset, limit });
    },
    'imports.record': ({ id, position }) => {
      const found = importStore.recordAt(importStore.get(id).id, position);
      if (!found)
        throw new AppError('not_found', msg('import.recordGone.message'), { fix: msg('import.gone.fix') });
      return { row: found.row, fields: found.record ? articleValues(found.record, wholeArticle) : [] };
    },
    'imports.source': ({ id, position }) => importJobs.source(importStore.get(id).id, position),
    'imports.tick': ({ id, filter, between = null, isTicked }) => {
      const tick = async () => {
        const positions = await reading.previewPositions(id, filter, between);
        await inBatches(
          positions,
          (some) => {
            const status = importStore.get(id);
            if (status.state !== 'preview') throw wrongState(status);
            importStore.tick(id, some, isTicked);
          },
          { size: 5_000 },
        );
        return { status: publishStatus(id), count: positions.length };
      };
      const status = importStore.get(id);
      if (status.state !== 'preview') throw wrongState(status);
      const ticked = ticking.then(tick);
      ticking = ticked.catch(() => {});
      return ticked;
    },
    'imports.mapping': async ({ id }) => {
      const { changeMapping } = await mappingTools();
      return changeMapping(importStore, mapped(id), knownMappings(id), null);
    },
    'imports.changeMapping': async ({ id, change }) => {
      const { changeMapping } = await mappingTools();
      return changeMapping(importStore, mapped(id), knownMappings(id), change);
    },
    'imports.readMapped': async ({ id, mapping, saveAs }) => {
      if (!(await importJobs.hasFile(mapped(id)))) throw fileGone(importStore.get(id));
      if (saveAs !== undefined) {
        mappings.save(saveAs, mapping);
        publish('imports.mappingsChanged', {});
      }
      importStore.setMapping(
        id,
        mapping,
        saveAs === undefined ? { by: 'user' } : { by: 'saved', name: saveAs },
      );
      importStore.forgetTicks(id);
      if (importStore.move(id, ['mapping'], 'reading')) importJobs.read(id);
      return publishStatus(id);
    },
    'imports.encodings': ({ id, file }) => [...(guessedFile(id, file)?.candidates ?? [])],
    'imports.choose': async ({ id, choices }) => {
      const status = importStore.get(id);
      const { encodings } = status.choices;
      const isRecoded = JSON.stringify(choices.encodings) !== JSON.stringify(encodings);
      if (status.state !== 'preview' && !(status.state === 'mapping' && isRecoded)) throw wrongState(status);
      for (const [file, name] of Object.entries(choices.encodings)) {
        const known = guessedFile(id, Number(file))?.candidates ?? [];
        if (!known.some((one) => one.name === name)) throw noSuchEncoding(name);
      }
      if (!(await importJobs.hasFile(id))) throw fileGone(status);
      // It may have been accepted meanwhile, without this choice.
      if (!importStore.move(id, [status.state], 'reading')) throw wrongState(importStore.get(id));
      importStore.setChoices(id, choices);
      if (isRecoded && status.mappedBy?.by !== 'guess') recogniseAnew(id, status);
      importJobs.read(id);
      return publishStatus(id);
    },
    'imports.mapAgain': async ({ id }) => {
      const status = importStore.get(id);
      if (status.state !== 'preview' || status.mappedBy === null) throw wrongState(status);
      if (!(await importJobs.hasFile(id))) throw fileGone(status);
      const isSampled = importStore.samples(id) !== null;
      const isMoved = importStore.move(id, ['preview'], isSampled ? 'mapping' : 'reading');
      if (!isMoved) throw wrongState(importStore.get(id));
      if (!isSampled) importJobs.sample(id);
      return publishStatus(id);
    },
    'imports.problems': ({ id, ...range }) => importStore.problems(importStore.get(id).id, range),
    'imports.accept': async ({ id, shown }) => {
      await ticking;
      const status = importStore.get(id);
      if (status.state === 'preview' && status.shown !== shown) throw changedSince(status);
      if (importStore.move(id, ['preview'], 'accepting')) importJobs.accept(id);
      else if (!['accepting', 'accepted'].includes(importStore.get(id).state))
        throw wrongState(importStore.get(id));
      return publishStatus(id);
    },
    'imports.cancel': ({ id }) => {
      const status = importStore.get(id);
      // The user has read why it failed; lists no longer show it.
      if (importStore.move(id, ['failed'], 'cancelled')) return publishStatus(id);
      if (importStore.move(id, ['receiving', 'reading', 'mapping', 'preview'], 'cancelled')) {
        const last = receiving.get(id)?.last;
        receiving.delete(id);
        importJobs.discard(id, last);
      } else if (!isOver(status.state)) throw wrongState(status);
      return publishStatus(id);
    },
  };
}

async function writeAt(path: string, at: number, piece: Buffer): Promise<void> {
  if (at === 0) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, at === 0 ? 'w' : 'r+', 0o600);
  try {
    // A nearly full disk writes a part, and reports the lack of space only at the next write.
    for (let done = 0; done < piece.length; ) {
      done += (await file.write(piece, done, piece.length - done, at + done)).bytesWritten;
    }
  } finally {
    await file.close();
  }
}

function fileGone({ name }: ImportStatus): AppError {
  return new AppError('state', msg('import.fileGone.message', { name }), { fix: msg('import.gone.fix') });
}

function noSuchEncoding(name: string): AppError {
  return new AppError('input', msg('import.encoding.gone.message', { name }), {
    fix: msg('import.encoding.gone.fix'),
  });
}

function changedSince({ name }: ImportStatus): AppError {
  return fail('import.changedSince', { name });
}

function wrongState({ name, state }: ImportStatus): AppError {
  return new AppError('state', msg('import.wrongState.message', { name }), {
    why: msg(`import.state.${state}`),
    fix: msg('import.wrongState.fix'),
  });
}

/** The calls `mappings.*`: mappings of columns that the user has saved. */
export function mappingHandlers(
  app: App,
): Pick<Handlers, 'imports.mappings' | 'imports.renameMapping' | 'imports.removeMapping'> {
  const { publish } = app;
  const { mappings, transaction } = app.stores;
  return {
    'imports.mappings': () => mappings.list(),
    'imports.renameMapping': ({ id, name }) => {
      mappings.rename(id, name);
      publish('imports.mappingsChanged', {});
      return null;
    },
    'imports.removeMapping': async ({ id }) => {
      const { name } = mappings.get(id);
      const about = { accountId: null, kind: 'removeMapping' as const, subject: String(id), name };
      const { undoId } = await undoably(app, about, async (step) => {
        transaction(() =>
          step.change({ source: 'table_mappings', id }, 'removed', () => mappings.remove(id)),
        );
        return {};
      });
      publish('imports.mappingsChanged', {});
      return { undoId };
    },
  };
}
