import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { spoolFolder } from '../../src/main/platform/files/importSpool.ts';
import type { CallData } from '../../src/shared/contract/contract.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { exportFormats } from '../../src/shared/draft/fileFormats.ts';
import { describe } from '../../src/shared/i18n/i18n.ts';
import { literal } from '../../src/shared/message.ts';
import { acceptNow, asking } from '../helpers/confirm.ts';
import { type DirectoryServices, openDirectoryServices } from '../helpers/directoryServices.ts';
import { article } from '../helpers/testDirectory.ts';

let services: DirectoryServices;

beforeEach(async () => {
  services = await openDirectoryServices();
});
afterEach(() => services.end());

const sort = { by: 'title', direction: 'asc' } as const;
const everything = { filter: { trashed: false }, except: [] };

type Asked = Partial<CallData<'exports.write'>>;

const write = (asked: Asked = {}) =>
  services.handlers['exports.write']({
    source: { accountId: services.accountId, selection: everything, sort },
    format: 'json',
    ...asked,
  });

async function read({ id, size }: { id: number; size: number }): Promise<string> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < size) {
    const { piece } = await services.handlers['exports.read']({ id, at: bytes.length });
    bytes = Buffer.concat([bytes, Buffer.from(piece, 'base64')]);
  }
  return bytes.toString();
}

const spooled = () => {
  const folder = join(services.folder, spoolFolder);
  return existsSync(folder) ? readdirSync(folder) : [];
};

const identifierOf = ({ bibjson }: DraftRecord) =>
  (bibjson as { identifier: { type: string; id: string }[] }).identifier;
const titled = (number: number, title: string) => article(number, { title });

test('a list is exported in its order, without records in the trash', async () => {
  const [, , trashed] = services.addDrafts([titled(1, 'B'), titled(2, 'A'), titled(3, 'C')]);
  await services.handlers['drafts.trash']({ accountId: services.accountId, selection: { ids: [trashed!] } });

  const made = await write();

  expect(made).toMatchObject({ written: 2, lost: [], leftOut: [], type: 'application/json' });
  expect(made.name).toMatch(/^colophon-articles-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(await read(made))).toEqual([titled(2, 'A'), titled(1, 'B')]);
});

test.each([
  ['Pacific/Kiritimati', '+14:00'],
  ['Etc/GMT+12', '-12:00'],
])('in the time zone %s, a file is named by the day there', async (zone, offset) => {
  vi.stubEnv('TZ', zone);
  services.addDrafts([article(1)]);
  const made = await write();
  vi.unstubAllEnvs();
  const there = Date.now() + Number.parseInt(offset, 10) * 3_600_000;
  expect(made.name).toBe(`colophon-articles-${new Date(there).toISOString().slice(0, 10)}.json`);
});

test('a selection is exported alone, and a filter with its exceptions', async () => {
  const [first, second] = services.addDrafts([titled(1, 'B'), titled(2, 'A')]);
  const { accountId } = services;
  const ids = { accountId, selection: { ids: [first!] }, sort };
  expect(JSON.parse(await read(await write({ source: ids })))).toEqual([titled(1, 'B')]);
  const filtered = {
    accountId,
    selection: { filter: { text: 'a', trashed: false }, except: [first!] },
    sort,
  };
  expect(JSON.parse(await read(await write({ source: filtered })))).toEqual([
    (await services.draft(second!)).record,
  ]);
});

