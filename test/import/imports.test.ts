import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobOrder } from '../../src/main/import/importJob.ts';
import { type ImportThread, startImportThread } from '../../src/main/import/importThread.ts';
import { spoolFile, spoolFolder } from '../../src/main/platform/files/importSpool.ts';
import { isDamage } from '../../src/main/store/database.ts';
import type { WriteSignal } from '../../src/main/store/write.ts';
import type { WriteTurns } from '../../src/main/store/writeTurns.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { importTotals } from '../../src/shared/draft/importTotals.ts';
import { recordLimits } from '../../src/shared/draft/recordLimits.ts';
import { AppError } from '../../src/shared/errors.ts';
import { acceptNow, asking } from '../helpers/confirm.ts';
import { damagePage } from '../helpers/damagePage.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { saying } from '../helpers/saying.ts';
import { textOf } from '../helpers/textOf.ts';
import { type ImportHost, startHost } from './importHost.ts';

let host: ImportHost;

beforeEach(() => {
  host = startHost();
});
afterEach(() => host.end());

function article(
  title: string,
  { doi, url, year }: { doi?: string; url?: string; year?: string } = {},
): DraftRecord {
  return {
    bibjson: {
      title,
      identifier: doi === undefined ? [] : [{ type: 'doi', id: doi }],
      link: url === undefined ? [] : [{ type: 'fulltext', url, content_type: 'HTML' }],
      ...(year === undefined ? {} : { year }),
    },
  };
}

const json = (...records: DraftRecord[]) => JSON.stringify(records, null, 1);
const titlesOf = (rows: readonly { title: string }[]) => rows.map(({ title }) => title);

async function importAll(name: string, ...records: DraftRecord[]) {
  const { id } = await host.preview(name, json(...records));
  return host.accept(id);
}

async function errorOf(work: () => unknown): Promise<AppError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

describe('a record with more than anybody can edit', () => {
  const keywords = (count: number) => Array.from({ length: count }, () => 'soil');

  test('keeps the beginning of a long list and says so in the review', async () => {
    const { bibjson, ...rest } = article('Soil', { doi: '10.5555/a' });
    const record = { ...rest, bibjson: { ...(bibjson as DraftRecord), keywords: keywords(200_000) } };
    const status = await host.preview('long.json', json(record));
    expect(status).toMatchObject({ created: 1, problems: 0 });
    const note = saying(/^Keywords: only the first 6,000 of 200,000 entries were imported/);
    expect(await host.rows(status.id)).toMatchObject([{ notes: [note] }]);
    await host.accept(status.id);
    const [row] = await host.drafts();
    const draft = await host.handlers['drafts.get']({ id: row!.id });
    expect((draft.record.bibjson as DraftRecord).keywords).toEqual(keywords(recordLimits.entries));
    expect(draft).toMatchObject({ warnings: expect.any(Number), notes: [note] });
  });

  test('is skipped with a problem if shorter lists are not enough', async () => {
    const members = Object.fromEntries(keywords(40_000).map((value, at) => [`member${at}`, value]));
    const long = 'x'.repeat(500_000);
    const text = { bibjson: { title: long, abstract: long } };
    const { id } = await host.preview('large.json', json({ bibjson: members }, article('Soil'), text));
    const problem = { message: saying(/too large for an article/) };
    expect(await host.problems(id)).toMatchObject([
      { ...problem, index: 1 },
      { ...problem, index: 3 },
    ]);
    expect(titlesOf(await host.rows(id))).toEqual(['Soil']);
  });
});

