import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEditSlices } from '../../src/main/edits/editSlices.ts';
import { draftColumns } from '../../src/main/store/drafts/draftColumns.ts';
import { derivedColumns } from '../../src/main/store/drafts/draftWriter.ts';
import { createJournalStore } from '../../src/main/store/journals/journalStore.ts';
import { writeSignalOf } from '../../src/main/store/write.ts';
import type { BulkEdit } from '../../src/shared/article/edits/bulkEdit.ts';
import { clearableFields, textFields, valueFields } from '../../src/shared/article/edits/editFields.ts';
import type { CallData } from '../../src/shared/contract/contract.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { caseLanguages, caseStyles } from '../../src/shared/text/changeCase.ts';
import { article, journal } from '../helpers/storeParts.ts';
import { openTestServices, type TestServices } from '../helpers/testServices.ts';
import '../helpers/setUp.ts';
import { randomCases } from '../helpers/randomCases.ts';

let services: TestServices;
const nowhere = 'http://127.0.0.1:9/api/v3/';

beforeAll(async () => {
  services = await openTestServices({ directory: { '3.0.1': nowhere, '4.0': nowhere } });
});

afterAll(async () => {
  await services.close();
  services.remove();
});

beforeEach(() => {
  services.db.exec('DELETE FROM drafts; DELETE FROM undo_steps;');
  services.received.length = 0;
});

type SelectionData = CallData<'edits.preview'>['selection'];

const byTitle = { by: 'title', direction: 'asc' } as const;
const everything: SelectionData = { filter: { trashed: false }, except: [] };
const setVolume: BulkEdit = { do: 'set', field: 'volume', value: '7', onlyEmpty: false };

function preview(edit: BulkEdit, more: { selection?: SelectionData; watch?: string } = {}) {
  const { accountId, handlers } = services;
  return handlers['edits.preview']({ accountId, selection: everything, sort: byTitle, edit, ...more });
}

async function apply(edit: BulkEdit, except: number[] = []) {
  const { id } = await preview(edit);
  return services.handlers['edits.apply']({ preview: id, except });
}

/** Every column of every draft but the version and the time of the last change, with the values of its facets. */
function stored(): unknown {
  const rows = services.db.prepare('SELECT * FROM drafts ORDER BY id').all() as Record<string, unknown>[];
  const facets = services.db.prepare('SELECT * FROM draft_facets ORDER BY draft_id').all() as typeof rows;
  return [
    rows.map(({ version: _, updated_at: __, ...row }) => row),
    // Each new version of a row has a new number.
    facets.map(({ number: _, ...row }) => row),
  ];
}

async function volumes(ids: readonly number[]): Promise<unknown[]> {
  const drafts = await services.drafts(ids);
  return drafts.map(({ record }) => (record.bibjson as { journal?: { volume?: unknown } }).journal?.volume);
}

test('an undo of so many drafts that a thread helps restores every column, and can be redone', async () => {
  const { handlers } = services;
  const of = (n: number) =>
    article({ title: `Moth ${n}`, year: n % 3 === 0 ? 'soon' : '2020', keywords: ['a'] });
  services.addDrafts(Array.from({ length: 1_100 }, (_, n) => of(n)));
  const before = stored();
  const done = await apply({
    ...({ do: 'replace', field: 'title', find: '$', with: ' edited', isRegex: true } as const),
    isCaseSensitive: true,
  });
  const edited = stored();
  const { step, again } = await handlers['undo.take']({ id: done.undoId! });
  expect(step).toMatchObject({ state: 'taken', taken: 1_100, stayed: 0 });
  expect(stored()).toEqual(before);
  expect((await handlers['undo.take']({ id: again! })).step).toMatchObject({ taken: 1_100, stayed: 0 });
  expect(stored()).toEqual(edited);
});

test('a preview counts the drafts and shows each change in the order of the list, and changes nothing', async () => {
  const volume = { journal: { volume: '7' } };
  const ids = services.addDrafts([
    article({ title: 'C' }),
    article({ title: 'B', ...volume }),
    article({ title: 'A' }),
  ]);
  const before = stored();
  const { id, ...counts } = await preview(setVolume);
  expect(counts).toEqual({ selected: 3, changed: 2, tooLarge: 0, unreadable: 0 });
  const { rows } = await services.handlers['edits.previewRows']({ id, offset: 0, limit: 50 });
  expect(rows.map((row) => [row.id, row.title])).toEqual([
    [ids[2], 'A'],
    [ids[0], 'C'],
  ]);
  expect(rows[0]!.changes).toEqual([
    { path: 'bibjson.journal.volume', before: expect.any(String), after: '7' },
  ]);
  const second = await services.handlers['edits.previewRows']({ id, offset: 1, limit: 50 });
  expect(second).toEqual({ total: 2, rows: rows.slice(1) });
  expect(stored()).toEqual(before);
});

