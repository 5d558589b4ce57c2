import { createReadStream, createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ReadItem, readArticles } from '../../src/main/formats/readArticles.ts';
import { maxProblems } from '../../src/main/formats/readRecord.ts';
import { realDeposits } from '../helpers/realMetadata.ts';
import { sampleDeposit, sampleJson } from '../helpers/samples.ts';
import { saying } from '../helpers/saying.ts';
import { textOf } from '../helpers/textOf.ts';
import { type ImportHost, startHost } from '../import/importHost.ts';
import { readText } from '../import/readText.ts';
import { deepList, inTime, type Json, mutated, patience, runs } from './hostile.ts';

vi.setConfig({ testTimeout: patience });

const given = join(import.meta.dirname, '../fixtures/given');
const files = [
  readFileSync(sampleDeposit.path),
  readFileSync(sampleJson.path),
  ...realDeposits()
    .slice(0, 6)
    .map((path) => readFileSync(path)),
  readFileSync(join(given, 'directory/response-search-articles.json')),
  readFileSync(join(given, 'directory/article-valid-full.json')),
  Buffer.from(
    Array.from({ length: 5 }, (_, at) => JSON.stringify({ bibjson: { title: `A${at}` } })).join('\n'),
  ),
];

const article = '<journal_article><titles><title>T</title></titles></journal_article>';
const deposit = (metadata: string, articles: string) =>
  `<doi_batch><body><journal><journal_metadata>${metadata}</journal_metadata>${articles}</journal></body></doi_batch>`;

describe('a file with damaged bytes', () => {
  type Harm = {
    kind: 'flip' | 'cut' | 'double' | 'swap' | 'insert';
    at: number;
    length: number;
    with: string;
  };
  const harm: fc.Arbitrary<Harm> = fc.record({
    kind: fc.constantFrom('flip', 'cut', 'double', 'swap', 'insert'),
    at: fc.nat(),
    length: fc.integer({ min: 1, max: 400 }),
    with: fc.constantFrom(
      '\0',
      '{',
      '}',
      '[',
      '"',
      '\\',
      '<',
      '>',
      '&',
      '&x;',
      ']]>',
      '<!--',
      '<![CDATA[',
      '<journal_article>',
      '\xff',
      '\n',
      '\u202e',
    ),
  });

  test('is read into items with messages, the same however it is split, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(harm, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 5_000 }),
        async (file, harms, pieceSize) => {
          const bytes = harms.reduce(harmed, file);
          const read = await inTime('A harmed file', () => readText(bytes));
          for (const problem of read.problems) expect(textOf(problem.message)).not.toBe('');
          expect((await readText(bytes, { pieceSize })).items).toEqual(read.items);
        },
      ),
      runs(120),
    );
  });

  test('is also read in the wrong encoding or format', async () => {
    const format = fc.constantFrom('json', 'jsonl', 'crossref');
    const encoding = fc.constantFrom('utf16le', 'latin1', 'utf8', 'base64', 'hex');
    const mark = fc.constantFrom(
      '',
      '\ufeff',
      '\xff\xfe',
      '\xfe\xff',
      '\0',
      '<?xml version="1.0" encoding="utf-16"?>',
      '<?xml version="1.0" encoding="ISO-8859-1"?>',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        format,
        encoding,
        mark,
        async (file, as, encoded, before) => {
          const bytes = Buffer.concat([
            Buffer.from(before, 'latin1'),
            Buffer.from(file.toString('utf8'), encoded),
          ]);
          await inTime('A file in another encoding', () => readText(bytes));
          await inTime('A file as another format', () => readText(bytes, { format: as }));
        },
      ),
      runs(40),
    );
  });

  function harmed(bytes: Buffer, { kind, at, length, with: text }: Harm): Buffer {
    const from = at % (bytes.length + 1);
    const [before, part, rest] = [
      bytes.subarray(0, from),
      bytes.subarray(from, from + length),
      bytes.subarray(from + length),
    ];
    if (kind === 'flip') return Buffer.concat([before, part.map((byte) => byte ^ length), rest]);
    if (kind === 'cut') return Buffer.concat([before, rest]);
    if (kind === 'double') return Buffer.concat([before, part, part, rest]);
    if (kind === 'swap') return Buffer.concat([rest, part, before]);
    return Buffer.concat([before, Buffer.from(text, 'latin1'), part, rest]);
  }
});

