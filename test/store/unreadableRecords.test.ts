import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMatcher } from '../../src/main/import/matching/matchDraft.ts';
import { createImportWriter } from '../../src/main/store/imports/importWriter.ts';
import { draftRowSchema } from '../../src/shared/draft/draft.ts';
import { type DirectoryServices, openDirectoryServices } from '../helpers/directoryServices.ts';
import { allowRubbish } from '../helpers/rubbish.ts';
import { derive } from '../helpers/storeParts.ts';
import { article } from '../helpers/testDirectory.ts';
import { textOf } from '../helpers/textOf.ts';

let services: DirectoryServices;
let ids: number[];
let broken: number;
beforeEach(async () => {
  services = await openDirectoryServices();
  ids = services.addDrafts([article(1), article(2), article(3)]);
  broken = ids[1]!;
});
afterEach(() => services.end());

const unreadable = ['{', 'null', '[5]', '"text"'];

function breakRecord(text: string): void {
  allowRubbish(services.db);
  services.db.prepare('UPDATE drafts SET record = ? WHERE id = ?').run(text, broken);
}

test.each(unreadable)(
  'a record that cannot be read (%s) is left out of an upload and named, and the others are sent',
  async (text) => {
    breakRecord(text);
    const upload = await services.send(ids);
    await services.until(upload.id, ({ state }) => state === 'done');
    const items = await services.items(upload.id);
    expect(items.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await services.handlers['uploads.leftOut']({ id: upload.id })).toMatchObject([
      { draftId: broken, reason: 'unreadable', message: { key: 'queue.held.unreadable' } },
    ]);
  },
);

test('an export leaves out a record that cannot be read, and names it', async () => {
  breakRecord('{');
  const source = { accountId: services.accountId, selection: { ids }, sort: byTitle };
  const made = await services.handlers['exports.write']({ source, format: 'json' });
  expect(made).toMatchObject({ written: 2 });
  expect(made.leftOut).toEqual([
    { title: 'Article 2', reason: expect.objectContaining({ key: 'shell.unreadable.message' }) },
  ]);
});

const byTitle = { by: 'title', direction: 'asc' } as const;

test('an edit of many drafts counts one that cannot be read, and changes the others', async () => {
  const { accountId, handlers } = services;
  breakRecord('{');
  const selection = { ids };
  expect(await handlers['edits.fixable']({ accountId, selection })).toEqual(expect.any(Array));
  const edit = { do: 'set', field: 'volume', value: '7', onlyEmpty: false } as const;
  const preview = await handlers['edits.preview']({ accountId, selection, sort: byTitle, edit });
  expect(preview).toMatchObject({ selected: 3, changed: 2, unreadable: 1 });
  const done = await handlers['edits.apply']({ preview: preview.id, except: [] });
  expect(done).toMatchObject({ changed: 2, unchanged: 0 });
});

test('a draft that becomes unreadable after the preview is counted, not changed', async () => {
  const { accountId, handlers, db } = services;
  const edit = { do: 'set', field: 'volume', value: '7', onlyEmpty: false } as const;
  const asked = { accountId, selection: { ids }, sort: byTitle, edit };
  const preview = await handlers['edits.preview'](asked);
  breakRecord('{');
  const done = await handlers['edits.apply']({ preview: preview.id, except: [] });
  expect(done).toMatchObject({ changed: 2, unchanged: 0, unreadable: 1 });
  expect(db.prepare('SELECT record FROM drafts WHERE id = ?').pluck().get(broken)).toBe('{');
});

test('copying drafts counts one that cannot be read, and copies the others', async () => {
  const { accountId, handlers } = services;
  const base = services.directory.directory['4.0'];
  const account = { name: 'Other', base, dialect: '4.0', rate: 2, username: '' } as const;
  const { id: to } = await handlers['accounts.create'](account);
  breakRecord('[5]');
  const { id, ...counts } = await handlers['edits.copyPreview']({ accountId, selection: { ids }, to });
  expect(counts).toMatchObject({ fresh: 2, known: 0, unreadable: 1 });
  expect(await handlers['edits.copy']({ preview: id })).toMatchObject({ copied: 2 });
});

/** Files that parse other JSON than that of a column: of files, answers, and what they wrote themselves. */
const others = [
  'backups/storageState.ts',
  'cli/givenFiles.ts',
  'comparisons/compareYear.ts',
  'diagnose/diagnose.ts',
  'diagnose/logLines.ts',
  'formats/bibtex/bibtexParents.ts',
  'formats/json/isByLine.ts',
  'formats/json/readJsonRecord.ts',
  'formats/json/writtenNumbers.ts',
  'formats/tables/rowArticle.ts',
  'formats/tables/splitAuthors.ts',
  'import/matching/matchDraft.ts',
  'import/readImport.ts',
  'office/rows/readRow.ts',
  'office/rows/readWatched.ts',
  'outbox/articles/sending/settleBatch.ts',
  'platform/rulePack/readRulePack.ts',
  'platform/secrets/confirmedOrigins.ts',
  'platform/secrets/keptSecrets.ts',
  'remote/exchange.ts',
  'shell/http.ts',
  'shell/windowState.ts',
  'sources/links/classifyLink.ts',
  'store/storedJson.ts',
];

