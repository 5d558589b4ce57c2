import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createComparisonStore } from '../../../src/main/store/comparisons/comparisonStore.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import type { ComparisonRow } from '../../../src/shared/comparisons/comparison.ts';
import { describe } from '../../../src/shared/i18n/i18n.ts';
import { fill, numbers, storedAs } from '../../helpers/directoryYear.ts';
import { plainEnvironment } from '../../helpers/plainEnvironment.ts';
import { cliProgram } from '../../helpers/programFiles.ts';
import { runCli } from '../../helpers/runCli.ts';
import { article, goodKey, startTestDirectory, type TestDirectory } from '../../helpers/testDirectory.ts';

let directory: TestDirectory;
let folder: string;
beforeAll(async () => {
  directory = await startTestDirectory();
  folder = mkdtempSync(join(tmpdir(), 'colophon-cli-comparisons-'));
  const { code } = await run(
    ...['account', 'add', 'Press', '--base', directory.directory['4.0'], '--dialect', '4.0'],
    ...['--username', 'pub1'],
  );
  expect(code).toBe(0);
  const file = join(folder, 'articles.json');
  writeFileSync(file, JSON.stringify([article(1), article(2)]));
  expect((await run('upload', file, '--account', 'Press')).code).toBe(0);
});
afterAll(async () => {
  await directory.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runCli([...args, '--data', join(folder, 'data')], { environment: { COLOPHON_API_KEY: goodKey } });

/** Resolves as soon as `isReached` holds. */
async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await setImmediate();
}

const compare = (...args: string[]) => run('compare', '--journal', '1234-5679', ...args);

test('exits with 0 when both sides are the same', async () => {
  const { code, out } = await compare('--year', '2024');
  expect(out).toBe(
    'Journal j1, 2024. Articles at the directory: 2. 0 missing at the directory, 0 missing in Colophon, 0 different, 2 identical, 0 ignored.\n',
  );
  expect(code).toBe(0);
});

test('lists differences with their fields as text and as JSON, and exits with 1', async () => {
  await fill(directory, [storedAs(1, { title: 'Another title' }), storedAs(3)]);
  const { code, out } = await compare('--year', '2024', '--account', 'Press');
  expect(code).toBe(1);
  expect(out.split('\n')).toEqual([
    'Journal j1, 2024. Articles at the directory: 2. 1 missing at the directory, 1 missing in Colophon, 1 different, 0 identical, 0 ignored.',
    '  missing at the directory: Article 2, 10.5555/article.2',
    '  missing in Colophon: Article 3, 10.5555/article.3',
    '  different: Article 1, 10.5555/article.1',
    '    Title: Another title at the directory, Article 1 in Colophon',
    '',
  ]);
  const json = await compare('--year', '2024', '--json');
  expect(json).toMatchObject({ code: 1, err: '' });
  const { comparison, rows } = JSON.parse(json.out);
  expect(comparison).toMatchObject({ state: 'done', total: 2, read: 2, year: '2024', aside: 0 });
  expect(rows.map((row: ComparisonRow) => row.outcome)).toEqual([
    'missing-there',
    'missing-here',
    'different',
  ]);
});

test('a comparison that was killed is reported as stopped at the next start', async () => {
  await fill(
    directory,
    numbers(150).map((number) => storedAs(number)),
  );
  await directory.fault({ kind: 'hang', match: { path: 'page=2' } });
  const args = ['compare', '--journal', '1234-5679', '--year', '2024', '--data', join(folder, 'data')];
  const entry = fileURLToPath(cliProgram);
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...plainEnvironment(), HOME: folder, COLOPHON_API_KEY: goodKey },
    stdio: 'ignore',
  });
  await until(async () => (await directory.requests()).some(({ path }) => path.includes('page=2')));
  child.kill('SIGKILL');
  await once(child, 'exit');
  await directory.clearFaults();
  expect((await compare('--year', '2023')).code).toBe(0);
  const db = openDatabase(join(folder, 'data', 'colophon.db'));
  const [, killed] = createComparisonStore(db).list(
    db.prepare("SELECT id FROM accounts WHERE kind = 'directory'").pluck().get() as string,
  );
  db.close();
  expect(killed).toMatchObject({ year: '2024', state: 'stopped' });
  expect(describe(killed?.message)).toBe(
    'Colophon was closed during the comparison. Nothing was changed; compare again.',
  );
});

test('explains why it cannot compare: usage exits with 2, the directory with 3', async () => {
  expect(await compare('--year', '24')).toMatchObject({
    code: 2,
    err: '24 is not a year: enter four digits.\n',
  });
  expect(await run('compare', '--journal', 'soil', '--year', '2024')).toMatchObject({ code: 2 });
  const unknown = await run('compare', '--journal', '1111-1119', '--year', '2024');
  expect(unknown.code).toBe(3);
  expect(unknown.err).toContain('The directory has no journal with the ISSN 1111-1119.');
  expect((await compare('--year', '2024', '--account', 'Nobody')).code).toBe(3);
});