describe('a first import', () => {
  test('previews its rows hidden from the list; accepting makes drafts that search finds', async () => {
    const status = await host.preview(
      'a.json',
      json(article('Soil', { doi: '10.5555/a' }), article('Water', { url: 'https://x.org/w' })),
    );
    expect(status).toMatchObject({
      state: 'preview',
      format: 'json',
      read: 2,
      created: 2,
      updated: 0,
      problems: 0,
    });
    expect(status.bytesRead).toBe(status.size);
    expect(status.received).toBe(status.size);
    expect(Object.values(status.readiness).reduce((sum, n) => sum + n, 0)).toBe(2);
    expect(await host.rows(status.id)).toMatchObject([
      { index: 1, line: 2, title: 'Soil', doi: '10.5555/a', outcome: 'new', readiness: 'incomplete' },
      { index: 2, title: 'Water', outcome: 'new' },
    ]);
    expect(await host.drafts()).toEqual([]);
    expect(await host.drafts('soil')).toEqual([]);

    expect(await host.accept(status.id)).toMatchObject({ state: 'accepted', message: null });
    expect(titlesOf(await host.drafts())).toEqual(['Soil', 'Water']);
    expect(titlesOf(await host.drafts('soil'))).toEqual(['Soil']);
    const [soil] = await host.drafts('soil');
    expect(await host.handlers['drafts.get']({ id: soil!.id })).toMatchObject({
      importId: status.id,
      place: { file: 'a.json', index: 1, line: 2 },
      record: article('Soil', { doi: '10.5555/a' }),
    });
    expect(titlesOf(await host.rows(status.id))).toEqual(['Soil', 'Water']);
    expect(host.events.map(({ name }) => name)).toContain('drafts.changed');
    expect(host.events.map(({ name }) => name)).toContain('undo.changed');
    expect(host.hidden()).toBe(0);
  });

  test('reports broken records with their position and reads the others', async () => {
    const text = `${JSON.stringify(article('A'))}\n{"bibjson": \n${JSON.stringify(article('C'))}\n`;
    const status = await host.preview('a.jsonl', text);
    expect(status).toMatchObject({ state: 'preview', format: 'jsonl', read: 2, created: 2, problems: 1 });
    expect(await host.problems(status.id)).toMatchObject([{ index: 2, line: 2 }]);
  });

  test('keeps the notes of the reader and fields in any script', async () => {
    const xml = `<doi_batch><body><journal><journal_metadata><issn media_type="print">2577-3569</issn></journal_metadata><journal_article>
      <titles><title>Über 中文 🌱</title></titles><crossmark><crossmark_version>1</crossmark_version></crossmark></journal_article></journal></body></doi_batch>`;
    const { id } = await host.preview('d.xml', xml);
    await host.accept(id);
    const [row] = await host.drafts('中文');
    const draft = await host.handlers['drafts.get']({ id: row!.id });
    expect(draft.record).toMatchObject({ bibjson: { title: 'Über 中文 🌱' } });
    expect(draft.notes).toEqual([saying(/Crossmark/)]);
  });

  test('without any readable record fails with a message and leaves nothing behind', async () => {
    for (const [name, content] of [
      ['a.pdf', '%PDF-1.7'],
      ['empty.json', ''],
      ['bomb.xml', '<!DOCTYPE a [<!ENTITY b "c">]><doi_batch/>'],
    ] as const) {
      const status = await host.preview(name, content);
      expect(status.state).toBe('failed');
      expect(textOf(status.message)).not.toBe('');
      await host.scope.idle();
      expect(existsSync(host.importJobs.fileOf(status.id))).toBe(false);
    }
    expect(host.hidden()).toBe(0);
    expect(host.logged).toEqual([]);
  });

  test.each([
    ['a.pdf', '%PDF-1.7', /PDF/],
    ['a.xml', '<feed/>', /begins with “feed”/],
  ])('says what is wrong with %s, which it cannot read', async (name, content, words) => {
    const status = await host.preview(name, content);
    expect(status).toMatchObject({ state: 'failed', message: saying(words) });
  });

  test('that failed is no longer listed as failed once it is dismissed', async () => {
    const { id } = await host.preview('a.pdf', '%PDF-1.7');
    const listed = async () =>
      (await host.handlers['imports.list']({ accountId: 'sandbox' })).map((status) => status.state);
    expect(await listed()).toEqual(['failed']);
    await host.handlers['imports.cancel']({ id });
    expect(await listed()).toEqual(['cancelled']);
  });

  test("checks with the account's journals and dialect", async () => {
    host.journalStore.replaceAll(
      'sandbox',
      [
        {
          id: 'j',
          title: 'Journal of Soil',
          publisher: '',
          pissn: null,
          eissn: '2345-6787',
          inDirectory: true,
          mine: true,
          owner: null,
          record: {},
        },
      ],
      new Date(0).toISOString(),
    );
    const record = article('Soil', { doi: '10.5555/a', url: 'https://x.org/a', year: '2020' });
    (record.bibjson as { identifier: unknown[] }).identifier.push({ type: 'eissn', id: '2345-6787' });
    const { id } = await host.preview('a.json', json(record));
    expect(await host.rows(id)).toMatchObject([{ journal: 'Journal of Soil', errors: 0 }]);
  });
});

