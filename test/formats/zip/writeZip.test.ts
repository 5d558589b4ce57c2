import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { writeZip, type ZipPart } from '../../../src/main/formats/zip/writeZip.ts';

async function* partsOf(...list: ZipPart[]): AsyncGenerator<ZipPart> {
  yield* list;
}

async function bytesOf(parts: AsyncIterable<ZipPart>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(parts)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The entries of a zip file with their texts, read by yauzl. */
async function entriesOf(bytes: Buffer): Promise<[string, string][]> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const entries: [string, string][] = [];
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    entries.push([entry.fileName, Buffer.concat(pieces).toString()]);
  }
  return entries;
}

test('a zip file has its parts in order, with names and texts in any script', async () => {
  const list: ZipPart[] = [
    { name: 'a.xml', content: ['one', ' two'] },
    { name: 'sheets/été.xml', content: partOfLetters('ł', 100_000) },
    { name: 'empty.xml', content: [] },
  ];
  expect(await entriesOf(await bytesOf(partsOf(...list)))).toEqual([
    ['a.xml', 'one two'],
    ['sheets/été.xml', 'ł'.repeat(100_000)],
    ['empty.xml', ''],
  ]);
});

test('the same parts give the same bytes', async () => {
  const made = () => bytesOf(partsOf({ name: 'a.xml', content: ['one'] }));
  expect(await made()).toEqual(await made());
});

test('an error in a part ends the file with that error', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'one';
    throw new Error('the disk is gone');
  }
  await expect(bytesOf(partsOf({ name: 'a.xml', content: broken() }))).rejects.toThrow('the disk is gone');
});

test('an error between parts ends the file with that error', async () => {
  async function* parts(): AsyncGenerator<ZipPart> {
    yield { name: 'a.xml', content: ['one'] };
    throw new Error('no more rows');
  }
  await expect(bytesOf(parts())).rejects.toThrow('no more rows');
});

test('a reader that leaves early ends its sources', async () => {
  const ended: string[] = [];
  async function* endless(): AsyncGenerator<string> {
    try {
      for (let number = 0; ; number++) yield `${Math.sin(number)}`.repeat(100);
    } finally {
      ended.push('content');
    }
  }
  async function* parts(): AsyncGenerator<ZipPart> {
    try {
      for (;;) yield { name: 'a.xml', content: endless() };
    } finally {
      ended.push('parts');
    }
  }
  let count = 0;
  for await (const _ of writeZip(parts())) if (++count === 3) break;
  expect(ended).toEqual(['content', 'parts']);
});

async function* partOfLetters(letter: string, count: number): AsyncGenerator<string> {
  for (let at = 0; at < count; at += 1_000) yield letter.repeat(Math.min(1_000, count - at));
}
