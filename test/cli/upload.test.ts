import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { t } from '../../src/shared/i18n/i18n.ts';
import { filesUnder } from '../helpers/filesUnder.ts';
import { runCli, spawnCli } from '../helpers/runCli.ts';

const given = (path: string) => fileURLToPath(new URL(`../fixtures/given/${path}`, import.meta.url));
const key = '0000000000000000000000000000000a';

const worldOf = () => JSON.parse(readFileSync(given('directory/world.json'), 'utf8'));

let sandbox: Sandbox;
let data = '';
let scratch = '';

beforeAll(async () => {
  sandbox = await startSandbox({ world: worldOf(), rate: null, indexDelayMs: 0, jobDelayMs: 0 });
  data = await mkdtemp(join(tmpdir(), 'colophon-cli-'));
  scratch = await mkdtemp(join(tmpdir(), 'colophon-cli-files-'));
});
afterAll(() => sandbox.stop());

const headers = { 'content-type': 'application/json' };

const environment = { COLOPHON_API_KEY: key };
const run = (args: string[], input = '') => runCli([...args, '--data', data], { input, environment });

async function stored(): Promise<{ bibjson: { title: string } }[]> {
  const answer = await fetch(`${sandbox.origin}/_sandbox/state`);
  return ((await answer.json()) as { articles: { bibjson: { title: string } }[] }).articles;
}

function file(name: string, records: unknown[]): string {
  const path = join(scratch, name);
  writeFileSync(path, JSON.stringify(records));
  return path;
}

function article(
  number: number,
  issns = [
    ['pissn', '1234-5679'],
    ['eissn', '9876-5434'],
  ],
  title = `Sent from the command line ${number}`,
) {
  return {
    bibjson: {
      title,
      identifier: [
        { type: 'doi', id: `10.5555/cli.${number}` },
        ...issns.map(([type, id]) => ({ type, id })),
      ],
      link: [{ type: 'fulltext', url: `https://hydrology.example.org/cli/${number}`, content_type: 'HTML' }],
      author: [{ name: 'Ana Ejemplo' }],
      year: '2026',
      journal: { volume: '1' },
    },
  };
}

/** The words that add the account of the tests. */
const addAlpha = (base: string) => [
  'account',
  'add',
  'Alpha',
  '--base',
  base,
  '--dialect',
  '4.0',
  '--username',
  'alpha',
];