describe('a repeated import', () => {
  test('of the same file finds every draft unchanged and creates none', async () => {
    const records = [
      article('A', { doi: '10.5555/a' }),
      article('B', { url: 'https://x.org/b' }),
      article('C'),
    ];
    await importAll('a.json', ...records);
    const again = await host.preview('a.json', json(...records));
    expect(again).toMatchObject({ read: 3, created: 0, updated: 0, unchanged: 3 });
    expect((await host.rows(again.id)).map(({ outcome }) => outcome)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    await host.accept(again.id);
    expect(await host.drafts()).toHaveLength(3);
  });

  test('of a corrected file updates the drafts by DOI, address, or title and position, and shows the changes', async () => {
    await importAll(
      'a.json',
      article('A', { doi: '10.5555/A', url: 'https://x.org/a' }),
      article('B', { url: 'http://x.org/b' }),
      article('C'),
    );
    const before = await host.drafts();
    const { id } = await host.preview(
      'a.json',
      json(
        article('New', { doi: '10.5555/n' }),
        article('B2', { url: 'https://x.org/b', doi: '10.5555/b' }),
        article('C', { year: '2024' }),
        article('A2', { doi: 'https://doi.org/10.5555/a' }),
      ),
    );
    const rows = await host.rows(id);
    expect(rows.map(({ title, outcome }) => [title, outcome])).toEqual([
      ['New', 'new'],
      ['B2', 'update'],
      ['C', 'update'],
      ['A2', 'update'],
    ]);
    expect(rows[1]?.changes).toEqual([
      { path: 'bibjson.title', before: 'B', after: 'B2' },
      { path: 'bibjson.identifier[0].id', label: { key: 'field.doi' }, before: '', after: '10.5555/b' },
      { path: 'bibjson.link[0].url', before: 'http://x.org/b', after: 'https://x.org/b' },
    ]);
    expect(rows[3]?.changes).toContainEqual({ path: 'bibjson.link', before: 'https://x.org/a', after: '' });
    expect(titlesOf(await host.drafts())).toEqual(['A', 'B', 'C']);

    await host.accept(id);
    const after = await host.drafts();
    expect(titlesOf(after)).toEqual(['A2', 'B2', 'C', 'New']);
    expect(after.slice(0, 3).map((row) => row.id)).toEqual(before.map((row) => row.id));
    expect(titlesOf(await host.drafts('b2'))).toEqual(['B2']);
    expect((await host.rows(id)).map(({ title, outcome }) => [title, outcome])).toEqual([
      ['New', 'new'],
      ['B2', 'update'],
      ['C', 'update'],
      ['A2', 'update'],
    ]);
  });

  test('matches by position only if no identifier contradicts it', async () => {
    await importAll('a.json', article('A', { doi: '10.5555/a' }), article('B'));
    const { id } = await host.preview(
      'a.json',
      json(article('X', { doi: '10.5555/x' }), article('B', { doi: '10.5555/b' })),
    );
    expect((await host.rows(id)).map(({ outcome }) => outcome)).toEqual(['new', 'update']);
    const other = await host.preview('other.json', json(article('B')));
    expect((await host.rows(other.id)).map(({ outcome }) => outcome)).toEqual(['new']);
  });

  test('shows local edits in the preview and overwrites them when accepted', async () => {
    await importAll('a.json', article('A', { doi: '10.5555/a' }));
    const { id, version } = (await host.drafts())[0]!;
    await host.handlers['drafts.save']({ id, version, record: article('Edited', { doi: '10.5555/a' }) });
    const again = await host.preview('a.json', json(article('A', { doi: '10.5555/a' })));
    expect((await host.rows(again.id))[0]?.changes).toEqual([
      { path: 'bibjson.title', before: 'Edited', after: 'A' },
    ]);
    await host.accept(again.id);
    expect(titlesOf(await host.drafts())).toEqual(['A']);
  });

  test('leaves drafts edited or moved to the trash after the preview unchanged and reports them', async () => {
    await importAll(
      'a.json',
      article('A', { doi: '10.5555/a' }),
      article('B', { doi: '10.5555/b' }),
      article('C', { doi: '10.5555/c' }),
    );
    const [a, b] = await host.drafts();
    const again = await host.preview(
      'a.json',
      json(
        article('A2', { doi: '10.5555/a' }),
        article('B2', { doi: '10.5555/b' }),
        article('C2', { doi: '10.5555/c' }),
      ),
    );
    await host.handlers['drafts.save']({
      id: a!.id,
      version: a!.version,
      record: article('Mine', { doi: '10.5555/a' }),
    });
    await host.handlers['drafts.trash']({ accountId: 'sandbox', selection: { ids: [b!.id] } });
    const status = await host.accept(again.id);
    expect(status).toMatchObject({ state: 'accepted', problems: 2 });
    expect(await host.problems(again.id)).toMatchObject([{ index: 1 }, { index: 2 }]);
    expect(titlesOf(await host.drafts())).toEqual(['C2', 'Mine']);
    expect((await host.handlers['drafts.get']({ id: b!.id })).record).toMatchObject({
      bibjson: { title: 'B' },
    });
  });

  test('leaves out records of articles that have got a draft since the preview, and reports them', async () => {
    const first = await host.preview('a.json', json(article('A', { doi: '10.5555/a' })));
    const second = await host.preview(
      'b.json',
      json(
        article('A again', { doi: '10.5555/a' }),
        article('B', { url: 'https://x.org/b' }),
        article('C', { doi: '10.5555/c' }),
      ),
    );
    await host.accept(first.id);
    await host.handlers['drafts.create']({
      accountId: 'sandbox',
      record: article('Typed', { url: 'https://x.org/b' }),
    });
    const status = await host.accept(second.id);
    expect(status).toMatchObject({ state: 'accepted', read: 1, created: 1, problems: 2 });
    expect(await host.problems(second.id)).toMatchObject([
      { index: 1, message: saying(/“A again” was not imported/) },
      { index: 2, message: saying(/“B” was not imported/) },
    ]);
    expect(titlesOf(await host.drafts()).sort()).toEqual(['A', 'C', 'Typed']);
  });

  test('keeps a record that the user imports beside the draft with its identifier', async () => {
    const url = 'https://x.org/a';
    await importAll('a.json', article('Soil moisture in wet years', { doi: '10.5555/a', url }));
    const again = await host.preview('b.json', json(article('Ice on lakes', { doi: '10.5555/b', url })));
    expect(await host.rows(again.id)).toMatchObject([{ outcome: 'new', isLeftOut: true }]);
    await host.handlers['imports.tick']({ id: again.id, filter: { show: 'all' }, isTicked: true });
    await host.accept(again.id);
    expect(titlesOf(await host.drafts()).sort()).toEqual(['Ice on lakes', 'Soil moisture in wet years']);
  });

  test('leaves a draft in the trash and makes its record a new draft with a note', async () => {
    await importAll('a.json', article('A', { doi: '10.5555/a' }));
    const [a] = await host.drafts();
    await host.handlers['drafts.trash']({ accountId: 'sandbox', selection: { ids: [a!.id] } });
    const again = await host.preview('a.json', json(article('A', { doi: '10.5555/a' })));
    expect(await host.rows(again.id)).toMatchObject([{ outcome: 'new', notes: [saying(/trash/)] }]);
  });

  test('of a deposit keeps values that a deposit cannot express, such as keywords', async () => {
    const xml = (title: string) =>
      `<doi_batch><body><journal><journal_article><titles><title>${title}</title></titles><doi_data><doi>10.5555/a</doi></doi_data></journal_article></journal></body></doi_batch>`;
    const first = await host.preview('d.xml', xml('A'));
    await host.accept(first.id);
    const [row] = await host.drafts();
    const { record } = await host.handlers['drafts.get']({ id: row!.id });
    const bibjson = { ...(record.bibjson as DraftRecord), keywords: ['soil'], abstract: 'Mine.' };
    await host.handlers['drafts.save']({ id: row!.id, version: row!.version, record: { bibjson } });
    expect(await host.preview('d.xml', xml('A'))).toMatchObject({ unchanged: 1 });
    const second = await host.preview('d.xml', xml('B'));
    expect((await host.rows(second.id))[0]?.changes).toEqual([
      { path: 'bibjson.title', before: 'A', after: 'B' },
    ]);
    await host.accept(second.id);
    expect((await host.handlers['drafts.get']({ id: row!.id })).record).toEqual({
      bibjson: { ...bibjson, title: 'B' },
    });
  });
});

describe('a file that contains an article twice', () => {
  test('imports the first copy and reports the later one as a problem', async () => {
    const status = await host.preview(
      'a.json',
      json(
        article('A', { doi: '10.5555/a' }),
        article('A again', { doi: 'doi:10.5555/A' }),
        article('B', { url: 'https://x.org/b' }),
        article('B again', { url: 'http://x.org/b' }),
      ),
    );
    expect(status).toMatchObject({ read: 4, created: 2, problems: 2 });
    expect(importTotals([status])).toEqual({
      total: 4,
      created: 2,
      updated: 0,
      unchanged: 0,
      duplicates: 2,
      unreadable: 0,
      leftOut: 0,
      toImport: 2,
    });
    const rows = await host.rows(status.id);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['new', 'twice-in-file', 'new', 'twice-in-file']);
    expect(rows[1]).toMatchObject({
      title: 'A again',
      draftId: rows[0]?.draftId,
      notes: [saying(/record 1/)],
    });
    await host.accept(status.id);
    expect(titlesOf(await host.drafts())).toEqual(['A', 'B']);
  });

  test('imports the first copy even if it changes an existing draft and adds the identifier', async () => {
    await importAll('a.json', article('A', { url: 'https://x.org/a' }));
    const status = await host.preview(
      'b.json',
      json(
        article('A', { url: 'https://x.org/a', doi: '10.5555/a' }),
        article('A3', { doi: '10.5555/a' }),
        article('A4', { url: 'https://x.org/a' }),
      ),
    );
    expect((await host.rows(status.id)).map(({ outcome }) => outcome)).toEqual([
      'update',
      'twice-in-file',
      'twice-in-file',
    ]);
  });
});

