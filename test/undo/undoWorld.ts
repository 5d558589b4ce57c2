import { onTestFinished } from 'vitest';
import { takeRow } from '../../src/main/comparisons/takeArticle.ts';
import { createHandlers } from '../../src/main/handlers/createHandlers.ts';
import { acceptImport } from '../../src/main/import/acceptImport.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import type { NewRow } from '../../src/main/store/comparisons/comparisonStore.ts';
import { createDraftsToCompare } from '../../src/main/store/comparisons/draftsToCompare.ts';
import { createImportFiles } from '../../src/main/store/imports/importFiles.ts';
import { createImportStore } from '../../src/main/store/imports/importStore.ts';
import { createImportWriter } from '../../src/main/store/imports/importWriter.ts';
import { createUndoStore, undoLimits } from '../../src/main/store/undo/undoStore.ts';
import type { EventName } from '../../src/shared/contract/contract.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { literal } from '../../src/shared/message.ts';
import { article, context, derive, storesOf, temporaryFolder } from '../helpers/storeParts.ts';
import { openTestApp } from '../helpers/testApp.ts';

export const accountId = 'a';
/** The initial number of drafts. */
export const firstDrafts = 6;

/** All columns of a draft except its version and the times of its changes. */
export interface DraftState {
  record: string;
  isTrashed: boolean;
  importId: number | null;
  sentHash: string | null;
  sentAt: string | null;
  remoteId: string | null;
  sync: string;
  found: boolean;
}

