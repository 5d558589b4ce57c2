import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { openDirectoryServices } from '../helpers/directoryServices.ts';
import { saying } from '../helpers/saying.ts';
import { type ImportHost, startHost } from './importHost.ts';
import { importInto } from './importInto.ts';

let host: ImportHost;

beforeEach(() => {
  host = startHost();
});
afterEach(() => host.end());

/** Whoever is asked to map a table takes the proposed mapping. */
async function preview(name: string, text: string, asks = true) {
  const status = await host.preview(name, text, undefined, asks);
  if (status.state !== 'mapping') return status;
  const { id } = status;
  const { mapping } = await host.handlers['imports.mapping']({ id });
  await host.handlers['imports.readMapped']({ id, mapping });
  return host.reached(id, 'preview', 'failed');
}
const rowsOf = ({ id }: { id: number }) => host.rows(id);
const outcomes = async (status: { id: number }) =>
  (await rowsOf(status)).map(({ outcome, isLeftOut }) => (isLeftOut ? `${outcome}, left out` : outcome));
async function importAll(name: string, text: string, asks = false) {
  const status = await preview(name, text, asks);
  await host.accept(status.id);
  return status;
}
async function drafts() {
  const ids = (await host.drafts()).map(({ id }) => id).sort((a, b) => a - b);
  return Promise.all(ids.map(async (id) => host.handlers['drafts.get']({ id })));
}
const titles = async () => (await drafts()).map(({ record }) => bibjsonOf(record).title);
const bibjsonOf = (record: DraftRecord) => record.bibjson as DraftRecord;

const may = `Title,Authors,Online ISSN,Year,Full-text URL
Soil moisture in wet years,"Okoro, Ada",2345-6787,2024,
Bird migration,"Li, Bo",2345-6787,2024,
`;
const june = `Title,Authors,Online ISSN,Year,Full-text URL
Ice on lakes,"Roe, Cy",2345-6787,2024,
Fish in rivers,"Ruiz, Eva",2345-6787,2024,
`;

/** A record with what somebody types after importing it. */
const completed = (record: DraftRecord, at: number): DraftRecord => ({
  ...record,
  bibjson: {
    ...bibjsonOf(record),
    abstract: `Typed by hand ${at}`,
    identifier: [
      { type: 'eissn', id: '2345-6787' },
      { type: 'doi', id: `10.5555/typed.${at}` },
    ],
    link: [{ type: 'fulltext', url: `https://x.org/${at}`, content_type: 'HTML' }],
    journal: { volume: '1' },
  },
});

describe('a file of the same name with other articles', () => {
  test.each([true, false])('leaves the drafts of the first as they were sent (asked: %s)', async (asks) => {
    const app = await openDirectoryServices();
    try {
      const listed = async () => {
        const filter = { trashed: false };
        const sort = { by: 'updated', direction: 'asc' } as const;
        const asked = { accountId: app.accountId, filter, sort, offset: 0, limit: 500 };
        const { rows } = await app.handlers['drafts.list'](asked);
        return app.drafts(rows.map(({ id }) => id).sort((a, b) => a - b));
      };
      await importInto(app, 'articles.csv', may, asks);
      for (const [at, { id, record }] of (await listed()).entries())
        await app.editDraft(id, completed(record, at));
      const { id } = await app.send((await listed()).map((draft) => draft.id));
      await app.until(id, ({ state }) => state === 'done');
      const sent = await listed();
      expect(sent.map(({ sync }) => sync)).toEqual(['sent', 'sent']);

      await importInto(app, 'articles.csv', june, asks);
      const after = await listed();
      expect(after.slice(0, 2)).toEqual(sent);
      expect(after.slice(2).map(({ record, sync }) => [bibjsonOf(record).title, sync])).toEqual([
        ['Ice on lakes', 'never'],
        ['Fish in rivers', 'never'],
      ]);
    } finally {
      await app.end();
    }
  });

  test('changes no draft even if nobody edited or sent it', async () => {
    await importAll('articles.csv', may);
    const before = await drafts();
    expect(await outcomes(await importAll('articles.csv', june))).toEqual(['new', 'new']);
    expect((await drafts()).slice(0, 2)).toEqual(before);
  });

  test('makes the next editorial of an editor a draft of its own', async () => {
    const editorial = (volume: number, number: number) =>
      `Title,Authors,Online ISSN,Volume,Number\nEditorial,"Okoro, Ada",2345-6787,${volume},${number}\n`;
    await importAll('issue.csv', editorial(7, 1));
    expect(await outcomes(await importAll('issue.csv', editorial(7, 2)))).toEqual(['new']);
    const byAnother = editorial(7, 1).replace('Okoro, Ada', 'Li, Bo');
    expect(await outcomes(await importAll('issue.csv', byAnother))).toEqual(['new']);
    expect(await drafts()).toHaveLength(3);
  });
});