describe('an import of several files', () => {
  test('keeps the file and position of every record, each in its own format, and finds duplicates across files', async () => {
    const first = json(article('A', { doi: '10.5555/a' }), article('B', { doi: '10.5555/b' }));
    const second = `${JSON.stringify(article('C', { doi: '10.5555/c' }))}\n{"bibjson": \n${JSON.stringify(article('A again', { doi: '10.5555/a' }))}\n`;
    const files = [
      { name: 'one.json', size: Buffer.byteLength(first) },
      { name: 'empty.json', size: 0 },
      { name: 'two.jsonl', size: Buffer.byteLength(second) },
    ];
    const bytes = Buffer.from(first + second);
    const { id } = await host.handlers['imports.open']({
      accountId: 'sandbox',
      name: '3 files',
      size: bytes.length,
      files,
    });
    await host.handlers['imports.write']({ id, at: 0, piece: bytes.toString('base64') });
    await host.handlers['imports.read']({ id });
    expect(await host.reached(id, 'preview', 'failed')).toMatchObject({
      state: 'preview',
      files: 3,
      created: 3,
    });
    expect(await host.rows(id)).toMatchObject([
      { file: 'one.json', index: 1, title: 'A', outcome: 'new' },
      { file: 'one.json', index: 2, title: 'B', outcome: 'new' },
      { file: 'two.jsonl', index: 1, title: 'C', outcome: 'new' },
      { file: 'two.jsonl', index: 3, title: 'A again', outcome: 'twice-in-file' },
    ]);
    const { total, created, duplicates, unreadable } = importTotals([
      await host.handlers['imports.get']({ id }),
    ]);
    expect({ total, created, duplicates, unreadable }).toEqual({
      total: 6,
      created: 3,
      duplicates: 1,
      unreadable: 2,
    });
    const { problems } = await host.handlers['imports.problems']({ id, offset: 0, limit: 10 });
    expect(problems.map(({ file, index }) => [file, index])).toEqual([
      ['empty.json', null],
      ['two.jsonl', 2],
      ['two.jsonl', 3],
    ]);
    expect(textOf(problems.at(-1)!.message)).toContain('record 1 of one.json');
    await host.accept(id);
    const [draft] = await host.drafts('C');
    expect(await host.handlers['drafts.get']({ id: draft!.id })).toMatchObject({
      place: { file: 'two.jsonl', index: 1 },
    });
  });

  test('is refused when the sizes do not add up to the received size', async () => {
    const files = [{ name: 'a.json', size: 1 }];
    const open = () => host.handlers['imports.open']({ accountId: 'sandbox', name: 'a', size: 2, files });
    expect((await errorOf(open)).code).toBe('input');
  });
});

