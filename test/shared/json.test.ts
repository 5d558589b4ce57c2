import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonRecords } from '../../src/main/formats/json/jsonRecords.ts';
import { isRecord, type ReadItem } from '../../src/main/formats/readRecord.ts';
import { saying } from '../helpers/saying.ts';
import { textOf } from '../helpers/textOf.ts';
import { article, readText, titles } from '../import/readText.ts';

const json = (value: unknown) => JSON.stringify(value);

describe('JSON formats', () => {
  test('one object, a list, nested lists, a search response and JSON lines all give their articles in order', async () => {
    const [a, b, c] = [article('A'), article('B'), article('C')];
    const answer = { total: 3, page: 1, results: [a, b, c], last: 'https://example.org' };
    const files: [string, string, number][] = [
      ['json', json(a), 1],
      ['json', json([a, b, c]), 3],
      ['json', json([[a], [[b, c]], []]), 3],
      ['json', JSON.stringify(answer, null, 2), 3],
      ['json', json([answer, answer]), 6],
      ['jsonl', [a, b, c].map(json).join('\n'), 3],
      ['jsonl', `\ufeff\r\n${[a, b, c].map(json).join('\r\n\r\n')}\r\n`, 3],
      ['json', `${json(a)}${json(b)}`, 2],
      ['json', `${JSON.stringify(a, null, 2)}\n${JSON.stringify(b, null, 2)}`, 2],
    ];
    for (const [format, text, count] of files) {
      const read = await readText(text);
      expect(read.problems, text).toEqual([]);
      expect(read.format, text).toBe(format);
      expect(titles(read), text).toEqual(['A', 'B', 'C', 'A', 'B', 'C'].slice(0, count));
      expect(read.records.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6].slice(0, count));
    }
  });

  test('each record keeps the line on which it begins', async () => {
    const list = await readText(JSON.stringify([article('A'), article('B')], null, 2));
    expect(list.records.map(({ line }) => line)).toEqual([2, 7]);
    const lines = await readText(`${json(article('A'))}\n\n${json(article('B'))}\n`);
    expect(lines.records.map(({ line }) => line)).toEqual([1, 3]);
  });

  test('an article with a member called results stays an article', async () => {
    const record = { bibjson: { title: 'A' }, results: [{ n: 1 }] };
    expect((await readText(json(record))).records[0]?.record).toEqual(record);
  });

  test('the file extension identifies a single line as JSON lines, the content anything else', async () => {
    expect((await readText(json(article('A')), { fileName: 'a.jsonl' })).format).toBe('jsonl');
    expect((await readText(json([article('A')]), { fileName: 'a.jsonl' })).format).toBe('json');
    expect((await readText(json(article('A')), { fileName: 'a.xml' })).format).toBe('json');
  });
});