describe('colophon upload', () => {
  it('adds an account after testing its key, and lists and tests it without showing the key', async () => {
    const base = sandbox.directory['4.0'];
    const added = await run(addAlpha(base));
    expect(added).toMatchObject({ code: 0, err: '' });
    const again = await run(['account', 'add', 'Alpha', '--base', base, '--dialect', '4.0']);
    expect(again.code).toBe(2);
    const list = await run(['account', 'list', '--json']);
    expect(JSON.parse(list.out).map((account: { name: string }) => account.name)).toContain('Alpha');
    const test = await run(['account', 'test', 'Alpha']);
    expect(test.code).toBe(0);
    expect(JSON.stringify([added, again, list, test])).not.toContain(key);
  });

  it('refuses an account whose key the directory does not know and stores nothing of it', async () => {
    const args = [
      'account',
      'add',
      'Wrong',
      '--base',
      sandbox.directory['4.0'],
      '--dialect',
      '4.0',
      '--data',
      data,
    ];
    const added = await runCli(args, { input: 'ffffffffffffffffffffffffffffffff\n' });
    expect(added.code).toBe(3);
    const list = await run(['account', 'list', '--json']);
    expect(list.out).not.toContain('Wrong');
  });

  it('reads the version from the address, and refuses another one', async () => {
    const base = sandbox.directory['3.0.1'];
    const refused = await run(['account', 'add', 'Old', '--base', base, '--dialect', '4.0']);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('version 3.0.1, not 4.0') });
    expect((await run(['account', 'add', 'Old', '--base', base])).code).toBe(0);
    const list = await run(['account', 'list']);
    expect(list.out).toMatch(/^Old\t.*\t3\.0\.1\t/m);
    const kept = await run(['account', 'remove', 'Old']);
    expect(kept.code).toBe(1);
    expect(kept.err).toContain('repeat the command with --accept-loss');
    expect((await run(['account', 'remove', 'Old', '--accept-loss'])).code).toBe(0);
    const unknown = await run(['account', 'add', 'New', '--base', 'https://doaj.org/api/v5/']);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('--dialect') });
  });

  it('tests a key from the environment, too, and adds no account whose test fails', async () => {
    const add = (name: string, base: string, environmentKey: string) =>
      runCli(['account', 'add', name, '--base', base, '--dialect', '4.0', '--data', data], {
        environment: { COLOPHON_API_KEY: environmentKey },
      });
    const refused = await add('Mistyped', sandbox.directory['4.0'], 'ffffffffffffffffffffffffffffffff');
    expect(refused).toMatchObject({ code: 3, out: '', err: expect.stringContaining('key') });
    const unreachable = await add('Nowhere', 'http://127.0.0.1:9/api/v4/', key);
    expect(unreachable).toMatchObject({ code: 3, out: '' });
    const list = await run(['account', 'list', '--json']);
    expect(list.out).not.toMatch(/Mistyped|Nowhere/);
  });

  it('takes a key from the environment without the line end behind it, and stores none', async () => {
    const own = await mkdtemp(join(tmpdir(), 'colophon-cli-key-'));
    const runWith = (...args: string[]) =>
      runCli(['account', ...args, '--data', own], { environment: { COLOPHON_API_KEY: `${key} \r\n` } });
    expect(await runWith(...addAlpha(sandbox.directory['4.0']).slice(1))).toMatchObject({ code: 0, err: '' });
    expect(await runWith('test', 'Alpha')).toMatchObject({ code: 0 });
    const db = openDatabase(join(own, 'colophon.db'));
    expect(db.prepare(`SELECT key_place FROM accounts WHERE name = 'Alpha'`).pluck().get()).toBe('missing');
    db.close();
  });

  it('shows in a dry run what would be sent and sends nothing', async () => {
    const before = (await stored()).length;
    const dry = await run([
      'upload',
      file('dry.json', [article(1), article(2)]),
      '--account',
      'Alpha',
      '--dry-run',
      '--json',
    ]);
    expect(dry.code).toBe(0);
    expect(JSON.parse(dry.out).plan).toMatchObject({ fresh: 2, toSend: 2, heldBack: [] });
    expect((await stored()).length).toBe(before);
  });

  it('sends an article that readers could hardly find only if it is told to', async () => {
    const { bibjson } = article(89);
    const path = file('hidden.json', [{ bibjson: { ...bibjson, year: '24' } }]);
    const args = ['upload', path, '--account', 'Alpha', '--dry-run'];
    const without = await run(args);
    expect(without.err).toContain(t('cli.upload.hardToFind', { count: 1, n: 1 }));
    expect(JSON.parse((await run([...args, '--json'])).out).plan).toMatchObject({ toSend: 0, hardToFind: 1 });
    const included = await run([...args, '--json', '--include-hard-to-find']);
    expect(JSON.parse(included.out).plan).toMatchObject({ toSend: 1, hardToFind: 1, heldBack: [] });
  });

  it('reads a table by a mapping, with the named journal', async () => {
    const table = join(scratch, 'table.csv');
    const mapping = join(scratch, 'mapping.json');
    writeFileSync(table, 'Thema;Wo;Wann\nSoil from a table;https://hydrology.example.org/cli/table;2024\n');
    writeFileSync(
      mapping,
      JSON.stringify({
        columns: [
          { heading: 'Thema', target: 'title' },
          { heading: 'Wo', target: 'url' },
          { heading: 'Wann', target: 'year' },
        ],
      }),
    );
    const dry = await run([
      ...['upload', table, '--account', 'Alpha', '--mapping', mapping, '--journal', '9876-5434'],
      ...['--dry-run', '--json'],
    ]);
    expect(JSON.parse(dry.out)).toMatchObject({ plan: { toSend: 1, heldBack: [] }, problems: [] });
  });

  it('shows in a dry run which values will be lost, apart from those that the directory fills in', async () => {
    const { bibjson } = article(88);
    const journal = { ...bibjson.journal, title: 'A journal', publisher: 'A publisher' };
    const record = { bibjson: { ...bibjson, journal, section: 'Letters' } };
    const dry = await run(['upload', file('losses.json', [record]), '--account', 'Alpha', '--dry-run']);
    expect(dry.out).toContain(t('send.ignored.title', { count: 1, n: 1 }));
    expect(dry.out).toContain('section');
    expect(dry.out).toContain(t('send.filledIn', { count: 2, n: 2 }));
  });

  it('imports, sends and prints the result with everything held back or unreadable', async () => {
    const foreign = article(4, [['eissn', '4444-5555']]);
    const path = file('send.json', [article(1), article(2), article(3), foreign, 'no record']);
    const sent = await run(['upload', path, '--account', 'Alpha']);
    expect(sent.out).toContain('3');
    expect(sent.out).toContain('send.json, record 5');
    // A batch of 4.0 is answered without ids.
    expect(sent.out).toContain(t('cli.upload.idsMissing', { count: 3, n: 3 }));
    expect(sent.code).toBe(1);
    const titles = (await stored()).map((one) => one.bibjson.title);
    expect(titles.filter((title) => title.startsWith('Sent from the command line')).sort()).toEqual([
      'Sent from the command line 1',
      'Sent from the command line 2',
      'Sent from the command line 3',
    ]);
  });

  it('sends nothing twice: the same file again is unchanged', async () => {
    const again = await run([
      'upload',
      file('send.json', [article(1), article(2), article(3)]),
      '--account',
      'Alpha',
      '--json',
    ]);
    expect(JSON.parse(again.out).plan).toMatchObject({ toSend: 0, unchanged: 3 });
    expect(again.code).toBe(0);
  });

  describe('with a table of the same name every month', () => {
    const heading = 'Title,Authors,Online ISSN,Year,Volume,DOI,Full-text URL,Full-text type\n';
    const month = (rows: string[][]) => {
      const path = join(scratch, 'monthly.csv');
      writeFileSync(path, heading + rows.map((row) => `${row.join(',')}\n`).join(''));
      return path;
    };
    const row = (title: string, by: string, number = '', doi = `10.5555/monthly.${number}`) =>
      number === ''
        ? [title, by, '9876-5434', '2026', '2', '', '', '']
        : [
            title,
            by,
            '9876-5434',
            '2026',
            '2',
            doi,
            `https://hydrology.example.org/monthly/${number}`,
            'HTML',
          ];
    const upload = (path: string) =>
      run(['upload', path, '--account', 'Alpha', '--without-looking', '--json']);

    it('never takes an article of this month for one of the last, and leaves out what it cannot tell', async () => {
      const may = [row('Monthly soil', 'Ada Okoro', '1'), row('Monthly birds', 'Bo Li')];
      const first = await upload(month(may));
      expect(JSON.parse(first.out)).toMatchObject({ problems: [], remarks: [] });
      const june = await upload(month([row('Monthly ice', 'Cy Roe'), row('Monthly fish', 'Eva Ruiz', '4')]));
      expect(JSON.parse(june.out)).toMatchObject({ problems: [], remarks: [] });
      const sent = async () =>
        (await stored())
          .map((one) => one.bibjson.title)
          .filter((title) => /^Monthly/.test(title))
          .sort();
      expect(await sent()).toEqual(['Monthly fish', 'Monthly soil']);
      // The drafts of May are as they were.
      const again = await upload(month(may));
      expect(JSON.parse(again.out).plan).toMatchObject({ toSend: 0, unchanged: 1 });

      // A DOI that was left over from the template.
      const july = await upload(month([row('Monthly trees', 'Gil Ortega', '5', '10.5555/monthly.1')]));
      expect(JSON.parse(july.out).problems).toMatchObject([{ file: 'monthly.csv', index: 1 }]);
      expect(JSON.stringify(july.out)).toContain('title and first author differ');
      expect(july.code).toBe(1);
      expect(await sent()).toEqual(['Monthly fish', 'Monthly soil']);
    });
  });

  it('names the existing accounts when an unknown one is given', async () => {
    const sent = await run(['upload', file('x.json', [article(9)]), '--account', 'Beta']);
    expect(sent.code).toBe(3);
    expect(sent.err).toContain('Alpha');
  });

  it('reports what somebody else changed in the directory before overwriting it', async () => {
    const { status } = await fetch(`${sandbox.directory['4.0']}articles?api_key=${key}`, {
      method: 'POST',
      body: JSON.stringify(article(2, undefined, 'Changed by another program')),
    });
    expect(status).toBe(201);
    const path = file('changed.json', [
      article(1, undefined, 'Changed here 1'),
      article(2, undefined, 'Changed here 2'),
    ]);
    const sent = await run(['upload', path, '--account', 'Alpha']);
    expect(sent.err).toContain('At the directory: 1 changed by someone else');
    expect(sent.err).toMatch(/Changed here 2: changed at the directory \d{4}/);
    expect(sent.code).toBe(0);
  });

  it('gives up on a look-up that keeps failing, explains how to continue, and sends with --without-keeping', async () => {
    const fault = { kind: 'status', status: 502, body: 'bad', match: { path: 'search/articles' } };
    const steer = (method: string, body?: string) =>
      fetch(`${sandbox.origin}/_sandbox/faults`, {
        method,
        ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}),
      });
    await steer('POST', JSON.stringify(fault));
    const path = file('kept.json', [article(1, undefined, 'Changed once more')]);
    const upload = ['upload', path, '--account', 'Alpha', '--without-looking', '--wait', '0.5'];
    const waited = await run(upload);
    expect(waited.code).toBe(4);
    expect(waited.err).toContain('Nothing was sent for 0.5 min. Before Colophon overwrites an article');
    expect(waited.err).toContain('--without-keeping');
    const titles = async () => (await stored()).map((one) => one.bibjson.title);
    expect(await titles()).not.toContain('Changed once more');
    const sent = await run([...upload, '--without-keeping']);
    await steer('DELETE');
    expect(sent.code).toBe(0);
    expect(await titles()).toContain('Changed once more');
  }, 240_000);

  it('resumes after Ctrl+C, announces that in a dry run, and sends nothing twice', async () => {
    await fetch(`${sandbox.origin}/_sandbox/maintenance`, { method: 'POST', headers, body: '{"on":true}' });
    const path = file('broken-off.json', [article(21), article(22), article(23)]);
    const command = ['upload', path, '--account', 'Alpha', '--without-looking'];
    const stopAt = t('cli.upload.progress', { sent: 0, total: 3, refused: 0, left: '' });
    const stopped = await spawnCli([...command, '--data', data], { environment, stopAt });
    expect(stopped.err).toContain(t('send.there.notLookedNew'));
    expect(stopped).toMatchObject({ code: 130, err: expect.stringContaining(t('cli.upload.stopped')) });
    await fetch(`${sandbox.origin}/_sandbox/maintenance`, { method: 'POST', headers, body: '{"on":false}' });
    const before = (await stored()).length;
    const dry = await run([...command, '--dry-run']);
    expect(dry.err).toContain(t('cli.upload.isQueued', { name: 'broken-off.json' }));
    expect(await stored()).toHaveLength(before);
    const again = await run(command);
    expect(again.err).toContain(t('cli.upload.goingOn', { name: 'broken-off.json' }));
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('Records sent: 3 (3 new') });
    expect(await stored()).toHaveLength(before + 3);
  });

  it('says until when the directory is closed', async () => {
    const steer = (method: string, body?: string) =>
      fetch(`${sandbox.origin}/_sandbox/faults`, { method, headers, ...(body ? { body } : {}) });
    const match = { method: 'POST', path: 'articles' };
    await steer('POST', JSON.stringify({ kind: 'status', status: 503, retryAfter: 7200, match }));
    const path = file('closed.json', [article(31)]);
    const closed = await run(['upload', path, '--account', 'Alpha', '--without-looking', '--wait', '0.3']);
    await steer('DELETE');
    expect(closed.code).toBe(4);
    expect(closed.err).toMatch(/The directory is closed until \d+ \w+ \d{4}/);
  }, 180_000);

  describe('in a storm of 429 responses', () => {
    const storms: [string, object, string[], string][] = [
      ['before the import', { retryAfter: 900 }, [], t('cli.deadline.message', { minutes: 0.05 })],
      [
        'during the preflight',
        { match: { path: 'search/articles' } },
        [],
        t('cli.deadline.message', { minutes: 0.05 }),
      ],
      [
        'while sending',
        { match: { method: 'POST', path: 'articles' } },
        ['--without-looking'],
        t('cli.upload.waitedSlow', { minutes: 0.05 }),
      ],
    ];
    it.each(storms)(
      'gives up %s with its own exit code, and sends nothing',
      async (when, storm, options, said) => {
        const stormy = await startSandbox({ world: worldOf(), rate: null, indexDelayMs: 0, jobDelayMs: 0 });
        try {
          const folder = await mkdtemp(join(tmpdir(), 'colophon-cli-'));
          const runHere = (args: string[]) => runCli([...args, '--data', folder], { environment });
          const base = stormy.directory['4.0'];
          await runHere(addAlpha(base));
          const fault = JSON.stringify({ kind: 'rate_limit', ...storm });
          await fetch(`${stormy.origin}/_sandbox/faults`, { method: 'POST', headers, body: fault });
          const records = file(`storm ${when}.json`, [article(31), article(32)]);
          const gaveUp = await runHere([
            'upload',
            records,
            '--account',
            'Alpha',
            '--wait',
            '0.05',
            ...options,
          ]);
          expect(gaveUp).toMatchObject({ code: 4, err: expect.stringContaining(said) });
          const { articles } = (await (await fetch(`${stormy.origin}/_sandbox/state`)).json()) as {
            articles: { bibjson: { title: string } }[];
          };
          expect(articles.map((one) => one.bibjson.title)).not.toContain('Sent from the command line 31');
        } finally {
          await stormy.stop();
        }
      },
    );

    it('ends a search and a test of the account, too', async () => {
      const stormy = await startSandbox({ world: worldOf(), rate: null, indexDelayMs: 0, jobDelayMs: 0 });
      try {
        const folder = await mkdtemp(join(tmpdir(), 'colophon-cli-'));
        const runHere = (args: string[]) => runCli([...args, '--data', folder], { environment });
        const base = stormy.directory['4.0'];
        await runHere(addAlpha(base));
        const fault = JSON.stringify({ kind: 'rate_limit', retryAfter: 5 });
        await fetch(`${stormy.origin}/_sandbox/faults`, { method: 'POST', headers, body: fault });
        const search = ['search', 'water', '--kind', 'article', '--account', 'Alpha'];
        for (const command of [search, ['account', 'test', 'Alpha']])
          expect(await runHere([...command, '--wait', '0.02'])).toMatchObject({
            code: 4,
            err: expect.stringContaining(t('cli.deadline.message', { minutes: 0.02 })),
          });
      } finally {
        await stormy.stop();
      }
    });
  });

  it('writes no key anywhere', async () => {
    for (const path of filesUnder(data)) expect(readFileSync(path).includes(key), path).toBe(false);
  });

  it('ends with the reason if its records cannot become drafts', async () => {
    const own = await mkdtemp(join(tmpdir(), 'colophon-cli-'));
    const inOwn = (args: string[]) => runCli([...args, '--data', own], { environment });
    expect((await inOwn(addAlpha(sandbox.directory['4.0']))).code).toBe(0);
    const db = openDatabase(join(own, 'colophon.db'));
    const sending = inOwn(['upload', file('full.json', [article(900)]), '--account', 'Alpha']);
    // Later than the start, which would put such a file aside.
    while (!db.prepare('SELECT 1 FROM imports').get()) await new Promise(setImmediate);
    db.exec(`CREATE TRIGGER full BEFORE UPDATE ON drafts WHEN new.staged = 0
      BEGIN SELECT RAISE(ABORT, 'full'); END`);
    db.close();
    expect(await sending).toMatchObject({ code: 3, err: expect.stringContaining('The import stopped.') });
  });
});