describe('a file that is designed to exhaust the program', () => {
  const many = (count: number, piece: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => piece(at)).join('');
  const hostile: Record<string, string> = {
    'as many ISSNs as articles': deposit(
      many(2_000, (at) => `<issn>${at}</issn>`),
      article.repeat(2_000),
    ),
    'a title of the journal that all articles would have': deposit(
      `<full_title>${'x'.repeat(300_000)}</full_title>`,
      article.repeat(2_000),
    ),
    'an article in every article': `<doi_batch><body><journal>${'<journal_article>'.repeat(4_000)}`,
    'a fault in every article': `<doi_batch><body><journal>${'<journal_article><<'.repeat(2_000)}`,
    'notes without end': deposit(
      '',
      `<journal_article>${many(4_000, (at) => `<a${at}/>`)}<contributors>${'<person_name><surname>a</surname><alt-name/></person_name>'.repeat(5_000)}</contributors></journal_article>`,
    ),
    'affiliations without end': deposit(
      '',
      `<journal_article><contributors><person_name><surname>a</surname>${many(4_000, (at) => `<affiliation>${at}</affiliation>`)}</person_name></contributors></journal_article>`,
    ),
    'subtitles without end': deposit(
      '',
      `<journal_article><titles><title>a</title>${'<subtitle>b :</subtitle>'.repeat(4_000)}</titles></journal_article>`,
    ),
    'attributes without end': `<doi_batch ${many(4_000, (at) => `a${at}="1" `)}><body/></doi_batch>`,
    'elements within elements': `<doi_batch>${'<a>'.repeat(100_000)}`,
    'lists within lists': deepList,
    'objects within objects': '{"a":'.repeat(100_000),
    'records that are broken one within the other': `[${'{"k":['.repeat(60)}${'{"k":1},'.repeat(20_000)}!`,
    'texts without an end': `[${'{"k":"x},'.repeat(10_000)}`,
    'a comment of many signs': `<doi_batch><!--${'-x'.repeat(2_600_000)}`,
    'entities within entities': `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><doi_batch>&b;</doi_batch>`,
    'an entity from elsewhere':
      '<!DOCTYPE a SYSTEM "file:///etc/passwd" [<!ENTITY x SYSTEM "file:///etc/passwd">]><doi_batch>&x;</doi_batch>',
  };

  test.for(Object.entries(hostile))('is read in no time: %s', async ([name, text]) => {
    const { items, records } = await inTime(name, () => readText(text, { pieceSize: 1 << 18 }));
    expect(items.length).toBeGreaterThan(0);
    expect(JSON.stringify(records.slice(0, 10)).length).toBeLessThan(3_000_000);
  });

  test('is given up after more problems than anybody reads', async () => {
    const { problems } = await readText('[1,'.concat('1,'.repeat(maxProblems + 10)));
    expect(problems).toHaveLength(maxProblems + 1);
    expect(textOf(problems.at(-1)!.message)).toContain('50,000');
  });

  test('keeps the articles after broken XML, however far into the file it is', async () => {
    const broken = deposit(
      '',
      `${article.repeat(1_500)}<journal_article><titles></journal_article>${article.repeat(1_500)}`,
    );
    for (const pieceSize of [1 << 18, 1_000]) {
      const { records, problems } = await readText(broken, { pieceSize });
      expect([records.length, problems.length]).toEqual([3_000, 1]);
    }
  });
});