describe('a record without identifiers', () => {
  test('is found again where rows were added above it or moved', async () => {
    await importAll('articles.csv', may);
    const [heading, soil, birds] = may.split('\n');
    const moved = `${heading}\nIce on lakes,"Roe, Cy",2345-6787,2024,\n${birds}\n${soil}\n`;
    const again = await preview('articles.csv', moved);
    expect((await rowsOf(again)).map(({ title, outcome }) => [title, outcome])).toEqual([
      ['Ice on lakes', 'new'],
      ['Bird migration', 'unchanged'],
      ['Soil moisture in wet years', 'unchanged'],
    ]);
  });

  test('updates the draft of its row if title and author allow it', async () => {
    await importAll('articles.csv', may);
    const corrected = may.replace('wet years', 'wet summers').replace('Li, Bo', 'Li, B.');
    expect(await outcomes(await importAll('articles.csv', corrected))).toEqual(['update', 'update']);
    expect(await titles()).toEqual(['Soil moisture in wet summers', 'Bird migration']);
    // Importing is no edit: the drafts are found again.
    expect(await outcomes(await preview('articles.csv', may))).toEqual(['update', 'update']);
  });

  test('is new and says so if the draft that it resembles was edited', async () => {
    await importAll('articles.csv', may);
    for (const [at, { id, version, record }] of (await drafts()).entries())
      await host.handlers['drafts.save']({ id, version, record: completed(record, at) });
    const edited = await drafts();
    const again = await preview('articles.csv', may);
    const note = saying(/resembles the draft “(Soil moisture in wet years|Bird migration)”/);
    expect(await rowsOf(again)).toMatchObject([
      { outcome: 'new', isLeftOut: false, notes: [note] },
      { outcome: 'new', isLeftOut: false, notes: [note] },
    ]);
    await host.accept(again.id);
    expect((await drafts()).slice(0, 2)).toEqual(edited);
  });

  test('is new if several rows have its title and none its place', async () => {
    const row = 'Book review,,2345-6787,2024,\n';
    const heading = may.slice(0, may.indexOf('\n') + 1);
    await importAll('articles.csv', `${heading}${row}${row}`);
    const three = await preview('articles.csv', `${heading}${row}${row}${row}`);
    expect(await outcomes(three)).toEqual(['unchanged', 'unchanged', 'new']);
  });
});

const record = (title: string, { doi, url, by, ...more }: Record<string, string> = {}): DraftRecord => ({
  ...more,
  bibjson: {
    title,
    ...(doi ? { identifier: [{ type: 'doi', id: doi }] } : {}),
    ...(url ? { link: [{ type: 'fulltext', url, content_type: 'HTML' }] } : {}),
    ...(by ? { author: [{ name: by }] } : {}),
  },
});
const json = (...records: DraftRecord[]) => JSON.stringify(records);