describe('receiving a file', () => {
  test('accepts pieces in order, ignores a repeated one and reports a missing one', async () => {
    const bytes = Buffer.from(json(article('A')));
    const { id } = await host.handlers['imports.open']({
      accountId: 'sandbox',
      name: 'a.json',
      size: bytes.length,
    });
    const piece = (from: number, to: number) => bytes.toString('base64', from, to);
    expect(await host.handlers['imports.write']({ id, at: 0, piece: piece(0, 10) })).toEqual({
      received: 10,
    });
    expect(await host.handlers['imports.write']({ id, at: 0, piece: piece(0, 10) })).toEqual({
      received: 10,
    });
    expect(
      (await errorOf(() => host.handlers['imports.write']({ id, at: 20, piece: piece(20, 30) }))).code,
    ).toBe('state');
    expect((await errorOf(() => host.handlers['imports.read']({ id }))).code).toBe('state');
    await Promise.all(
      [10, 20, 30].map((at) => host.handlers['imports.write']({ id, at, piece: piece(at, at + 10) })),
    );
    expect(
      (
        await errorOf(() =>
          host.handlers['imports.write']({
            id,
            at: 40,
            piece: Buffer.alloc(bytes.length).toString('base64'),
          }),
        )
      ).code,
    ).toBe('too_large');
    await host.handlers['imports.write']({ id, at: 40, piece: piece(40, bytes.length) });
    expect((await host.handlers['imports.get']({ id })).received).toBe(bytes.length);
    await host.handlers['imports.read']({ id });
    expect(await host.reached(id, 'preview')).toMatchObject({ created: 1 });
  });

  test('refuses unknown accounts, huge files and late calls', async () => {
    expect(
      (await errorOf(() => host.handlers['imports.open']({ accountId: 'none', name: 'a', size: 1 }))).code,
    ).toBe('not_found');
    expect(
      (await errorOf(() => host.handlers['imports.open']({ accountId: 'sandbox', name: 'a', size: 3e9 })))
        .code,
    ).toBe('too_large');
    expect((await errorOf(() => host.handlers['imports.get']({ id: 99 }))).code).toBe('not_found');
    expect((await errorOf(() => host.handlers['imports.write']({ id: 99, at: 0, piece: '' }))).code).toBe(
      'not_found',
    );
    const { id } = await importAll('a.json', article('A'));
    for (const call of ['imports.read', 'imports.cancel'] as const) {
      if (call === 'imports.cancel') expect((await host.handlers[call]({ id })).state).toBe('accepted');
      else expect((await errorOf(() => host.handlers[call]({ id }))).code).toBe('state');
    }
    expect((await errorOf(() => host.handlers['imports.write']({ id, at: 0, piece: '' }))).code).toBe(
      'state',
    );
  });

  test('lists the imports of an account, newest first', async () => {
    await importAll('a.json', article('A'));
    await importAll('b.json', article('B'));
    expect((await host.handlers['imports.list']({ accountId: 'sandbox' })).map(({ name }) => name)).toEqual([
      'b.json',
      'a.json',
    ]);
    expect(await host.handlers['imports.list']({ accountId: 'other' })).toEqual([]);
  });
});