test('only `store/storedJson.ts` parses what a column contains', () => {
  const root = join(import.meta.dirname, '../../src/main');
  const parsing = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && readFileSync(join(root, name), 'utf8').includes('JSON.parse('))
    .map((name) => name.replaceAll('\\', '/'));
  expect(parsing.sort()).toEqual(others);
});

test('no column is taken for a record without a look', () => {
  const root = join(import.meta.dirname, '../../src/main');
  const believing = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') &&
      name !== 'store/storedJson.ts' &&
      /storedJson(?:<DraftRecord>\(|\([^;\n]*\)\) as DraftRecord|\([^;\n]*\) as DraftRecord)/.test(
        readFileSync(join(root, name), 'utf8'),
      ),
  );
  expect(believing).toEqual([]);
});

test('a plan names a record that cannot be read, and leaves it out', async () => {
  breakRecord('null');
  const { accountId, handlers } = services;
  const plan = await handlers['uploads.plan']({ accountId, selection: { ids }, includeUnchanged: false });
  expect(plan.toSend).toBe(2);
  expect(plan.heldBack).toMatchObject([{ draftId: broken, reason: 'unreadable' }]);
});

test('a comparison names a draft that cannot be read, and says nothing about its article', async () => {
  breakRecord('{');
  const { accountId, handlers, db } = services;
  const draft = db.prepare<[], { year: string; key: string }>('SELECT year, journal_key key FROM drafts');
  const { year, key } = draft.get()!;
  const issn = key.split('/').find((part) => part !== '')!;
  const { id } = await handlers['comparisons.start']({ accountId, issn, year });
  const ended = await vi.waitFor(async () => {
    const run = (await handlers['comparisons.list']({ accountId })).find((one) => one.id === id)!;
    expect(run.state).not.toBe('running');
    return run;
  }, 20_000);
  expect(textOf(ended.message!)).toContain('1 draft cannot be read in the data file');
  expect(textOf(ended.message!)).toContain('Article 2');
  const rows = await handlers['comparisons.rows']({
    id,
    ...{ outcomes: ['missing-there'], aside: false, offset: 0, limit: 10 },
  });
  expect(JSON.stringify(rows)).not.toContain('Article 2');
});

test('an import does not match a draft that cannot be read, and says so', async () => {
  breakRecord('[5]');
  const { accountId, db } = services;
  const parts = {
    status: { id: 1, accountId },
    imports: createImportWriter(db),
    at: '2099-01-01T00:00:00.000Z',
  };
  const matcher = createMatcher(parts as unknown as Parameters<typeof createMatcher>[0]);
  const json = JSON.stringify(article(2));
  const { columns } = derive(article(2));
  const place = { file: 'a.json', index: 1, line: null };
  const found = matcher.find({ place, position: 1, columns, json });
  expect(found).toMatchObject({
    kind: 'new',
    isLeftOut: true,
    remark: { key: 'import.identity.unreadable' },
  });
});

test('a row that cannot be read keeps its place in the list, and can be deleted for good', async () => {
  const { accountId, db, handlers } = services;
  allowRubbish(db);
  db.prepare("UPDATE drafts SET readiness = 'perfect', updated_at = 'garbage' WHERE id = ?").run(broken);
  const list = (trashed: boolean) =>
    handlers['drafts.list']({ accountId, filter: { trashed }, sort: byTitle, offset: 0, limit: 100 });
  const { total, rows } = await list(false);
  expect([total, rows.map(({ id }) => id)]).toEqual([3, ids]);
  expect(rows[1]).toMatchObject({ title: 'Article 2', finding: { key: 'drafts.unreadable' } });
  expect(draftRowSchema.safeParse(rows[1]).success).toBe(true);
  expect(await handlers['drafts.trash']({ accountId, selection: { ids: [broken] } })).toMatchObject({
    count: 1,
  });
  expect((await list(true)).rows).toMatchObject([{ id: broken, finding: { key: 'drafts.unreadable' } }]);
  const preview = await handlers['drafts.purgePreview']({ accountId, selection: { ids: [broken] } });
  expect(await handlers['drafts.purge']({ plan: preview.id })).toMatchObject({ count: 1 });
  expect(db.prepare('SELECT count(*) FROM drafts').pluck().get()).toBe(2);
});
