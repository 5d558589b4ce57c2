import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ordinaryChoices } from '../../src/main/formats/article/choices.ts';
import { readJatsZip, readZip } from '../../src/main/formats/jats/readJatsZip.ts';
import { isRecord, type ReadItem } from '../../src/main/formats/readRecord.ts';
import { textOf } from '../helpers/textOf.ts';
import { sourceFile } from './sourceFile.ts';
import { type ZipEntry, zipBytes } from './zipBytes.ts';

const article = (title: string, more = '') =>
  `<article><front><article-meta><title-group><article-title>${title}</article-title></title-group>${more}</article-meta></front></article>`;

async function read(zip: Buffer, onDisk = true): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  for await (const item of readJatsZip(sourceFile(zip, { onDisk }), ordinaryChoices)) items.push(item);
  return items;
}

async function found(...entries: ZipEntry[]) {
  return (await read(zipBytes(entries))).map((item) => [
    item.part,
    isRecord(item) ? (item.record.bibjson as { title: string }).title : textOf(item.message),
  ]);
}

const good = (name: string) => ({ name, content: article(name) });

test('every JATS file at any depth is read, and other files are passed over', async () => {
  const zip = zipBytes([
    { name: 'folder/' },
    good('folder/deep/a.xml'),
    { ...good('b.NXML'), isStored: true },
    { name: 'set.xml', content: `<articles>${article('C')}\n<article/>${article('D')}</articles>` },
    { name: 'folder/a.pdf', content: '%PDF' },
    { name: 'other.xml', content: '<feed/>' },
    good('__MACOSX/a.xml'),
    good('folder/._a.xml'),
    { name: 'f.xml', content: Buffer.from(`\ufeff${article('F')}`, 'utf16le') },
  ]);
  for (const onDisk of [true, false])
    expect(await read(zip, onDisk)).toMatchObject([
      { part: 'folder/deep/a.xml', index: 1, line: 1, record: { bibjson: { title: 'folder/deep/a.xml' } } },
      { part: 'b.NXML', index: 2 },
      { part: 'set.xml', index: 3, record: { bibjson: { title: 'C' } } },
      { part: 'set.xml', index: 4, line: 2, message: {} },
      { part: 'set.xml', index: 5, line: 2 },
      { part: 'f.xml', index: 6, record: { bibjson: { title: 'F' } } },
    ]);
});

test('an entry that is empty, or breaks off before its root element, is a problem', async () => {
  const all = await found(
    { name: 'empty.xml', content: '' },
    { name: 'cut.xml', content: '<?xml version="1.0"?>\n<!DOCTYPE article PUBLIC "-//NLM' },
    { name: 'comment.nxml', content: '<!-- an article' },
    good('a.xml'),
  );
  const nothing = expect.stringContaining('no XML elements');
  expect(all).toEqual([
    ['empty.xml', nothing],
    ['cut.xml', nothing],
    ['comment.nxml', nothing],
    ['a.xml', 'a.xml'],
  ]);
});

test('an article behind a message of a program, or a long comment, is read', async () => {
  const content = article('A');
  const items = await read(
    zipBytes([
      { name: 'a.xml', content: `Warning: x\n<?xml version="1.0"?>${content}` },
      { name: 'b.xml', content: `<!-- ${'long '.repeat(20_000)} -->${content}`, isStored: true },
    ]),
  );
  expect(items.filter(isRecord).map(({ part }) => part)).toEqual(['a.xml', 'b.xml']);
});

test('a zip file without articles says so', async () => {
  expect(await found({ name: 'a.txt' })).toEqual([[undefined, expect.stringContaining('no articles')]]);
});

describe('a hostile entry is refused, and the others are read', () => {
  const name = expect.stringContaining('points outside');
  test.each<[ZipEntry, unknown]>([
    [good('../a.xml'), name],
    [good('x/../../a.xml'), name],
    [good('/etc/a.xml'), name],
    [good('C:/a.xml'), name],
    [good('x\\a.xml'), name],
    [good('a\0.xml'), name],
    [{ ...good('link.xml'), mode: 0xa1ff }, expect.stringContaining('link')],
    [{ ...good('secret.xml'), flags: 1 }, expect.stringContaining('encrypted')],
    [{ name: 'inner.zip', content: zipBytes([good('a.xml')]) }, expect.stringContaining('in a zip file')],
    [{ ...good('crc.xml'), crc: 1 }, expect.stringContaining('damaged')],
    [{ ...good('long.xml'), size: 5 }, expect.stringContaining('damaged')],
    [{ ...good('short.xml'), size: 5_000 }, expect.stringContaining('damaged')],
    [{ ...good('cut.xml'), packedSize: 9 }, expect.stringContaining('damaged')],
    [
      { name: 'bomb.xml', content: article('x', ' '.repeat(5_000_000)), size: 5_000_120 },
      expect.stringContaining('100 times'),
    ],
  ])('$name', async (entry, message) => {
    const all = await found(good('a.xml'), entry, good('b.xml'));
    expect(all[0]).toEqual(['a.xml', 'a.xml']);
    expect(all.at(-1)).toEqual(['b.xml', 'b.xml']);
    expect(all.at(-2)).toEqual([entry.name, message]);
  });
});

test('at most 10,000 entries are looked at', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({ name: `${at}.txt`, isStored: true }));
  const all = await found(good('a.xml'), ...many, good('b.xml'));
  expect(all).toEqual([
    ['a.xml', 'a.xml'],
    [undefined, expect.stringContaining('10,000 entries')],
  ]);
});

test('small entries, which may be packed tightly, are together limited by the size of the file', async () => {
  const content = article('A', ' '.repeat(90_000));
  const items = await read(
    zipBytes(Array.from({ length: 1_000 }, (_, at) => ({ name: `${at}.xml`, content }))),
  );
  expect(items.at(-1)).toMatchObject({ message: { key: 'import.read.zipRatioOfAll' } });
  expect(items.slice(0, -1).every(isRecord)).toBe(true);
  expect(items.length).toBeGreaterThan(100);
  expect(items.length).toBeLessThan(1_000);
});

test('an entry that unpacks to too much does not keep others from being read', async () => {
  const bomb = { name: 'bomb.xml', content: article('x', ' '.repeat(30_000_000)) };
  expect(await found(bomb, good('after.xml'))).toEqual([
    ['bomb.xml', expect.stringContaining('100 times its size')],
    ['after.xml', 'after.xml'],
  ]);
});

test('the bytes of all entries together are limited', async () => {
  const zip = zipBytes([good('a.xml'), good('b.xml'), good('c.xml'), good('d.xml')]);
  const items: ReadItem[] = [];
  const limits = { entries: 10, bytes: 300 };
  for await (const item of readZip(sourceFile(zip), ordinaryChoices, limits)) items.push(item);
  expect(items).toMatchObject([
    { part: 'a.xml', index: 1 },
    { part: 'b.xml', index: 2 },
    { part: 'c.xml', message: { key: 'import.read.zipTooLarge' } },
  ]);
});

test('a zip file that is cut off or changed anywhere gives items and never an error', async () => {
  const zip = zipBytes([good('a.xml'), good('b.xml')]);
  for (let end = 4; end < zip.length; end += 3) {
    const items = await read(zip.subarray(0, end), false);
    expect(items).toMatchObject([{ message: { key: 'import.read.zipDamaged' } }]);
  }
  const change = fc.record({ at: fc.nat(zip.length - 1), byte: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const edited = Buffer.from(zip);
      for (const { at, byte } of changes) edited[at] = byte;
      expect((await read(edited, false)).length).toBeGreaterThan(0);
    }),
  );
});