test('the file can be read in pieces, and is gone when it is removed', async () => {
  const abstract = 'é'.repeat(20_000);
  services.addDrafts(Array.from({ length: 100 }, (_, at) => article(at + 1, { abstract })));

  const made = await write();
  expect(made.size).toBeGreaterThan(3_000_000);
  const records = JSON.parse(await read(made)) as DraftRecord[];
  expect(records).toHaveLength(100);
  expect(await services.handlers['exports.read']({ id: made.id, at: made.size })).toEqual({ piece: '' });

  await services.handlers['exports.remove']({ id: made.id });
  expect(spooled()).toEqual([]);
  await expect(services.handlers['exports.read']({ id: made.id, at: 0 })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('only the last few files are kept, and none when the application stops', async () => {
  services.addDrafts([article(1)]);
  for (let times = 0; times < 6; times++) await write();
  expect(spooled()).toHaveLength(4);
  await services.close();
  expect(spooled()).toEqual([]);
});

test('what a format cannot hold is counted, and records it cannot hold at all are named with the reason', async () => {
  const noYear = setAt(titled(2, 'No year'), 'bibjson.year', '');
  services.addDrafts([titled(1, 'Good'), noYear]);

  const made = await write({ format: 'doaj-xml' });
  expect(made).toMatchObject({ written: 1, type: 'application/xml' });
  expect(made.leftOut.map(({ title, reason }) => [title, reason.key])).toEqual([
    ['No year', 'export.leftOut.noYear'],
  ]);
  expect(await read(made)).toContain('<title>Good</title>');

  const withOrcid = setAt(titled(3, 'ORCID'), 'bibjson.author', [
    { name: 'Ada Lovelace', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
  ]);
  const [id] = services.addDrafts([withOrcid]);
  const source = { accountId: services.accountId, selection: { ids: [id!] }, sort };
  const { lost } = await write({ source, format: 'ris' });
  expect(lost.map(({ part, records }) => [describe(part), records])).toContainEqual(['ORCID', 1]);
});

test('tables hold the whole records, and a workbook is a zip file', async () => {
  services.addDrafts([titled(1, 'A'), titled(2, 'B')]);
  const csv = await write({ format: 'csv' });
  expect(csv).toMatchObject({ written: 2, lost: [], type: 'text/csv' });
  const lines = (await read(csv)).trim().split('\r\n');
  expect(lines.length).toBeGreaterThanOrEqual(3);
  const xlsx = await write({ format: 'xlsx' });
  const { piece } = await services.handlers['exports.read']({ id: xlsx.id, at: 0 });
  const bytes = Buffer.from(piece, 'base64');
  expect(bytes).toHaveLength(xlsx.size);
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
});

test('without any record there is no file', async () => {
  services.addDrafts([setAt(article(1), 'bibjson.year', '')]);
  expect(await write({ format: 'doaj-xml' })).toMatchObject({ written: 0, size: 0, leftOut: [{}] });
});

test('the losses of each format are known before the export', async () => {
  const losses = async (format: (typeof exportFormats)[number]) =>
    (await services.handlers['exports.losses']({ format })).map((part) => describe(part));
  for (const format of ['json', 'csv', 'xlsx'] as const) expect(await losses(format)).toEqual([]);
  expect(await losses('ris')).toContain('ORCID');
  expect(await losses('doaj-xml')).toContain('further links');
  for (const format of exportFormats) await losses(format);
});

/** Reads a file as an import that waits for its acceptance. */
async function preview(name: string, text: string) {
  const { handlers, accountId } = services;
  const { id } = await handlers['imports.open']({ accountId, name, size: Buffer.byteLength(text) });
  await handlers['imports.write']({ id, at: 0, piece: Buffer.from(text).toString('base64') });
  await handlers['imports.read']({ id });
  const state = async () => (await handlers['imports.get']({ id })).state;
  await services.when(async () => (await state()) === 'preview');
  return { id, state };
}

test('an import is exported as it will be, without the records that were unticked, and as it is afterwards', async () => {
  const [known] = services.addDrafts([titled(1, 'Before')]);
  const text = JSON.stringify([titled(2, 'New'), titled(1, 'After'), titled(3, 'Unticked')]);
  const { id, state } = await preview('a.json', text);
  const { rows } = await services.handlers['imports.rows']({ id, offset: 0, limit: 10 });
  const { position } = rows.find(({ title }) => title === 'Unticked')!;
  const between = { from: position, to: position };
  await services.handlers['imports.tick']({ id, filter: { show: 'created' }, between, isTicked: false });
  const titles = async () => {
    const records = JSON.parse(await read(await write({ source: { importId: id } })));
    return records.map((record: DraftRecord) => (record.bibjson as { title: string }).title);
  };

  expect(await titles()).toEqual(['New', 'After']);
  expect((await services.draft(known!)).title).toBe('Before');

  await acceptNow(asking(services.handlers), id);
  await services.when(async () => (await state()) === 'accepted');
  expect(await titles()).toEqual(['New', 'After']);
});

test('an upload is exported in its order, with the drafts as they are now', async () => {
  const ids = services.addDrafts([titled(1, 'B'), titled(2, 'A')]);
  const { id } = await services.send(ids);
  await services.until(id, ({ state }) => state === 'done');
  await services.editDraft(ids[1]!, titled(2, 'A, corrected'));

  const records = JSON.parse(await read(await write({ source: { uploadId: id } }))) as DraftRecord[];
  expect(records.map(({ bibjson }) => (bibjson as { title: string }).title)).toEqual(['B', 'A, corrected']);
});

const report = (asked: CallData<'exports.report'>) => services.handlers['exports.report'](asked);

test('a report has the place, the problem and the advice for what could not be read and what the rules find', async () => {
  const lines = [
    JSON.stringify(article(1)),
    '{ not JSON',
    JSON.stringify(setAt(titled(3, '=1+1'), 'bibjson.year', '20x4')),
  ];
  const { id } = await preview('a.jsonl', lines.join('\n'));

  const made = await report({ source: { importId: id }, format: 'json' });
  expect(made.name).toMatch(/^colophon-problems-.*\.json$/);
  const rows = JSON.parse(await read(made));
  expect(rows).toHaveLength(made.written);
  expect(rows[0]).toMatchObject({ file: 'a.jsonl', line: 2, severity: 'error', field: '', advice: '' });
  expect(rows[0].problem).not.toBe('');
  const year = rows.find(({ field }: { field: string }) => field === 'Year');
  expect(year).toMatchObject({ file: 'a.jsonl', record: 3, line: 3, title: '=1+1', severity: 'warning' });
  expect(year.doi).not.toBe('');
  expect(year.advice).not.toBe('');

  const csv = await read(await report({ source: { importId: id }, format: 'csv' }));
  expect(csv).toMatch(/^\ufeffFile,Record,Line,Title,DOI,Severity,Problem,Field,Advice\r\n/);
  // Spreadsheets would take it for a formula.
  expect(csv).toContain(",'=1+1,");
});

test('a report leaves out what is twice in the file, and what would change a record in the trash', async () => {
  const wrong = (number: number) => setAt(article(number), 'bibjson.year', '20x4');
  const [trashed] = services.addDrafts([article(2)]);
  const lines = [
    wrong(1),
    setAt(titled(3, 'Again'), 'bibjson.identifier', identifierOf(article(1))),
    wrong(2),
  ];
  const { id } = await preview('a.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  const years = async () => {
    const rows = JSON.parse(await read(await report({ source: { importId: id }, format: 'json' })));
    return rows
      .filter(({ field }: { field: string }) => field === 'Year')
      .map(({ line }: { line: number }) => line);
  };
  expect(await years()).toEqual([1, 3]);
  const selection = { ids: [trashed!] };
  await services.handlers['drafts.trash']({ accountId: services.accountId, selection });
  expect(await years()).toEqual([1]);
});

test('a report of an upload names what was refused and what was held back, with its place in the file', async () => {
  const ids = services.addDrafts([article(1), setAt(titled(2, 'Held back'), 'bibjson.title', '')]);
  const { id } = await services.send(ids);
  await services.until(id, ({ state }) => state === 'done');
  const refusal = { path: 'bibjson.month', code: 'x', message: literal('Not so.'), help: literal('Do so.') };
  services.db
    .prepare("UPDATE upload_items SET state = 'refused', refusal = ? WHERE upload_id = ?")
    .run(JSON.stringify(refusal), id);

  const rows = JSON.parse(await read(await report({ source: { uploadId: id }, format: 'json' })));
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    file: 'articles.json',
    record: 1,
    problem: 'Not so.',
    field: 'Month',
    advice: 'Do so.',
  });
  expect(rows[1]).toMatchObject({ file: 'articles.json', record: 2, severity: 'warning' });
  expect(rows[1].advice).not.toBe('');
});

test('a report of an upload has a row for each problem of a record that was held back', async () => {
  const broken = setAt(
    setAt(titled(2, 'Two problems'), 'bibjson.author', [{ affiliation: 'A' }]),
    'bibjson.link',
    [{ type: 'fulltext', url: 'nowhere', content_type: 'PDF' }],
  );
  const { id } = await services.send(services.addDrafts([article(1), broken]));
  await services.until(id, ({ state }) => state === 'done');
  const rows = JSON.parse(await read(await report({ source: { uploadId: id }, format: 'json' })));
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    expect(row).toMatchObject({ title: 'Two problems', severity: 'error' });
    expect(row.problem).not.toMatch(/And \d+ more/);
    expect(row.advice).not.toBe('');
  }
});

test('without any problem a report has no rows', async () => {
  const { id } = await services.send(services.addDrafts([article(1)]));
  await services.until(id, ({ state }) => state === 'done');
  expect(await report({ source: { uploadId: id }, format: 'csv' })).toMatchObject({ written: 0, size: 0 });
});

test('an import or upload that is gone is reported', async () => {
  await expect(write({ source: { importId: 99 } })).rejects.toMatchObject({ code: 'not_found' });
  await expect(write({ source: { uploadId: 99 } })).rejects.toMatchObject({ code: 'not_found' });
});

test('an export reports its progress, and leaves no file when it is cancelled', async () => {
  const abstract = 'word '.repeat(4_000);
  services.addDrafts(Array.from({ length: 1_500 }, (_, at) => article(at + 1, { abstract })));

  const cancelled = write({ watch: 'mine' });
  const outcome = cancelled.catch((error) => error.code);
  await services.when(() => services.received.some(({ name }) => name === 'exports.progress'));
  await services.handlers['exports.cancel']({ watch: 'mine' });

  expect(await outcome).toBe('cancelled');
  expect(spooled()).toEqual([]);
  const [event] = services.received.filter(({ name }) => name === 'exports.progress');
  expect(event?.data).toMatchObject({ watch: 'mine', total: 1_500 });
});