describe('a file of another type', () => {
  test.for([
    ['an old office document', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /Office/],
    ['a gzip', gzipSync('[]'), /compressed/],
    ['a PDF', '%PDF-1.7\n', /PDF/],
    ['nothing', '', /empty/],
    ['zeros', Buffer.alloc(5_000), /does not recognise this file|empty/],
    ['plain text', 'Dear editor', /does not recognise this file/],
  ] as const)('is called by its name: %s', async ([, content, words]) => {
    const { items, problems } = await readText(content);
    expect(items).toHaveLength(1);
    expect(textOf(problems[0]!.message)).toMatch(words);
  });
});

describe('through the worker', () => {
  let host: ImportHost;
  beforeEach(() => {
    host = startHost();
  });
  afterEach(() => host.end());

  test('records of any shape become drafts or problems', async () => {
    const valid = JSON.parse(readFileSync(join(given, 'directory/article-valid-full.json'), 'utf8')) as Json;
    const records = fc.sample(mutated(valid), { numRuns: Number(process.env.COLOPHON_FUZZ_RUNS ?? 60) });
    for (let from = 0; from < records.length; from += 500) {
      const some = records.slice(from, from + 500);
      const status = await inTime('An import', () => host.preview('a.json', JSON.stringify(some)));
      expect(host.logged).toEqual([]);
      expect(status).toMatchObject({ state: 'preview', message: null });
      expect(status.read + status.problems).toBeGreaterThanOrEqual(some.length);
      expect((await host.accept(status.id)).message).toBeNull();
    }
    await host.drafts();
  });

  test('file names like paths and controls only name a file', async () => {
    const names = [
      '../../x.json',
      '/etc/passwd',
      'a\0b',
      'CON',
      '\u202enosj.x',
      'x'.repeat(300),
      '__proto__',
      '.',
    ];
    const one = JSON.stringify({ bibjson: { title: 'A' } });
    const bytes = Buffer.from(one.repeat(names.length));
    const { id } = await host.handlers['imports.open']({
      accountId: 'sandbox',
      name: '../x',
      size: bytes.length,
      files: names.map((name) => ({ name, size: one.length })),
    });
    await host.handlers['imports.write']({ id, at: 0, piece: bytes.toString('base64') });
    await host.handlers['imports.read']({ id });
    const status = await host.reached(id, 'preview', 'failed');
    expect(status).toMatchObject({ state: 'preview', read: names.length });
    expect((await host.rows(id)).map(({ file }) => file)).toEqual(names);
    expect(
      readdirSync(host.dataFolder).filter(
        (one) => !/^(?:colophon|limits)\.db|^colophon-import-spool$/.test(one),
      ),
    ).toEqual([]);
  });

  test('cancelling at any moment keeps the program running and leaves nothing behind', async () => {
    const text = JSON.stringify(
      Array.from({ length: 400 }, (_, at) => ({
        bibjson: { title: `T${at}`, abstract: 'soil '.repeat(50) },
      })),
    );
    const waits = fc.sample(fc.integer({ min: 0, max: 250 }), {
      numRuns: Math.min(200, Number(process.env.COLOPHON_FUZZ_RUNS ?? 3)),
    });
    for (const wait of waits) {
      const id = await host.send('a.json', text);
      await host.handlers['imports.read']({ id });
      await new Promise((resolve) => setTimeout(resolve, wait));
      await host.handlers['imports.cancel']({ id });
    }
    await host.scope.idle();
    expect(host.hidden()).toBe(0);
    expect(host.logged).toEqual([]);
  });
});

test('a record of 30 MB is refused with a message and is not kept in memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-fuzz-'));
  const path = join(folder, 'a.json');
  try {
    await pipeline(async function* () {
      yield '[{"bibjson":{"title":"';
      for (let at = 0; at < 30; at++) yield 'x'.repeat(1_000_000);
      yield '"}}]';
    }, createWriteStream(path));
    const items: ReadItem[] = [];
    await inTime('A record of 30 MB', async () => {
      const source = createReadStream(path);
      for await (const item of readArticles(source, { format: 'auto', fileName: 'a.json' })) items.push(item);
    });
    expect(items).toEqual([{ index: 1, line: 1, message: saying(/larger than 20/) }]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