test('an edit changes the drafts of its preview except those left out, as one step that can be undone', async () => {
  const ids = services.addDrafts(['A', 'B', 'C'].map((title) => article({ title })));
  const before = stored();
  const done = await apply(setVolume, [ids[1]!]);
  expect(done).toMatchObject({ changed: 2, unchanged: 0, tooLarge: 0, isCancelled: false });
  const [first, second, third] = await volumes(ids);
  expect([first, third]).toEqual(['7', '7']);
  expect(second).not.toBe('7');
  const [step] = await services.handlers['undo.list']({ accountId: services.accountId });
  expect(step).toMatchObject({ id: done.undoId, kind: 'editDrafts', total: 2, state: 'done' });
  expect(services.received.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['drafts.changed', 'undo.changed']),
  );
  await services.handlers['undo.take']({ id: done.undoId! });
  expect(stored()).toEqual(before);
});

test('a draft that changed after the preview is left out and named, as is one in the trash', async () => {
  const [first, second] = services.addDrafts([article({ title: 'A' }), article({ title: 'B' })]) as [
    number,
    number,
  ];
  const { id } = await preview(setVolume);
  await services.editDraft(first, article({ title: 'Other title', year: '1999' }) as DraftRecord);
  await services.handlers['drafts.trash']({ accountId: services.accountId, selection: { ids: [second] } });
  const done = await services.handlers['edits.apply']({ preview: id, except: [] });
  expect(done).toMatchObject({ changed: 0, unchanged: 0, since: { added: 0, changed: 2 } });
  expect(done.since.titles).toContain('Other title');
  const { record } = await services.draft(first);
  expect(record).toMatchObject({ bibjson: { title: 'Other title', year: '1999' } });
  expect(JSON.stringify(record)).not.toContain('"volume":"7"');
});

test('an edited draft is found by its new words, has the findings of its new content, and counts as changed', async () => {
  const [id] = services.addDrafts([article({ title: 'On wasps', year: '2020' })]) as [number];
  services.db.prepare(`UPDATE drafts SET sync = 'sent', sent_hash = hash WHERE id = ?`).run(id);
  const find = { find: '^.*$', with: 'BUTTERFLIES AND BEETLES', isRegex: true, isCaseSensitive: true };
  await apply({ do: 'replace', field: 'title', ...find });
  const list = async (text: string) => (await services.list({ text })).rows;
  expect(await list('wasps')).toEqual([]);
  expect(await list('butterflies')).toMatchObject([
    { id, title: 'BUTTERFLIES AND BEETLES', sync: 'changed', readiness: 'warnings' },
  ]);
});

test('every column of hundreds of edited drafts is derived from their new content', async () => {
  const ids = services.addDrafts(
    Array.from({ length: 700 }, (_, n) =>
      article({ title: `Straße ${n}`, year: n % 2 === 0 ? '2020' : '24' }),
    ),
  );
  await apply({ do: 'set', field: 'year', value: '2025', onlyEmpty: false });
  await apply({
    do: 'replace',
    field: 'title',
    find: '9$',
    with: '9 Łódź',
    isRegex: true,
    isCaseSensitive: true,
  });
  const rows = services.db.prepare(`SELECT ${derivedColumns}, record FROM drafts ORDER BY id`).all() as {
    record: string;
  }[];
  const { handlers, accountId } = services;
  const account = (await handlers['accounts.list']({})).find(({ id }) => id === accountId)!;
  const journals = createJournalStore(services.db).cards(accountId);
  const context = { dialect: account.dialect, journals, now: new Date() };
  const derived = rows.map(({ record }) => ({
    ...draftColumns(JSON.parse(record), context).columns,
    record,
  }));
  expect(rows).toEqual(derived);
  expect(rows.filter(({ record }) => record.includes('Łódź'))).toHaveLength(70);
  const found = await services.list({ text: 'lodz' });
  expect(found.total).toBe(70);
  expect(ids).toHaveLength(700);
});