describe('identifiers that contradict each other', () => {
  const known = [
    record('Soil', { doi: '10.5555/a', url: 'https://x.org/a', by: 'Ada Okoro' }),
    record('Birds', { doi: '10.5555/b', url: 'https://x.org/b', by: 'Bo Li' }),
    record('Lakes', { url: 'https://x.org/c', by: 'Cy Roe' }),
  ];

  test.each([
    [
      'two drafts',
      record('Soil', { doi: '10.5555/a', url: 'https://x.org/b', by: 'Ada Okoro' }),
      'new',
      /two drafts/,
    ],
    [
      'an address with another DOI',
      record('Soil', { doi: '10.5555/x', url: 'https://x.org/a' }),
      'new',
      /another DOI/,
    ],
    [
      'a DOI of another article',
      record('Fish', { doi: '10.5555/a', by: 'Eva Ruiz' }),
      'update',
      /title and first author/,
    ],
    [
      'an address of another article',
      record('Fish', { url: 'https://x.org/c', by: 'Eva Ruiz' }),
      'update',
      /title and first author/,
    ],
  ])('leave out a record that leads to %s, and say why', async (_, given, outcome, why) => {
    await importAll('known.json', json(...known));
    const before = await drafts();
    const asked = await preview('next.json', json(given));
    expect(await rowsOf(asked)).toMatchObject([{ outcome, isLeftOut: true, notes: [saying(why)] }]);
    await host.accept(asked.id);
    expect(await drafts()).toEqual(before);

    const unasked = await importAll('next.json', json(given), false);
    expect(await host.problems(unasked.id)).toMatchObject([
      { file: 'next.json', index: 1, message: saying(why) },
    ]);
    expect(await drafts()).toEqual(before);
  });

  test('are told from a correction of the title, the authors or the address', async () => {
    await importAll('known.json', json(...known));
    const corrected = [
      record('Soils and water', { doi: '10.5555/a', url: 'https://new.org/a', by: 'A. Okoro' }),
      record('Birds', { doi: '10.5555/b', by: 'Li Bo and others' }),
      record('Lakes', { url: 'https://x.org/c', doi: '10.5555/c' }),
    ];
    expect(await outcomes(await preview('next.json', json(...corrected)))).toEqual([
      'update',
      'update',
      'update',
    ]);
  });

  test('keep a draft from becoming another article at the directory', async () => {
    await importAll('known.json', json(...known));
    const [soil] = await drafts();
    host.db.prepare("UPDATE drafts SET remote_id = 'there-1' WHERE id = ?").run(soil!.id);
    const other = await preview('next.json', json(record('Soil!', { id: 'there-2', doi: '10.5555/a' })));
    expect(await rowsOf(other)).toMatchObject([
      { outcome: 'new', isLeftOut: true, notes: [saying(/at the directory/)] },
    ]);
    const same = await preview('next.json', json(record('Soil!', { id: 'there-1', doi: '10.5555/a' })));
    expect(await outcomes(same)).toEqual(['update']);
  });

  test('shared by rows with other titles are placeholders: no draft is changed', async () => {
    await importAll('known.json', json(...known));
    const before = await drafts();
    const rows = [
      record('Soil', { doi: '10.5555/a', url: 'https://new.org/a' }),
      record('Migration of birds', { doi: '10.5555/a' }),
    ];
    const status = await preview('template.json', json(...rows));
    expect(await outcomes(status)).toEqual(['update, left out', 'twice-in-file']);
    expect((await rowsOf(status))[0]?.notes).toEqual([saying(/later record with another title/)]);
    await importAll('template.json', json(...rows), false);
    expect(await drafts()).toEqual(before);
  });
});

describe('the next issue, with the same titles and first authors', () => {
  const issue = (rows: string[]) => ['Title,Authors,Online ISSN,Year,Month,Abstract', ...rows].join('\n');

  test.each([
    ['another month', ',2345-6787,2024,2,'],
    ['another journal', ',1234-5679,2024,1,'],
    ['another author', '"Li, Bo",2345-6787,2024,1,'],
    ['another abstract', ',2345-6787,2024,1,The weather of Saturn and other planets of gas.'],
  ])('is new if it has %s', async (_, rest) => {
    const author = rest.startsWith('"') ? '"Okoro, Ada"' : '';
    const january = ['Editorial', 'Book review'].map(
      (title) => `${title},${author},2345-6787,2024,1,How rivers were measured in three wet years.`,
    );
    await importAll('issue.csv', issue(january));
    const before = await drafts();
    const next = ['Editorial', 'Book review'].map((title) => `${title},${rest}`);
    expect(await outcomes(await importAll('issue.csv', issue(next)))).toEqual(['new', 'new']);
    expect((await drafts()).slice(0, 2)).toEqual(before);
    // The same file again is still the same articles.
    expect(await outcomes(await preview('issue.csv', issue(january)))).toEqual(['unchanged', 'unchanged']);
  });
});