/** A database with drafts and a comparison, and every bulk change of them. */
export function openUndoWorld(limits: typeof undoLimits = undoLimits) {
  let time = Date.parse('2026-03-01T00:00:00.000Z');
  const clock = { ...systemClock, now: () => (time += 1000), monotonic: () => (time += 1000) };
  const at = () => new Date(clock.now()).toISOString();
  const received: EventName[] = [];
  const publish = (name: EventName) => void received.push(name);
  const opened = openTestApp({ dataFolder: temporaryFolder(), clock, publish });
  onTestFinished(() => opened.close());
  const { scope } = opened;
  const { db, comparisons: comparisonStore, transaction } = opened.stores;
  const undo = createUndoStore(db, comparisonStore, { scope, publish, limits });
  const app = { ...opened, stores: { ...opened.stores, undo } };
  const stores = storesOf(db);
  const { draftStore, writer, sync } = stores;
  const handlers = createHandlers(app);
  const ids = Array.from({ length: firstDrafts }, (_, index) => stores.add(numbered(index)));
  const comparison = comparisonStore.create({
    accountId,
    journalTitle: 'Annals of Lepidoptera',
    issns: ['1234-5679'],
    year: '2025',
    at: at(),
  });
  const rowOf = (index: number, draftId: number | null): NewRow => ({
    outcome: draftId === null ? 'missing-here' : 'different',
    title: `There ${index}`,
    doi: '',
    draftId,
    draftVersion: draftId === null ? null : 1,
    remoteId: `remote${index}`,
    differences: [],
    keys: [`id:remote${index}`],
    record: JSON.stringify(numbered(index, 'There')),
  });
  comparisonStore.addRows(comparison, [
    ...ids.slice(0, 3).map((id, index) => rowOf(index, id)),
    rowOf(100, null),
    rowOf(101, null),
  ]);
  comparisonStore.finish(comparison, 'done', null, at());
  const rowIds = comparisonStore.allRowIds(comparison);
  const taking = { drafts: createDraftsToCompare(db), context: () => context, clock, store: comparisonStore };
  let made = 1000;

  /** Accepts an import that creates one draft and changes the given ones. */
  async function acceptFile(changed: readonly number[]): Promise<number | null> {
    const importId = stores.addImport('file.csv');
    const imports = createImportWriter(db);
    const place = { file: 'file.csv', index: 1, line: null };
    writer.insert({
      accountId,
      draft: derive(numbered(made++)),
      at: at(),
      staged: true,
      importId,
      position: 0,
      place,
    });
    for (const [index, draftId] of changed.entries()) {
      const { version, record } = draftStore.get(draftId);
      imports.addChange({
        importId,
        position: index + 1,
        ...place,
        draftId,
        draftVersion: version,
        outcome: 'update',
        shown: { title: '', journal: '', year: '', doi: '', readiness: 'ready', errors: 0, warnings: 0 },
        changes: [],
        finding: '',
        notes: [literal('changed by a file')],
        record: { ...record, file: made++ },
      });
    }
    const step = imports.undoStep({ id: importId, accountId, name: 'file.csv' }, at());
    await acceptImport({
      status: createImportStore(db).get(importId),
      drafts: writer,
      imports,
      files: createImportFiles(db),
      context,
      addProblem: () => undefined,
      setFound: () => undefined,
      unticksDoubtful: false,
      at: at(),
      write: async (work) => transaction(work),
    });
    void step;
    return undo.list(accountId)[0]?.id ?? null;
  }

  function takeRows(chosen: readonly number[]): number | null {
    const step = undo.step({ accountId, kind: 'takeFromComparison', subject: String(comparison), at: at() });
    return transaction(() => {
      for (const id of chosen) {
        const row = comparisonStore.takenRow(id);
        if (row) takeRow(taking, accountId, row, step);
      }
      return step.finish();
    });
  }

  async function setAside(chosen: readonly number[], aside: boolean): Promise<number | null> {
    const kind = aside ? ('setAside' as const) : ('putBack' as const);
    const step = undo.step({ accountId, kind, subject: String(comparison), at: at() });
    await comparisonStore.setAside(comparison, chosen, aside, (id, change) =>
      step.change({ source: 'comparison_rows', id }, 'changed', change),
    );
    return step.finish();
  }

  function edit(id: number): void {
    const { version, record } = draftStore.get(id);
    draftStore.save({ id, version, draft: derive({ ...record, edited: made++ }), at: at() });
  }
  function send(id: number): void {
    const { hash } = derive(draftStore.get(id).record).columns;
    sync.setSent([{ content: null, id, hash, doiKey: null, urlKey: null, remoteId: `sent${id}`, at: at() }]);
  }
  const readDrafts = db.prepare<[], Omit<DraftState, 'isTrashed'> & { id: number; trashed: number }>(
    `SELECT id, record, trashed, import_id importId, sent_hash sentHash, sent_at sentAt, remote_id remoteId, sync,
       EXISTS (SELECT 1 FROM draft_search_docsize WHERE draft_search_docsize.id = drafts.id) found
     FROM drafts WHERE staged = 0 ORDER BY id`,
  );
  const states = () =>
    new Map<number, DraftState>(
      readDrafts.all().map(({ id, trashed, ...state }) => [id, { ...state, isTrashed: trashed === 1 }]),
    );
  const rows = () =>
    db
      .prepare<
        [],
        { id: number; draftId: number | null; draftVersion: number | null; current: number | null }
      >(
        `SELECT rows.id, outcome, aside, draft_id draftId, rows.record, draft_version draftVersion, drafts.version current
         FROM comparison_rows rows LEFT JOIN drafts ON drafts.id = draft_id ORDER BY rows.id`,
      )
      .all();
  return {
    ...stores,
    scope,
    app,
    undo,
    handlers,
    received,
    ids,
    comparison,
    rowIds,
    clock,
    transaction,
    comparisonStore,
    acceptFile,
    takeRows,
    setAside,
    edit,
    send,
    states,
    rows,
  };
}

export type UndoWorld = ReturnType<typeof openUndoWorld>;

function numbered(index: number, word = 'On moths'): DraftRecord {
  return article({
    title: `${word} ${index}`,
    identifier: [
      { type: 'doi', id: `10.1234/m.${index}` },
      { type: 'pissn', id: '1234-5679' },
    ],
  });
}