test('a queued draft is edited and stays queued', async () => {
  const [id] = services.addDrafts([article({ title: 'A' })]) as [number];
  services.db.prepare(`UPDATE drafts SET sync = 'queued' WHERE id = ?`).run(id);
  const { id: shown } = await preview(setVolume);
  expect(await services.handlers['edits.previewRows']({ id: shown, offset: 0, limit: 1 })).toMatchObject({
    rows: [{ isQueued: true }],
  });
  await services.handlers['edits.apply']({ preview: shown, except: [] });
  expect(await services.draft(id)).toMatchObject({
    sync: 'queued',
    record: { bibjson: { journal: { volume: '7' } } },
  });
});

test('a draft that an edit would make too large is counted and left unchanged', async () => {
  services.addDrafts([article({ title: 'x'.repeat(1_000) }), article({ title: 'x' })]);
  const find = { find: 'x', with: 'y'.repeat(2_000), isRegex: false, isCaseSensitive: true };
  const edit: BulkEdit = { do: 'replace', field: 'title', ...find };
  expect(await preview(edit)).toMatchObject({ changed: 1, tooLarge: 1 });
  expect(await apply(edit)).toMatchObject({ changed: 1, tooLarge: 0 });
});

test('a cancelled edit keeps what it changed as one step, and undoing it restores everything', async () => {
  services.addDrafts(Array.from({ length: 1_500 }, (_, at) => article({ title: `A ${at}` })));
  const before = stored();
  const { id } = await preview(setVolume);
  const { handlers } = services;
  const running = handlers['edits.apply']({ preview: id, except: [], watch: 'w' });
  await services.when(() => services.received.some(({ name }) => name === 'edits.progress'));
  await handlers['edits.cancel']({ watch: 'w' });
  const done = await running;
  expect(done.isCancelled).toBe(true);
  expect(done.changed).toBeGreaterThan(0);
  expect(done.changed).toBeLessThan(1_500);
  const [step] = await handlers['undo.list']({ accountId: services.accountId });
  expect(step).toMatchObject({ id: done.undoId, total: done.changed });
  await handlers['undo.take']({ id: done.undoId! });
  expect(stored()).toEqual(before);
});

test('another preview under the same name cancels the one in progress', async () => {
  services.addDrafts(Array.from({ length: 600 }, (_, at) => article({ title: `A ${at}` })));
  const first = preview(setVolume, { watch: 'p' });
  const second = preview({ ...setVolume, value: '8' }, { watch: 'p' });
  await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  expect(await second).toMatchObject({ changed: 600 });
});