describe('cancelling and crashing', () => {
  const many = (count: number) =>
    json(...Array.from({ length: count }, (_, n) => article(`Title ${n}`, { doi: `10.5555/${n}` })));

  test('an import cancelled while receiving, reading or in preview leaves no rows, file or thread', async () => {
    const receiving = await host.send('a.json', many(10));
    await host.handlers['imports.cancel']({ id: receiving });

    // Large enough for a second thread, which reads and checks.
    const reading = await host.send('b.json', many(8000));
    await host.handlers['imports.read']({ id: reading });
    while (host.hidden() === 0) await new Promise(setImmediate);
    expect(await host.handlers['imports.cancel']({ id: reading })).toMatchObject({ state: 'cancelled' });

    const { id: preview } = await host.preview('c.json', many(30));
    await host.handlers['imports.cancel']({ id: preview });
    while (host.hidden() > 0 || existsSync(host.importJobs.fileOf(receiving)))
      await new Promise(setImmediate);
    await host.scope.idle();
    expect(host.hidden()).toBe(0);
    expect(readdirSync(join(host.dataFolder, spoolFolder))).toEqual([]);
    expect(await host.drafts()).toEqual([]);
    for (const id of [receiving, reading, preview])
      expect((await host.handlers['imports.get']({ id })).state).toBe('cancelled');
    expect(host.logged).toEqual([]);
  });

  test('an import interrupted while reading is reported as failed at the next start and leaves nothing behind', async () => {
    const id = await host.send('b.json', many(5000));
    const open = await host.send('c.json', many(1));
    await host.handlers['imports.read']({ id });
    // Nothing else before it is stopped, or its thread could read to the end.
    while (host.hidden() === 0) await new Promise(setImmediate);
    await host.stop();

    host = startHost({ dataFolder: host.dataFolder });
    expect(host.hidden()).toBeGreaterThan(0);
    await host.importJobs.recover();
    await host.scope.idle();
    expect(host.hidden()).toBe(0);
    for (const one of [id, open]) {
      const status = await host.handlers['imports.get']({ id: one });
      expect(status.state).toBe('failed');
      expect(textOf(status.message)).toContain('closed');
    }
    expect(existsSync(join(host.dataFolder, spoolFolder))).toBe(false);
    expect(await host.preview('b.json', many(10))).toMatchObject({ created: 10 });
  });

  test('a start removes the spool files of an earlier run and no other files', async () => {
    const files = ['imports/deposit.xml', 'imports/deep/notes.txt', '1.part', `${spoolFolder}/deposit.xml`];
    for (const name of ['imports/deep', spoolFolder, `${spoolFolder}/colophon-import-2.part`])
      mkdirSync(join(host.dataFolder, name), { recursive: true });
    for (const name of files) writeFileSync(join(host.dataFolder, name), 'mine');
    writeFileSync(spoolFile(host.dataFolder, 1), '[');
    await host.importJobs.recover();
    for (const name of files) expect(existsSync(join(host.dataFolder, name))).toBe(true);
    expect(readdirSync(join(host.dataFolder, spoolFolder)).sort()).toEqual([
      'colophon-import-2.part',
      'deposit.xml',
    ]);
  });

  test('an import interrupted while accepting is finished at the next start', async () => {
    await importAll(
      'old.json',
      article('Old', { doi: '10.5555/7' }),
      article('Old', { doi: '10.5555/1999' }),
    );
    const { id } = await host.preview('b.json', many(2000));
    await acceptNow(asking(host.handlers), id);
    while ((await host.drafts()).length <= 2) await new Promise(setImmediate);
    await host.stop();

    host = startHost({ dataFolder: host.dataFolder });
    expect(await host.handlers['imports.get']({ id })).toMatchObject({
      state: 'accepting',
      created: 1998,
      updated: 2,
    });
    await host.importJobs.recover();
    expect(await host.reached(id, 'accepted')).toMatchObject({ problems: 0 });
    expect(host.hidden()).toBe(0);
    expect(host.draftStore.selectIds('sandbox', { filter: {}, except: [] })).toHaveLength(2000);
    expect(await host.drafts('old')).toEqual([]);
  });

  test('search finds every change that an import had stored when it was interrupted', async () => {
    const articles = (title: string) =>
      Array.from({ length: 400 }, (_, n) => article(`${title} ${n}`, { doi: `10.5555/${n}` }));
    await importAll('old.json', ...articles('Old'));
    const { id, updated } = await host.preview('new.json', json(...articles('Renewed')));
    expect(updated).toBe(400);
    host.importStore.move(id, ['preview'], 'accepting');
    const changed = host.db
      .prepare<[], number>(`SELECT count(*) FROM drafts WHERE title LIKE 'Renewed%'`)
      .pluck();
    const signal: WriteSignal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const take: WriteTurns['take'] = (answer) => {
      // Somebody quits after the first changes, each of whose transactions ends early because others want to write.
      if (changed.get()! > 0) thread.stop();
      Atomics.store(signal, 0, 1);
      answer(() => undefined);
    };
    const at = new Date(0).toISOString();
    const order: JobOrder = { kind: 'accept', importId: id, database: host.db.name, file: '', at };
    const thread: ImportThread = startImportThread(
      workerFiles.importWorker,
      order,
      { take } as WriteTurns,
      signal,
      () => undefined,
    );
    expect(await thread.ended).toEqual({ how: 'stopped' });
    expect(changed.get()).toBeGreaterThan(0);
    expect(await host.drafts('renewed')).toHaveLength(changed.get()!);

    await host.importJobs.recover();
    await host.reached(id, 'accepted');
    expect(await host.drafts('renewed')).toHaveLength(400);
  });

  test('an import whose last records do not fit on the disk is finished when there is room', async () => {
    const { id } = await host.preview('b.json', many(3));
    const full = (table: string, when: string) =>
      host.db.exec(`CREATE TRIGGER full BEFORE UPDATE ON ${table} WHEN ${when}
        BEGIN SELECT RAISE(ABORT, 'full'); END`);
    // Nothing is shown, so the user decides again.
    full('drafts', 'new.staged = 0');
    expect(await host.accept(id)).toMatchObject({
      state: 'preview',
      message: { key: 'import.acceptFailed' },
    });
    expect(await host.drafts()).toEqual([]);
    const isFinished = host.db.prepare(`SELECT 1 FROM undo_steps WHERE state = 'done'`);
    host.db.exec('DROP TRIGGER full');
    full('undo_steps', `new.state = 'done'`);
    await acceptNow(asking(host.handlers), id);
    const message = expect.objectContaining({ key: 'import.acceptWaits' });
    const waits = { state: 'accepting', message };
    await expect
      .poll(() => host.events)
      .toContainEqual({ name: 'imports.changed', data: expect.objectContaining(waits) });
    expect(await host.drafts()).toHaveLength(3);
    expect(await host.handlers['imports.get']({ id })).toMatchObject({ state: 'accepting' });
    host.db.exec('DROP TRIGGER full');
    full('imports', `new.state = 'accepted'`);
    while (!isFinished.get()) await sleep(5);
    expect(await host.handlers['imports.get']({ id })).toMatchObject({ state: 'accepting' });
    host.db.exec('DROP TRIGGER full');
    expect(await host.reached(id, 'accepted')).toMatchObject({ created: 3, message: null });
    expect(await host.drafts()).toHaveLength(3);
  });

  test('an import whose thread meets damage of the data file tells of it', async () => {
    const { id } = await host.preview('b.json', many(3));
    damagePage(host.db.name, 'undo_steps');
    expect(await host.accept(id)).toMatchObject({ state: 'preview' });
    expect(host.logged).toMatchObject([{ event: 'import.failed', kind: 'accept' }]);
    expect(isDamage((host.logged[0] as { error: unknown }).error)).toBe(true);
  });

  test('a preview survives a restart and can be accepted then', async () => {
    const { id } = await host.preview('b.json', many(3));
    await host.stop();
    host = startHost({ dataFolder: host.dataFolder });
    await host.importJobs.recover();
    expect(await host.accept(id)).toMatchObject({ state: 'accepted' });
    expect(await host.drafts()).toHaveLength(3);
  });

  test('a thread that crashes makes the import fail with a message and leaves nothing behind', async () => {
    await host.stop();
    host = startHost({
      dataFolder: host.dataFolder,
      importWorker: new URL('./dyingWorker.ts', import.meta.url),
    });
    const id = await host.send('b.json', many(8000));
    await host.handlers['imports.read']({ id });
    expect(await host.reached(id, 'failed')).toMatchObject({ message: saying(/unexpectedly/) });
    await host.scope.idle();
    expect(await host.drafts()).toEqual([]);

    await host.stop();
    host = startHost({ dataFolder: host.dataFolder });
    await host.importJobs.recover();
    await host.scope.idle();
    expect(host.hidden()).toBe(0);
  });

  test('a thread that hangs is terminated when its import is cancelled', async () => {
    await host.stop();
    host = startHost({
      dataFolder: host.dataFolder,
      importWorker: new URL('./hangingWorker.ts', import.meta.url),
    });
    const id = await host.send('b.json', many(2));
    await host.handlers['imports.read']({ id });
    expect((await host.handlers['imports.cancel']({ id })).state).toBe('cancelled');
    await host.scope.idle();
    expect(await host.handlers['imports.get']({ id })).toMatchObject({ state: 'cancelled' });
  });

  test('the main thread saves drafts while an import is being written', async () => {
    const id = await host.send('b.json', many(3000));
    const draft = await host.handlers['drafts.create']({ accountId: 'sandbox' });
    await host.handlers['imports.read']({ id });
    let { version } = draft;
    let saves = 0;
    while (host.importStore.get(id).state === 'reading') {
      const record = article(`Saved ${saves++}`);
      ({ version } = await host.handlers['drafts.save']({ id: draft.id, version, record }));
      await sleep(20);
    }
    expect(await host.reached(id, 'preview')).toMatchObject({ created: 3000 });
    expect(saves).toBeGreaterThan(1);
    expect(titlesOf(await host.drafts())).toEqual([`Saved ${saves - 1}`]);
  });
});

test('drafts that were derived while what the rules need changed are checked again', async () => {
  const id = await host.send('a.json', json(article('A', { doi: '10.5555/a' })));
  await host.handlers['imports.read']({ id });
  // Its thread may have read the account before or after this.
  host.journalStore.replaceAll('sandbox', [], '2026-03-02T00:00:00.000Z');
  await host.reached(id, 'preview');
  const waits = () => host.db.prepare('SELECT recheck_after FROM accounts').pluck().get();
  while (waits() !== null) await sleep(10);
});
