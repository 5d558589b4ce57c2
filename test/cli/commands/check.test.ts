import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createMappingStore } from '../../../src/main/store/imports/mappingStore.ts';
import { tableMappingSchema } from '../../../src/shared/tables/tableMapping.ts';
import { needsRealMetadata, realDeposits } from '../../helpers/realMetadata.ts';
import { runCli, spawnCli } from '../../helpers/runCli.ts';
import { sampleDeposit } from '../../helpers/samples.ts';

const given = (path: string) => fileURLToPath(new URL(`../../fixtures/given/${path}`, import.meta.url));
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-check-'));
});

describe('colophon check', () => {
  it('predicts every response of the service to the sample articles', async () => {
    const rows = lines(readFileSync(given('oracle/articles.jsonl'), 'utf8'));
    const world = JSON.parse(readFileSync(given('oracle/world_articles.json'), 'utf8'));
    const file = join(folder, 'articles.jsonl');
    const journals = join(folder, 'journals.json');
    writeFileSync(file, rows.map((row) => JSON.stringify(row.payload)).join('\n'));
    writeFileSync(journals, JSON.stringify(world.journals));
    const run = await runCli(['check', '--json', '--dialect', '4.0', '--journals', journals, file]);
    const foreseen = lines(run.out);
    expect(foreseen.map(({ index, accepted }) => [index, accepted])).toEqual(
      rows.map((row, index) => [index, row.accepted]),
    );
    expect(run.code).toBe(1);
  });

  it('prints one line for a record from standard input and ends with 0 when it would be accepted', async () => {
    const record = readFileSync(given('directory/article-valid-full.json'), 'utf8');
    const run = await runCli(['check', '--json', '-'], { input: record });
    expect(lines(run.out)).toEqual([{ file: '-', index: 0, accepted: true, findings: [] }]);
    expect(run.code).toBe(0);
  });

  it.each([
    [
      'an identifier type with blanks',
      { identifier: [{ type: ' pissn ', id: '1234-5679' }] },
      'issn-missing',
    ],
    [
      'an identifier type with a no-break space',
      { identifier: [{ type: 'pissn\u00a0', id: '1234-5679' }] },
      'issn-missing',
    ],
    [
      'a blank before the type of its DOI',
      {
        identifier: [
          { type: ' DOI', id: '10.5555/x' },
          { type: 'pissn', id: '1234-5679' },
        ],
        link: [],
      },
      'no-doi-or-url',
    ],
  ])('refuses a record with %s, which importing it would correct', async (_, given, code) => {
    const article = { title: 'Soil', link: [{ type: 'fulltext', url: 'https://example.org/1' }], ...given };
    const run = await runCli(['check', '--json', '-'], { input: JSON.stringify({ bibjson: article }) });
    const [checked] = lines(run.out);
    expect(checked.accepted).toBe(false);
    expect(checked.findings.map((finding: { code: string }) => finding.code)).toContain(code);
  });

  it.each([
    ['12345679', true],
    ['12345679.0', false],
    ['1.2345679e7', false],
  ])('reads the number %s as Python does', async (issn, accepted) => {
    const article = `{"title": 1.0, "identifier": [{"type": "pissn", "id": ${issn}}],
      "link": [{"type": "fulltext", "url": "https://example.org/1"}]}`;
    const run = await runCli(['check', '--json', '-'], { input: `{"bibjson": ${article}}` });
    expect(lines(run.out)[0]).toMatchObject({ accepted });
  });

  it('refuses an article without its envelope, which importing it would add', async () => {
    const bare = { title: 'Soil', identifier: [{ type: 'pissn', id: '1234-5679' }], link: [] };
    const run = await runCli(['check', '--json', '-'], { input: JSON.stringify(bare) });
    expect(lines(run.out)[0].accepted).toBe(false);
  });

  it('explains in words what is wrong with a record, and counts', async () => {
    const run = await runCli(['check', given('directory/article-invalid-missing-title.json')]);
    expect(run.out).toContain('record 1: would be refused');
    expect(run.out).toContain('bibjson.title');
    expect(run.out).toContain('0 would be accepted, 1 would be refused.');
    expect(run.code).toBe(1);
  });

  it('reports an unreadable record with its position and continues with the others', async () => {
    const good = JSON.stringify(JSON.parse(readFileSync(given('directory/article-valid-full.json'), 'utf8')));
    const run = await runCli(['check', '--json', '--format', 'jsonl', '-'], {
      input: `${good}\n{"bibjson": \n${good}\n`,
    });
    expect(lines(run.out).map(({ index, accepted }) => [index, accepted])).toEqual([
      [0, true],
      [1, false],
      [2, true],
    ]);
    expect(lines(run.out)[1].findings[0]).toMatchObject({ severity: 'error', code: 'unreadable' });
  });

  it('warns about a second record with the same DOI or address', async () => {
    const record = JSON.stringify(
      JSON.parse(readFileSync(given('directory/article-valid-full.json'), 'utf8')),
    );
    const run = await runCli(['check', '--json', '-'], { input: `${record}\n${record}\n` });
    const codes = lines(run.out).map(({ findings }) =>
      findings.map((finding: { code: string }) => finding.code),
    );
    expect(codes).toEqual([[], ['duplicate-in-file']]);
  });

  it('reads Crossref deposits', async () => {
    const run = await runCli(['check', '--json', sampleDeposit.path]);
    expect(lines(run.out).map(({ index, accepted }) => [index, accepted])).toEqual(
      Array.from({ length: 30 }, (_, index) => [index, true]),
    );
  });

  it('reads real Crossref deposits', needsRealMetadata(), async () => {
    const [deposit] = realDeposits();
    const run = await runCli(['check', '--json', deposit!]);
    expect(lines(run.out)).toMatchObject([{ index: 0, accepted: true }]);
  });

  it('reads a table by the mapping of a file or a saved one', async () => {
    const table = join(folder, 'table.csv');
    const mapping = join(folder, 'mapping.json');
    writeFileSync(table, 'Thema;Wer\nSoil;Ada Okoro\n');
    const columns = [
      { heading: 'Thema', target: 'title' },
      { heading: 'Wer', target: 'authors' },
    ];
    writeFileSync(mapping, JSON.stringify({ columns }));
    const codes = async (...options: string[]) =>
      lines((await runCli(['check', '--json', ...options, table])).out).flatMap(({ findings }) =>
        findings.map((finding: { code: string }) => finding.code),
      );
    expect(await codes()).toEqual(['unreadable']);
    const byFile = await codes('--mapping', mapping);
    expect(byFile).not.toContain('unreadable');
    const db = openDatabase(join(folder, 'colophon.db'));
    createMappingStore(db).save('Ours', tableMappingSchema.parse({ columns }));
    db.close();
    expect(await codes('--mapping', 'ours', '--data', folder)).toEqual(byFile);
    const unknown = await runCli(['check', '--mapping', 'Mine', '--data', folder, table]);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('Mine') });
  });

  it('assigns the named journal to articles without one', async () => {
    const input = 'TY  - JOUR\nTI  - Soil\nER  - \n';
    const withoutJournal = await runCli(['check', '-'], { input });
    expect(withoutJournal.out).toContain('ISSN');
    const run = await runCli(['check', '--journal', '20493630', '-'], { input });
    expect(run.out).not.toContain('ISSN');
    expect((await runCli(['check', '--journal', 'x', '-'], { input })).code).toBe(2);
  });

  it('writes to the streams of its process and sets its exit code', async () => {
    const record = readFileSync(given('directory/article-valid-full.json'), 'utf8');
    const good = await spawnCli(['check', '--json', '-'], { input: record });
    expect(good).toMatchObject({ code: 0, err: '' });
    expect(lines(good.out)).toHaveLength(1);
    expect(await spawnCli(['chek'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('chek'),
    });
  });

  it('explains wrong usage and exits with 2', async () => {
    const missing = await runCli(['check', join(folder, 'absent.json')]);
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toContain('absent.json');
    expect((await runCli(['check', '--dialect', '5', '-'])).code).toBe(2);
    expect((await runCli(['chek'])).code).toBe(2);
    expect((await runCli(['--help'])).code).toBe(0);
  });

  describe('colophon check for applications', () => {
    const world = given('oracle/world_applications.json');

    it('predicts every response, and what Update Requests do not change', async () => {
      const rows = [
        ...lines(readFileSync(given('oracle/applications.jsonl'), 'utf8')),
        ...lines(readFileSync(given('oracle/update_requests.jsonl'), 'utf8')),
      ];
      const file = join(folder, 'applications.json');
      writeFileSync(file, JSON.stringify(rows.map((row) => row.payload)));
      const options = ['--kind', 'application', '--dialect', '4.0', '--journals', world, '--json'];
      const run = await runCli(['check', ...options, file]);
      const foreseen = lines(run.out);
      expect(foreseen.map(({ index, accepted }) => [index, accepted])).toEqual(
        rows.map((row, index) => [index, row.accepted]),
      );
      const title = rows.findIndex((row) => row.change?.includes('A New Title'));
      expect(foreseen[title].findings).toMatchObject([
        { severity: 'ignored', path: 'bibjson.title', code: 'ignored-journal-value' },
      ]);
      expect(run.code).toBe(1);
    });

    it('takes the payload unchanged: a contact is refused in 4.0 and required in 3.0.1', async () => {
      const record = JSON.parse(readFileSync(given('directory/application-valid-full.json'), 'utf8'));
      const input = JSON.stringify({ ...record, admin: { contact: { name: 'A', email: 'a@example.org' } } });
      const check = async (dialect: string, text: string) =>
        lines(
          (
            await runCli(['check', '--kind', 'application', '--dialect', dialect, '--json', '-'], {
              input: text,
            })
          ).out,
        )[0];
      expect((await check('4.0', input)).accepted).toBe(false);
      expect((await check('3.0.1', input)).accepted).toBe(true);
      expect((await check('3.0.1', JSON.stringify(record))).accepted).toBe(false);
    });

    it.each([
      ['"publication_time_weeks": 14', '"publication_time_weeks": 14.0', true],
      ['"publication_time_weeks": 14', '"publication_time_weeks": 1e999', false],
      ['"admin": {}', '"admin": {"date_applied": 1970}', true],
      ['"admin": {}', '"admin": {"date_applied": 1970.0}', false],
      ['"title": "Journal of Imagined Soils"', '"title": 1e16', true],
    ])('reads numbers as Python does: %s becomes %s', async (before, after, accepted) => {
      const record = JSON.parse(readFileSync(given('directory/application-valid-full.json'), 'utf8'));
      const text = JSON.stringify({ admin: {}, bibjson: record.bibjson }, null, 1);
      expect(text).toContain(before);
      const options = ['check', '--kind', 'application', '--dialect', '4.0', '--json', '-'];
      const run = await runCli(options, { input: text.replace(before, after) });
      expect(lines(run.out)[0]).toMatchObject({ accepted });
    });

    it('leaves the journal of an Update Request open if no file has it', async () => {
      const input = readFileSync(given('directory/update-request-withdrawn-journal.json'), 'utf8');
      const options = ['check', '--kind', 'application', '--dialect', '4.0', '--json', '-'];
      expect(lines((await runCli(options, { input })).out)[0].accepted).toBe(true);
      const known = await runCli([...options, '--journals', given('directory/world.json')], { input });
      expect(lines(known.out)[0].findings[0]).toMatchObject({ code: 'journal-was-withdrawn' });
    });
  });
});