test('a mistake in a regular expression is refused, and so is a preview that is not remembered', async () => {
  const regex: BulkEdit = {
    do: 'replace',
    field: 'title',
    find: '(',
    with: '',
    isRegex: true,
    isCaseSensitive: true,
  };
  await expect(preview(regex)).rejects.toMatchObject({ code: 'input' });
  await expect(services.handlers['edits.apply']({ preview: 999_999, except: [] })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('the fixes that findings offer are counted, and each can be applied to all of its drafts', async () => {
  const link = [{ type: 'fulltext', url: 'http://example.org/1', content_type: 'HTML' }];
  services.addDrafts([
    article({ title: 'A', link }),
    article({ title: 'B', link }),
    article({ title: ' C ' }),
  ]);
  const fixable = () =>
    services.handlers['edits.fixable']({ accountId: services.accountId, selection: everything });
  const https = { code: 'link-http', label: 'fix.useHttps', count: 2 };
  const spaces = { code: 'text-spaces', label: 'fix.tidySpaces', count: 1 };
  expect(await fixable()).toEqual(expect.arrayContaining([https, spaces]));
  expect(await apply({ do: 'fix', ...https } as BulkEdit)).toMatchObject({ changed: 2 });
  expect(await fixable()).not.toContainEqual(https);
  expect(await fixable()).toContainEqual(spaces);
});

// Random edits over random records.

const word = fc.constantFrom(
  'moths',
  'MOTHS',
  ' Ada  Byron',
  'x; y',
  'http://a.org/1',
  '',
  'ß',
  'ǅ',
  '7',
  '\u{1f98b}',
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: word },
  fc.constantFrom(null, 7, true, ['a'], { a: 1 }),
);
const listOf = (entry: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: fc.array(entry, { maxLength: 4 }) }, value);
const record = fc.record(
  {
    bibjson: fc.record(
      {
        title: value,
        abstract: value,
        year: value,
        month: value,
        keywords: listOf(value),
        author: listOf(
          fc.record({ name: value, affiliation: value, orcid_id: value }, { requiredKeys: ['name'] }),
        ),
        link: listOf(fc.record({ url: value, type: value, content_type: value }, { requiredKeys: [] })),
        identifier: listOf(fc.record({ type: fc.constantFrom('doi', 'pissn', 'eissn', 'x'), id: value })),
        journal: fc.oneof(
          fc.record({ volume: value, number: value, title: value }, { requiredKeys: [] }),
          value,
        ),
      },
      { requiredKeys: [] },
    ),
    other: value,
  },
  { requiredKeys: ['bibjson'] },
) as fc.Arbitrary<DraftRecord>;

const given = word.filter((text) => text !== '');
const edit: fc.Arbitrary<BulkEdit> = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    field: fc.constantFrom(...valueFields),
    value: given,
    onlyEmpty: fc.boolean(),
  }),
  fc.record({ do: fc.constant('clear' as const), field: fc.constantFrom(...clearableFields) }),
  fc.record({
    do: fc.constant('setJournal' as const),
    pissn: fc.constantFrom(null, '1234-5679'),
    eissn: fc.constant('2345-678X'),
    onlyEmpty: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('keywords' as const),
    how: fc.constantFrom('set' as const, 'add' as const, 'remove' as const),
    keywords: fc.array(given, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('affiliation' as const), author: word, value: word, onlyEmpty: fc.boolean() }),
  fc.record({
    do: fc.constant('replace' as const),
    field: fc.constantFrom('all' as const, ...textFields),
    find: fc.constantFrom('o', 'moths', '(\\w)(\\w)', '^.*$', '.'),
    with: fc.constantFrom('', '$0$0', 'ö'),
    isRegex: fc.boolean(),
    isCaseSensitive: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('split' as const),
    list: fc.constantFrom('authors' as const, 'keywords' as const),
    separator: fc.constantFrom('', ';'),
  }),
  fc.record({
    do: fc.constant('join' as const),
    list: fc.constantFrom('authors' as const, 'keywords' as const),
    separator: fc.constant('; '),
  }),
  fc.record({
    do: fc.constant('case' as const),
    field: fc.constantFrom(...textFields),
    to: fc.constantFrom(...caseStyles),
    language: fc.constantFrom(...caseLanguages),
  }),
  fc.record({ do: fc.constant('trim' as const), field: fc.constantFrom('all' as const, ...textFields) }),
  fc.constant<BulkEdit>({ do: 'https' }),
  fc.constant<BulkEdit>({ do: 'replaceHost', from: 'a.org', to: 'b.org' }),
  fc.constantFrom<BulkEdit>(
    { do: 'fix', code: 'link-http', label: 'fix.useHttps' },
    { do: 'fix', code: 'keyword-empty', label: 'fix.remove' },
    { do: 'fix', code: 'not-an-object', label: 'fix.remove' },
  ),
);

test('undoing random edits of random records restores every record byte for byte', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 8 }),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      async (records, edits) => {
        services.db.exec('DELETE FROM drafts; DELETE FROM undo_steps;');
        services.addDrafts(records);
        const states = [stored()];
        const steps: number[] = [];
        for (const one of edits) {
          const { changed, undoId } = await apply(one);
          expect(undoId === null).toBe(changed === 0);
          if (undoId === null) continue;
          steps.push(undoId);
          states.push(stored());
        }
        for (const id of steps.toReversed()) {
          expect(stored()).toEqual(states.pop());
          await services.handlers['undo.take']({ id });
        }
        expect(stored()).toEqual(states.pop());
      },
    ),
    randomCases(20, 60),
  );
});

test('what was worked out before the journals changed is worked out again', () => {
  const { db, accountId } = services;
  const ids = services.addDrafts([article({ title: 'A' }), article({ title: 'B' })]);
  const slices = createEditSlices(db, { signal: writeSignalOf(db) });
  const at = '2026-03-02T00:00:00.000Z';
  const job = { id: 'an edit', accountId, at, edit: setVolume } as const;
  const journalKeys = () => db.prepare<[], string>('SELECT DISTINCT journal_key FROM drafts').pluck().all();
  slices.run({ what: 'apply', job, ids: [] });
  const ready = new Map(slices.workOut({ what: 'workOut', job, ids }).map((one) => [one.id, one]));
  expect(ready.size).toBe(2);
  const [own] = journalKeys();
  const [pissn] = own!.split('/');
  createJournalStore(db).replaceAll(accountId, [journal({ pissn: pissn!, eissn: '9999-9994' })], at);
  // A slice ends early on a slow computer.
  for (let left = ids; left.length > 0; ) {
    left = left.slice(slices.run({ what: 'apply', job, ids: left }, ready).handled);
  }
  expect(journalKeys()).toEqual([`${pissn}/9999-9994`]);
  expect(own).not.toContain('9999-9994');
});
