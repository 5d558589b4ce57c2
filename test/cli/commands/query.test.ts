import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { runCli } from '../../helpers/runCli.ts';

const given = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/given/${path}`, import.meta.url)), 'utf8');
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('colophon query', () => {
  it('prints one line per query from standard input, blank ones included, and exits with 1 when one is refused', async () => {
    const input = 'doi:10.5555/a/b\ndoi:10.5555\\/a\\/b\r\n\nab*\n';
    const run = await runCli(['query', '--kind', 'article', '--dialect', '4.0', '--json', '-'], { input });
    const checked = lines(run.out);
    expect(checked.map(({ accepted, query }) => [accepted, query])).toEqual([
      [true, 'doi:10.5555\\/a\\/b'],
      [true, 'doi:10.5555\\/a\\/b'],
      [false, ''],
      [false, 'ab*'],
    ]);
    expect(checked[3].findings).toMatchObject([
      { severity: 'error', code: 'query-wildcard', start: 0, end: 3, instead: 'ab' },
    ]);
    expect(run.code).toBe(1);
  });

  it('predicts every response to the sample queries about articles', async () => {
    const rows = lines(given('oracle/queries.jsonl')).filter(
      ({ type, sort, page, pageSize }) =>
        type === 'articles' && sort === null && page === null && pageSize === null,
    );
    const input = rows.map(({ query }) => query).join('\n');
    const run = await runCli(['query', '--kind', 'article', '--dialect', '4.0', '--json', '-'], { input });
    expect(lines(run.out).map(({ accepted }) => accepted)).toEqual(rows.map(({ accepted }) => accepted));
  });

  it('checks sorting and pages with each query', async () => {
    const more = ['--sort', 'title:up', '--page', '335', '--page-size', '3'];
    const run = await runCli(['query', '--kind', 'journal', '--json', 'soil', ...more]);
    const [checked] = lines(run.out);
    expect(checked.accepted).toBe(false);
    expect(checked.findings.map(({ code }: { code: string }) => code)).toEqual([
      'sort-direction',
      'page-beyond-wall',
    ]);
  });

  it('checks empty values of sort and pages as the directory does', async () => {
    const codes = async (option: string) => {
      const run = await runCli([
        'query',
        '--kind',
        'article',
        '--dialect',
        '4.0',
        '--json',
        'soil',
        option,
        '',
      ]);
      const [{ accepted, findings }] = lines(run.out);
      return [run.code, accepted, findings.map(({ code }: { code: string }) => code)];
    };
    expect(await codes('--sort')).toEqual([0, true, []]);
    expect(await codes('--page')).toEqual([1, false, ['page-not-number']]);
    expect(await codes('--page-size')).toEqual([1, false, ['page-size-not-number']]);
  });

  it('takes queries that begin with a dash, and explains what is wrong', async () => {
    const run = await runCli([
      'query',
      '--kind',
      'article',
      '--dialect',
      '4.0',
      '-deep',
      'title:x issn:1234-5679',
      'a"b',
    ]);
    expect(run.out.split('\n')[0]).toBe('-deep: would be accepted');
    expect(run.out).toContain('Write: title:x AND issn:1234-5679');
    expect(run.out).toContain('a"b: would be accepted, but the search could not read it');
    expect(run.code).toBe(0);
  });

  it('exits with 2 for an unknown option, and takes it as a query after --', async () => {
    const run = await runCli(['query', '--kind', 'article', '--jsn', 'soil']);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('--jsn')]);
    expect((await runCli(['query', '--kind', 'article', '--', '--jsn'])).out).toContain('--jsn');
  });
});

describe('colophon search', () => {
  const key = '0000000000000000000000000000000a';
  let sandbox: Sandbox;
  let data = '';
  beforeAll(async () => {
    sandbox = await startSandbox({ world: JSON.parse(given('directory/world.json')), rate: null });
    data = await mkdtemp(join(tmpdir(), 'colophon-search-'));
    const base = sandbox.directory['4.0'];
    const added = await run(['account', 'add', 'Alpha', '--base', base]);
    expect(added.code).toBe(0);
  });
  afterAll(() => sandbox.stop());
  const run = (args: string[]) =>
    runCli([...args, '--data', data], { environment: { COLOPHON_API_KEY: key } });

  it('sends the query and prints the results', async () => {
    const found = await run([
      'search',
      '--account',
      'Alpha',
      '--kind',
      'journal',
      '--json',
      'title:hydrology',
    ]);
    expect(found.err).toBe('');
    const [page] = lines(found.out);
    expect(page.total).toBeGreaterThan(0);
    expect(page.hits[0]).toMatchObject({
      title: expect.stringContaining('Hydrology'),
      issns: expect.any(Array),
    });
    const inWords = await run(['search', '--account', 'Alpha', '--kind', 'journal', 'title:hydrology']);
    expect(inWords.out).toContain(page.hits[0].title);
    expect(inWords.code).toBe(0);
  });

  it('sends nothing that the directory or its search engine would refuse', async () => {
    const found = await run(['search', '--account', 'Alpha', '--kind', 'journal', 'hydro*', 'a"b']);
    expect(found.code).toBe(1);
    expect(found.out).toBe('');
    expect(found.err).toContain('wildcard');
    expect(found.err).toContain('quotation mark');
  });
});