describe('broken JSON', () => {
  test('a list entry that is not an object is reported with its position', async () => {
    const read = await readText('[\n1,\n"x",\nnull,\n{"bibjson":{"title":"A"}}\n]');
    expect(read.problems.map(({ index, line }) => [index, line])).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(read.records[0]).toMatchObject({ index: 4, line: 5 });
  });

  test.each([
    ['list', (entries: string[]) => `[${entries.join(',\n')}]`],
    ['JSON lines', (entries: string[]) => entries.join('\n')],
    ['response', (entries: string[]) => `{"results":[${entries.join(',\n')}]}`],
  ])('an empty list among the records of a %s is reported and counted', async (_layout, write) => {
    const read = await readText(write([json(article('A')), '[]', '[ ]', json(article('B'))]));
    expect(read.problems.map(({ index, line }) => [index, line])).toEqual([
      [2, 2],
      [3, 3],
    ]);
    expect(read.records.map(({ index }) => index)).toEqual([1, 4]);
  });

  const broken: Record<string, string> = {
    'a missing quote': '{"bibjson": {"title": "B}}',
    'a missing comma': '{"bibjson": {"title": "B" "year": "2020"}}',
    'a missing brace': '{"bibjson": {"title": "B"}',
    'a brace too many': '{"bibjson": {"title": "B"}}}',
    'a wrong bracket': '{"bibjson": {"title": "B"]}',
    'a word that is none of JSON': '{"bibjson": {"title": NaN}}',
    'a raw line end in a text': '{"bibjson": {"title": "B\nB"}}',
    'an unknown escape': '{"bibjson": {"title": "\\q"}}',
  };
  for (const [what, text] of Object.entries(broken)) {
    test(`${what} loses one record and keeps the others, whatever the layout`, async () => {
      const [a, c] = [json(article('A')), json(article('C'))];
      for (const file of [
        `[${a},${text},${c}]`,
        `[\n${a},\n${text},\n${c}\n]`,
        `[\n  ${a},\n  ${text},\n  ${c}\n]`,
        `{"results":[${a},${text},${c}],"total":3}`,
      ]) {
        const read = await readText(file);
        expect(
          titles(read).filter((title) => title !== 'B'),
          file,
        ).toEqual(['A', 'C']);
        expect(read.problems, file).toHaveLength(1);
        expect(read.problems[0]?.line, file).toBe(file.slice(0, file.indexOf(text)).split('\n').length);
      }
    });

    test(`${what} in JSON lines loses its line`, async () => {
      const read = await readText(`${json(article('A'))}\n${text}\n${json(article('C'))}`);
      expect(titles(read).filter((title) => title !== 'B')).toEqual(['A', 'C']);
      expect(read.problems[0]?.line).toBe(2);
    });
  }

  test('a broken record in a pretty-printed list of real size is found by its line', async () => {
    const record = {
      id: 'x',
      bibjson: { title: 'T', identifier: [{ id: '1', type: 'doi' }], author: [{ name: 'N' }] },
    };
    const lines = JSON.stringify(
      Array.from({ length: 5 }, () => record),
      null,
      2,
    ).split('\n');
    const at = lines.findIndex((line, i) => i > 20 && line.includes('"title"'));
    lines[at] = lines[at]!.replace('",', '');
    const read = await readText(lines.join('\n'));
    expect(read.records.map(({ index }) => index)).toEqual([1, 3, 4, 5]);
    expect(read.problems).toMatchObject([{ index: 2, message: saying(new RegExp(`line ${at + 1}\\b`)) }]);
  });

  test('in a one-line file, a part of a broken record is not taken for a record', async () => {
    const entry = (n: number) =>
      `{"id":"${n}","bibjson":{"identifier":[{"id":"1","type":"doi"},{"id":"2","type":"eissn"}],"title":"T${n}"}}`;
    const read = await readText(`[${entry(1)},${entry(2).replace('"bibjson"', 'bibjson')},${entry(3)}]`);
    expect(titles(read)).toEqual(['T1', 'T3']);
    expect(read.problems).toHaveLength(1);
  });

  test('a truncated file keeps the records before the break and reports its line', async () => {
    const whole = JSON.stringify([article('A'), article('B'), article('C')], null, 2);
    for (let length = 1; length < whole.length; length++) {
      const read = await readText(whole.slice(0, length));
      const complete = whole.slice(0, length).split(/\n {2}\}/).length - 1;
      expect(read.records, `${length}`).toHaveLength(complete);
      expect(read.problems, `${length}`).toHaveLength(1);
    }
    const cut = await readText(whole.slice(0, whole.indexOf('"C"')));
    expect(cut.problems).toMatchObject([{ index: 3, line: 12, message: saying(/line 14/) }]);
  });

  test('an empty file, one with only blanks and an empty list are each reported as such', async () => {
    expect(textOf((await readText('')).problems[0]?.message)).toBe('The file is empty.');
    expect(textOf((await readText(' \n ')).problems[0]?.message)).toBe('The file is empty.');
    expect(textOf((await readText('[]')).problems[0]?.message)).toBe('The file contains no records.');
  });

  test('a file in no format that we know is reported once', async () => {
    for (const text of ['some words', '%PDF-1.7 ...', 'PK\u0003\u0004...', 'AU  - Okoro']) {
      expect((await readText(text)).problems).toHaveLength(1);
    }
    const asked = await readText('title,doi\n"a","b"', { format: 'json' });
    expect(asked.records).toEqual([]);
    expect(asked.problems.length).toBeGreaterThan(0);
  });

  test('nesting beyond the limit loses one record', async () => {
    const deep = `{"bibjson":{"title":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
    const read = await readText(`[\n${json(article('A'))},\n${deep},\n${json(article('C'))}\n]`);
    expect(titles(read)).toEqual(['A', 'C']);
    expect(read.problems).toMatchObject([{ index: 2, line: 3, message: saying(/100 levels/) }]);
    const lists = await readText('['.repeat(1000));
    expect(lists.problems).toHaveLength(1);
  });

  test('a record over the size limit is left out, however it is split, and the next one is read', () => {
    const huge = { bibjson: { title: 'x'.repeat(5000), keywords: ['}', '"', '{'] } };
    for (const pieceSize of [100, 1 << 20]) {
      const items = split(json([article('A'), huge, article('C')]), pieceSize, 4000);
      expect(items.map((item) => (isRecord(item) ? item.record : item.message))).toEqual([
        article('A'),
        saying(/larger than/),
        article('C'),
      ]);
    }
  });

  test('members called __proto__ are left out with a note, and repeated members count once', async () => {
    const text = '[{"bibjson":{"title":"A","title":"B","__proto__":{"polluted":1},"\\u005f_proto__":2}}]';
    const { records } = await readText(text);
    expect(JSON.stringify(records[0]?.record)).toBe('{"bibjson":{"title":"B"}}');
    expect(records[0]?.notes).toHaveLength(1);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('encodings of JSON', () => {
  const text = json([article('Über „naïve“ 中文 🌱'), article('B')]);
  const utf16be = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

  test('UTF-8 with and without byte order mark and UTF-16 read the same however they are split', async () => {
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      utf16be,
    ]) {
      for (const pieceSize of [1, 3, 1 << 20]) {
        const read = await readText(bytes, { pieceSize });
        expect(read.problems).toEqual([]);
        expect(titles(read)).toEqual(['Über „naïve“ 中文 🌱', 'B']);
      }
    }
  });

  test('bytes that are not UTF-8 are reported with their line, never replaced', async () => {
    const file = `[\n${json(article('A'))},\n{"bibjson":\n{"title":"\u00e9t\u00e9"}},\n${json(article('C'))}]`;
    const read = await readText(Buffer.from(file, 'latin1'));
    expect(titles(read)).toEqual(['A', 'C']);
    expect(read.problems).toMatchObject([{ index: 2, line: 3, message: saying(/Line 4/) }]);
  });

  test('a U+FFFD character in the file is kept', async () => {
    expect(titles(await readText(json(article('a\ufffdb'))))).toEqual(['a\ufffdb']);
  });

  test('half a surrogate pair in UTF-16 costs only its record', async () => {
    const file = `[\n${json(article('A'))},\n${json(article('?'))},\n${json(article('C'))}]`;
    const read = await readText(Buffer.from(`\ufeff${file.replace('?', '\ud800')}`, 'utf16le'));
    expect(titles(read)).toEqual(['A', 'C']);
    expect(read.problems).toMatchObject([{ index: 2, message: saying(/Line 3 contains bytes/) }]);
  });
});

describe('any JSON', () => {
  const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })).map((value) => {
    const { results: _results, __proto__: _proto, ...rest } = value as Record<string, unknown>;
    return rest;
  });

  test('splitting a list anywhere equals parsing the whole', () => {
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(undefined, 1, '\t'),
        fc.integer({ min: 1, max: 50 }),
        (records, space, size) => {
          const text = JSON.stringify(records, null, space);
          const items = split(text, size);
          expect(items.map((item) => (isRecord(item) ? item.record : item))).toEqual(
            withoutProto(JSON.parse(text)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  test('damage anywhere never throws, and splits never change the result', () => {
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.uint8Array({ maxLength: 3 }),
        fc.integer({ min: 1, max: 20 }),
        (records, place, junk, size) => {
          const bytes = Buffer.from(JSON.stringify(records));
          const at = place % bytes.length;
          const damaged = Buffer.concat([bytes.subarray(0, at), junk, bytes.subarray(at + 1)]);
          expect(split(damaged, size)).toEqual(split(damaged, damaged.length + 1));
        },
      ),
      { numRuns: 500 },
    );
  });
});

function split(content: string | Buffer, pieceSize: number, maxBytes?: number): ReadItem[] {
  const bytes = Buffer.from(content as string);
  const records = new JsonRecords(maxBytes === undefined ? {} : { maxBytes });
  const items: ReadItem[] = [];
  const take = () => {
    for (let item = records.next(); item !== null; item = records.next()) items.push(item);
  };
  for (let at = 0; at < bytes.length; at += pieceSize) {
    records.feed(bytes.subarray(at, at + pieceSize));
    take();
  }
  records.finish();
  take();
  return items;
}

function withoutProto(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, inner) => (key === '__proto__' ? undefined : inner));
}
