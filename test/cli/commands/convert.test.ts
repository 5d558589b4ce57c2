import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { tidyIdentifiers } from '../../../src/main/formats/tidyIdentifiers.ts';
import { lockFolder } from '../../../src/main/platform/files/lockFolder.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createMappingStore } from '../../../src/main/store/imports/mappingStore.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { tableMappingSchema } from '../../../src/shared/tables/tableMapping.ts';
import { zipBytes } from '../../formats/zipBytes.ts';
import { encoded } from '../../helpers/encoded.ts';
import { runCli } from '../../helpers/runCli.ts';
import { sampleDeposit, sampleJson, sampleRecords } from '../../helpers/samples.ts';

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const deposit = (inner: string, issn = '<issn>1234-5679</issn>') =>
  `<doi_batch><body><journal><journal_metadata>${issn}</journal_metadata>${inner}</journal></body></doi_batch>`;
const article = (title: string, inner = '') =>
  `<journal_article><titles><title>${title}</title></titles>${inner}</journal_article>`;

let folder = '';
const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-convert-'));
});

describe('colophon convert', () => {
  it('prints one line for each record of every file, with the article and the remarks on it', async () => {
    const path = file(
      'a.xml',
      deposit(
        `${article('A', '<crossmark><crossmark_version>1</crossmark_version></crossmark>')}<book/>${article('B')}`,
      ),
    );
    const run = await runCli(['convert', '--to', 'jsonl', '--json', path, sampleDeposit.path]);
    const printed = lines(run.out);
    expect(printed).toHaveLength(32);
    expect(printed[0]).toEqual({
      file: path,
      index: 0,
      article: { bibjson: { title: 'A', identifier: [{ type: 'eissn', id: '1234-5679' }] } },
      problems: [
        {
          severity: 'warning',
          path: 'bibjson.identifier',
          code: 'issn-guessed',
          message: expect.stringContaining('which ISSN is print'),
        },
        { severity: 'warning', path: '', code: 'dropped', message: expect.stringContaining('Crossmark') },
      ],
    });
    expect(printed[1]).toMatchObject({ index: 1, article: { bibjson: { title: 'B' } } });
    expect(printed[2]).toMatchObject({ file: sampleDeposit.path, index: 0 });
    expect(run.err).toBe('');
    expect(run.code).toBe(0);
  });

  it('names the field that a remark is about', async () => {
    const path = file(
      'fields.csv',
      'Title,Authors,ORCID iDs,DOI,Date\nSoil,Ada Okoro; Bo Li,; 1234,not a DOI,soon\n',
    );
    const [printed] = lines((await runCli(['convert', '--to', 'jsonl', '--json', path])).out);
    expect(
      printed.problems.map(({ code, path: field }: { code: string; path: string }) => [code, field]),
    ).toEqual([
      ['no-date', 'bibjson.year'],
      ['not-a-doi', 'bibjson.identifier'],
      ['wrong-orcid', 'bibjson.author[1].orcid_id'],
    ]);
  });

  it('prints a line without an article for an unreadable record, and ends with 1', async () => {
    const path = file(
      'broken.xml',
      deposit(`${article('A')}<journal_article><titles></journal_article>${article('B')}`),
    );
    const run = await runCli(['convert', '--to', 'jsonl', '--json', path]);
    expect(lines(run.out).map(({ index, article }) => [index, article?.bibjson.title])).toEqual([
      [0, 'A'],
      [1, undefined],
      [2, 'B'],
    ]);
    expect(lines(run.out)[1]).toMatchObject({
      article: null,
      problems: [
        { severity: 'error', path: '', code: 'unreadable', message: expect.stringContaining('line 1') },
      ],
    });
    expect(run.code).toBe(1);
  });

  it('without --json prints only the articles, and the remarks to standard error', async () => {
    const path = file(
      'noted.xml',
      deposit(article('A', '<crossmark><crossmark_version>1</crossmark_version></crossmark>')),
    );
    const run = await runCli(['convert', '--to', 'jsonl', path]);
    expect(lines(run.out)).toEqual([
      { bibjson: { title: 'A', identifier: [{ type: 'eissn', id: '1234-5679' }] } },
    ]);
    expect(run.err).toContain('Crossmark');
  });

  it('writes a new file that only the user may read, and overwrites none', async () => {
    const out = join(folder, 'out.jsonl');
    const run = await runCli(['convert', '--to', 'jsonl', '--out', out, sampleJson.path]);
    expect(run.out).toBe('');
    expect(lines(readFileSync(out, 'utf8'))).toEqual(
      sampleRecords().map((record) => tidyIdentifiers(record as DraftRecord)),
    );
    if (process.platform !== 'win32') expect(statSync(out).mode & 0o777).toBe(0o600);
    const again = await runCli(['convert', '--to', 'jsonl', '--out', out, sampleJson.path]);
    expect(again.err).toContain('already exists');
    expect(again.code).toBe(2);
  });

  it('writes the directory’s XML, and says what it could not write', async () => {
    const journals = file(
      'titles.json',
      JSON.stringify([{ id: 'j', bibjson: { title: 'Journal of Soil', eissn: '2049-3630' } }]),
    );
    const link = [{ type: 'fulltext', url: 'https://example.org/a' }];
    const identifier = [{ type: 'eissn', id: '2049-3630' }];
    const path = file(
      'records.json',
      JSON.stringify([
        { bibjson: { title: 'A', year: '2024', link, identifier, subject: [{ term: 'Soil' }] } },
        { bibjson: { title: 'B', link } },
      ]),
    );
    const run = await runCli(['convert', '--to', 'doaj-xml', '--journals', journals, path]);
    expect(run.out).toContain('<journalTitle>Journal of Soil</journalTitle>');
    expect(run.out).toContain('<title>A</title>');
    expect(run.out).not.toContain('<title>B</title>');
    expect(run.err).toContain('record 2: error  Not written. The format requires a year of four digits.');
    expect(run.err).toContain('Not written, because the format has no place for it: Subjects (1 record)');
    expect(run.code).toBe(1);
  });

  it('takes the kind of an ISSN from the file of journals', async () => {
    const path = file('untyped.xml', deposit(article('A')));
    const journals = file('journals.json', JSON.stringify([{ id: 'j', bibjson: { pissn: '1234-5679' } }]));
    const run = await runCli(['convert', '--to', 'jsonl', '--json', '--journals', journals, path]);
    expect(lines(run.out)[0].article.bibjson.identifier).toEqual([{ type: 'pissn', id: '1234-5679' }]);
  });

  it('reads standard input and leaves none of it on disk', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('colophon-input-'));
    const run = await runCli(['convert', '--from', 'crossref', '--to', 'jsonl', '--json', '-'], {
      input: deposit(article('A')),
    });
    expect(lines(run.out)[0]).toMatchObject({ file: '-', index: 0 });
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('colophon-input-'))).toEqual(before);
  });

  it('names the entry of a zip file', async () => {
    const path = join(folder, 'package.zip');
    const front = '<front><article-meta><volume>1</volume></article-meta></front>';
    writeFileSync(path, zipBytes([{ name: 'in/a.xml', content: `<article>${front}</article>` }]));
    const run = await runCli(['convert', '--to', 'jsonl', '--json', path]);
    expect(lines(run.out)).toEqual([
      {
        file: `${path}/in/a.xml`,
        index: 0,
        article: { bibjson: { journal: { volume: '1' } } },
        problems: [],
      },
    ]);
  });

  it('ends with 2 for a file that does not exist or a target that is unknown', async () => {
    const out = join(folder, 'nothing.jsonl');
    expect((await runCli(['convert', '--to', 'jsonl', '--out', out, join(folder, 'none')])).code).toBe(2);
    expect(existsSync(out)).toBe(false);
    expect((await runCli(['convert', '--to', 'word', sampleJson.path])).code).toBe(2);
    expect((await runCli(['convert', sampleJson.path])).code).toBe(2);
  });

  it('assigns the named journal to articles without one', async () => {
    const path = file('one.ris', 'TY  - JOUR\nTI  - Soil\nER  - \n');
    const journals = file(
      'ours.json',
      '[{"id": "a", "bibjson": {"title": "Annals", "pissn": "1234-5679", "eissn": "2049-3630"}}]',
    );
    const identifiers = async (...options: string[]) => {
      const run = await runCli(['convert', '--to', 'jsonl', '--json', ...options, path]);
      return lines(run.out)[0].article.bibjson.identifier;
    };
    expect(await identifiers()).toBeUndefined();
    expect(await identifiers('--journal', '20493630')).toEqual([{ type: 'eissn', id: '2049-3630' }]);
    expect(await identifiers('--journal', '1234-5679', '--journals', journals)).toEqual([
      { type: 'pissn', id: '1234-5679' },
      { type: 'eissn', id: '2049-3630' },
    ]);
    expect((await runCli(['convert', '--to', 'jsonl', '--journal', 'x', path])).code).toBe(2);
  });

  it('reads a table by the headings, or by the mapping of a file', async () => {
    const table = file('table.csv', 'Thema;Wer\nSoil;Ada Okoro\n');
    const mapping = file(
      'mapping.json',
      '{"columns": [{"heading": "thema", "target": "title"}, {"heading": "Wer", "target": "authors"}]}',
    );
    expect((await runCli(['convert', '--to', 'jsonl', '--json', table])).code).toBe(1);
    const run = await runCli(['convert', '--to', 'jsonl', '--json', '--mapping', mapping, table]);
    expect(lines(run.out)).toEqual([
      {
        file: table,
        index: 0,
        article: { bibjson: { title: 'Soil', author: [{ name: 'Ada Okoro' }] } },
        problems: [],
      },
    ]);
    const db = openDatabase(join(folder, 'colophon.db'));
    createMappingStore(db).save(
      'Ours',
      tableMappingSchema.parse(JSON.parse(await readFile(mapping, 'utf8'))),
    );
    db.close();
    const byName = ['--mapping', 'ours', '--data', folder];
    // Colophon is running.
    const lock = lockFolder(folder);
    const named = await runCli(['convert', '--to', 'jsonl', '--json', ...byName, table]);
    lock.release();
    expect(lines(named.out)).toEqual(lines(run.out));
    const unknown = await runCli(['convert', '--to', 'jsonl', '--mapping', 'Mine', '--data', folder, table]);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('Mine') });
    const broken = await runCli(['convert', '--to', 'jsonl', '--mapping', table, table]);
    expect(broken.err).toContain('columns');
    expect(broken.code).toBe(2);
  });

  it('writes names in the order that it is told, and keeps texts that were decoded twice if told so', async () => {
    const ris = file('names.ris', 'TY  - JOUR\nTI  - BÃ¶den\nAU  - 王, 阳\nAU  - Okoro, Ada\nER  - \n');
    const converted = async (...options: string[]) => {
      const run = await runCli(['convert', '--to', 'jsonl', '--json', ...options, ris]);
      const { title, author } = lines(run.out)[0].article.bibjson;
      return [title, ...author.map(({ name }: { name: string }) => name)];
    };
    expect(await converted()).toEqual(['Böden', '王阳', 'Ada Okoro']);
    expect(await converted('--name-order', 'given')).toEqual(['Böden', '阳 王', 'Ada Okoro']);
    expect(await converted('--name-order', 'family')).toEqual(['Böden', '王阳', 'Okoro Ada']);
    expect(await converted('--keep-decoded-twice')).toEqual(['BÃ¶den', '王阳', 'Ada Okoro']);
  });

  it('reads text in the encoding that it is told, else in the likeliest, and names that', async () => {
    const ris = file('polish.ris', encoded('TY  - JOUR\nTI  - Żółte łąki w badaniach\nER  - \n', 'cp1250'));
    const found = await runCli(['convert', '--to', 'jsonl', '--json', ris]);
    expect(lines(found.out)).toMatchObject([
      {
        article: { bibjson: { title: 'Żółte łąki w badaniach' } },
        problems: [{ message: expect.stringContaining('Windows-1250') }],
      },
    ]);
    const told = await runCli(['convert', '--to', 'jsonl', '--json', '--encoding', 'cp1251', ris]);
    expect(lines(told.out)).toMatchObject([
      { article: { bibjson: { title: 'Їуіte і№ki w badaniach' } }, problems: [] },
    ]);
    const unknown = await runCli(['convert', '--to', 'jsonl', '--encoding', 'Klingon', ris]);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('Klingon') });
  });
});