describe('a DOI that is typed under the wrong article', () => {
  const known = [
    record('Soil moisture', { doi: '10.5555/a', by: 'Ada Okoro' }),
    record('Bird migration', { doi: '10.5555/b', by: 'Ada Okoro' }),
  ];

  test.each([
    ['of one author', 'Soil moisture', 'Bird migration', 'Ada Okoro'],
    ['without authors', 'Soil moisture', 'Bird migration', ''],
    ['with similar titles', 'Soil moisture in wet years', 'Soil moisture in dry years', 'Ada Okoro'],
  ])('changes neither draft if two articles %s have swapped them', async (_, first, second, by) => {
    const pair = (a: string, b: string) => [record(first, { doi: a, by }), record(second, { doi: b, by })];
    await importAll('known.json', json(...pair('10.5555/a', '10.5555/b')));
    const before = await drafts();
    const swapped = json(...pair('10.5555/b', '10.5555/a'));
    const status = await preview('swapped.json', swapped);
    const note = saying(/its title is that of another draft/);
    expect(await rowsOf(status)).toMatchObject([
      { isLeftOut: true, notes: [note] },
      { isLeftOut: true, notes: [note] },
    ]);
    await host.accept(status.id);
    await importAll('swapped.json', swapped);
    expect(await drafts()).toEqual(before);
  });

  test('is believed if only the title differs', async () => {
    await importAll('known.json', json(...known));
    await importAll('next.csv', 'Title,DOI\nFish in rivers,10.5555/a\n');
    expect(await titles()).toEqual(['Fish in rivers', 'Bird migration']);
  });

  test.each([
    'https://doi.org/10.5555/A',
    'http://DX.DOI.ORG/10.5555/a.',
    'doi:10.5555/a',
    ' DOI: 10.5555/A ',
    'https://doi.org/10.5555%2Fa',
    '10.5555/a.',
  ])('is the same DOI when it is written %j', async (doi) => {
    await importAll('known.json', json(...known));
    const status = await preview(
      'next.csv',
      `Title,Authors,DOI,Year\nSoil moisture,"Okoro, Ada",${doi},2024\n`,
    );
    expect(await outcomes(status)).toEqual(['update']);
  });
});

describe('the directory’s id of an article', () => {
  test('is neither set nor erased by a file', async () => {
    await importAll(
      'known.json',
      json(record('Soil', { doi: '10.5555/a' }), record('Birds', { doi: '10.5555/b' })),
    );
    const [soil] = await drafts();
    host.db.prepare("UPDATE drafts SET remote_id = 'there-1' WHERE id = ?").run(soil!.id);
    const rows = [
      record('Soil', { doi: '10.5555/a', url: 'https://x.org/a' }),
      record('Birds', { id: 'there-2', doi: '10.5555/b', url: 'https://x.org/b' }),
      record('Fish', { id: 'there-3', doi: '10.5555/c' }),
    ];
    await importAll('next.json', json(...rows));
    await importAll(
      'next.csv',
      'id,remote_id,Title,DOI,Year\n,,Soil,10.5555/a,2020\nthere-4,there-4,Birds,10.5555/b,2020\n',
    );
    await importAll(
      'next.ris',
      'TY  - JOUR\nID  - there-5\nTI  - Birds\nDO  - 10.5555/b\nPY  - 2021\nER  - \n',
    );
    expect((await drafts()).map(({ remoteId }) => remoteId)).toEqual(['there-1', null, null]);
  });
});

test('drafts in the trash match nothing', async () => {
  await importAll('articles.csv', may);
  await host.handlers['drafts.trash']({
    accountId: 'sandbox',
    selection: { ids: (await drafts()).map(({ id }) => id) },
  });
  expect(await outcomes(await preview('articles.csv', may))).toEqual(['new', 'new']);
});
