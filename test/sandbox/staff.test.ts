import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/startSandbox.ts';
import { ask, type Json, type Seen, startQuick } from './sandboxClient.ts';

const DAY = 86_400_000;
const journal = (id: string, owner: string, bibjson: Json, inDirectory = true) => ({
  id,
  created_date: '2019-01-01T00:00:00Z',
  last_updated: '2019-01-01T00:00:00Z',
  last_manual_update: '2019-01-01T00:00:00Z',
  admin: { owner, in_doaj: inDirectory, last_full_review: '2025-02-11' },
  bibjson,
});
const soil = { title: 'Soil Letters', publisher: { name: 'Alpha', country: 'NL' }, language: ['EN'] };
const copied = {
  title: 'Soil Letters',
  publisher: 'Alpha',
  country: 'NL',
  language: ['EN'],
  issns: ['1234-5679', '2345-6787'],
};
const identifier = [
  { type: 'doi', id: '10.5555/Soil.1' },
  { type: 'eissn', id: '2345-6787' },
  { type: 'pissn', id: '1234-5679' },
];
const article = (id: string, bibjson: Json) => ({
  id,
  created_date: '2020-01-01T00:00:00Z',
  admin: { in_doaj: true },
  bibjson: { subject: [], ...bibjson },
});
const world = {
  accounts: [
    { id: 'ann', name: 'Ann Alpha', api_key: 'KA', roles: ['api', 'publisher'] },
    { id: 'bea', api_key: 'KB', roles: ['api', 'publisher'] },
  ],
  journals: [
    journal('j1', 'ann', { ...soil, pissn: '1234-5679', eissn: '2345-6787' }),
    journal('j2', 'bea', { title: 'X (Y)', pissn: '5678-9017' }),
    journal('j3', 'bea', { title: 'Former', eissn: '4567-8901' }, false),
  ],
  articles: [
    article('a1', {
      title: 'Soil and sand',
      identifier,
      link: [{ type: 'fulltext', url: 'https://j.example.org/1' }],
      author: [{ name: 'Ada Okoro' }, { name: 'Bo Sample' }],
      journal: { ...copied, volume: '3', number: '2' },
      start_page: '12',
      end_page: '19',
    }),
    article('a2', {
      identifier: [
        { type: 'doi', id: '10.5555/2' },
        { type: 'eissn', id: '2345-6787' },
      ],
      journal: { issns: copied.issns },
      end_page: '9',
    }),
    article('b1', {
      title: 'Life by design, vol 2',
      identifier: [
        { type: 'doi', id: '10.5555/b' },
        { type: 'pissn', id: '5678-9017' },
      ],
      author: [{ name: 'A, B' }],
      journal: { volume: '4', title: 'X (Y)', issns: ['5678-9017'] },
      start_page: 'e7',
    }),
  ],
  applications: [],
};

let sandbox: Sandbox;
let folder: string;
let now: Date;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  now = new Date('2026-08-20T10:00:00Z');
  sandbox = await start();
});
afterEach(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

const start = (options: SandboxOptions = {}) =>
  startQuick(world, { now: () => now, stateFile: join(folder, 'state.jsonl'), ...options });
const control = (path: string, method = 'GET', body?: unknown) =>
  ask(`${sandbox.origin}/_sandbox/${path}`, method, body);
const staff = (action: string, members: object = {}) => control('staff', 'POST', { action, ...members });
const api = (path: string, method = 'GET', body?: unknown) =>
  ask(`${sandbox.directory['4.0']}${path}`, method, body);
const found = async (query: string, collection = 'articles') =>
  (await api(`search/${collection}/${encodeURIComponent(query)}`)).json.results.map((hit: Json) => hit.id);
const tombstones = async () => (await control('state?only=tombstones')).json.tombstones;
const stored = async (kind: 'articles' | 'journals', id: string): Promise<Json> =>
  (await control(`state?only=${kind}`)).json[kind].find((one: Json) => one.id === id);
const statuses = (seen: Seen[]) => seen.map(({ status }) => status);
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const own = (bibjson: object = {}) => ({
  bibjson: { title: 'Soil and sand', identifier, link: world.articles[0]!.bibjson.link, ...bibjson },
});

describe('a deletion with a trace', () => {
  it('leaves a tombstone under the same id, also after a restart', async () => {
    expect((await staff('delete', { ids: ['a1'], trace: true })).json).toEqual({
      changed: 0,
      deleted: ['a1'],
    });
    const [tombstone] = await tombstones();
    expect(tombstone).toEqual({
      id: 'a1',
      created_date: '2026-08-20T10:00:00Z',
      last_updated: '2026-08-20T10:00:00Z',
      admin: { owner: 'ann' },
      bibjson: {
        title: 'Soil and sand',
        author: [{ name: 'Ada Okoro' }, { name: 'Bo Sample' }],
        start_page: '12',
        end_page: '19',
        identifier: [
          { type: 'pissn', id: '1234-5679' },
          { type: 'eissn', id: '2345-6787' },
        ],
        journal: { title: 'Soil Letters', volume: '3', number: '2' },
        subject: [],
      },
    });
    await sandbox.stop();
    sandbox = await start();
    expect(await tombstones()).toEqual([tombstone]);
    expect((await api('articles/a1')).status).toBe(404);
  });

  it('is made by the API, by its bulk deletion and with a journal record', async () => {
    await api('articles/a1?api_key=KA', 'DELETE');
    await api('bulk/articles?api_key=KA', 'DELETE', ['a2']);
    expect((await staff('removeJournal', { journal: 'j2' })).json.deleted).toEqual(['b1']);
    expect((await tombstones()).map(({ id }: Json) => id)).toEqual(['a1', 'a2', 'b1']);
    expect(statuses([await api('journals/j2'), await api('articles/b1?api_key=KB')])).toEqual([404, 404]);
  });

  it('is not made by a list of ids', async () => {
    await staff('delete', { ids: ['a1', 'b1'], trace: false });
    expect([await tombstones(), await found('*')]).toEqual([[], ['a2']]);
  });

  it('stops half-way at a record without a journal: earlier tombstones stay, and nothing is deleted', async () => {
    await staff('editJournal', { journal: 'j2', bibjson: { pissn: '3456-7898' } });
    const { status, json } = await staff('delete', { ids: ['a1', 'b1', 'a2'], trace: true });
    expect([status, json.error]).toEqual([400, 'No journal has an ISSN of article b1.']);
    expect((await tombstones()).map(({ id }: Json) => id)).toEqual(['a1']);
    expect(await found('*')).toEqual(['a1', 'a2', 'b1']);
  });
});

describe('sending a deleted article again', () => {
  it('gives it a new id, and the old one stays gone', async () => {
    await api('articles/a1?api_key=KA', 'DELETE');
    const { json } = await api('articles?api_key=KA', 'POST', own());
    expect(json.id).not.toBe('a1');
    expect((await stored('articles', json.id)).created_date).toBe('2026-08-20T10:00:00Z');
    expect((await api('articles/a1?api_key=KA', 'PUT', own())).status).toBe(404);
  });

  it('revives the old id while the index still has it, beside its tombstone', async () => {
    await sandbox.stop();
    sandbox = await start({ indexDelayMs: 1000 });
    await api('articles/a1?api_key=KA', 'DELETE');
    const { json } = await api('articles?api_key=KA', 'POST', own());
    expect([json.id, (await stored('articles', 'a1')).created_date]).toEqual(['a1', '2020-01-01T00:00:00Z']);
    expect((await tombstones()).length).toBe(1);
  });
});

describe('the weekly mail', () => {
  const lines = async (account: string) =>
    (await control(`mail?account=${account}`)).text.split('\n').filter((line) => line.startsWith('- '));

  it('lists what was deleted, by whomever, as the service writes it', async () => {
    await api('articles/a1?api_key=KA', 'DELETE');
    await staff('delete', { ids: ['a2', 'b1'], trace: true });
    const { text, headers } = await control('mail?account=ann');
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text.startsWith('Dear Ann Alpha,\n\n')).toBe(true);
    expect(await lines('ann')).toEqual([
      '- Soil and sand by Ada Okoro, Bo Sample, vol 3, issue 2, pages 12-19 [1234-5679, 2345-6787] (Soil Letters)',
      '- Untitled by Unknown author [2345-6787]',
    ]);
    expect(await lines('bea')).toEqual([
      '- Life by design, vol 2 by A, B, vol 4, pages e7 [5678-9017] (X (Y))',
    ]);
    expect((await control('mail?account=bea')).text.startsWith('Dear')).toBe(false);
    const order = ['#occasionally-we-will-delete-article-metadata', '4. ', 'publisher/uploadfile', '***'];
    const places = order.map((part) => text.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(text.indexOf('- Untitled'));
  });

  it('covers seven days, and the owner at the time of deletion', async () => {
    await staff('delete', { ids: ['a2'], trace: true });
    await staff('editJournal', { journal: 'j1', bibjson: {}, admin: { owner: 'bea' } });
    later(7 * DAY);
    expect([(await lines('ann')).length, (await control('mail?account=bea')).status]).toEqual([1, 404]);
    later(1000);
    expect((await control('mail?account=ann')).status).toBe(404);
    expect((await control('mail?account=nobody')).status).toBe(404);
  });
});

describe('the record of an article in the repository', () => {
  const oai = async (id: string, base = sandbox.directory['4.0']) => {
    const address = base.replace(/\/api\/.*/, '/oai.article');
    const identifier = `oai:doaj.org/article:${id}`;
    return (await ask(`${address}?verb=GetRecord&metadataPrefix=oai_dc&identifier=${identifier}`)).text;
  };

  it('tells what was deleted, withdrawn, deleted without a trace or never there', async () => {
    expect(await oai('a1')).toContain('<dc:title>Soil and sand</dc:title>');
    await staff('delete', { ids: ['a1'], trace: true });
    await staff('delete', { ids: ['a2'], trace: false });
    await staff('withdraw', { journal: 'j2' });
    expect(await oai('a1')).toContain(
      '<header status="deleted"><identifier>oai:doaj.org/article:a1</identifier><datestamp>2026-08-20T10:00:00Z</datestamp>',
    );
    expect(await oai('b1', `${sandbox.origin}/api/v4/`)).toContain('<header status="deleted">');
    for (const id of ['a2', 'never']) expect(await oai(id)).toContain('<error code="idDoesNotExist">');
  });

  it('is there again when the article was revived beside its tombstone', async () => {
    await control('timing', 'POST', { indexDelayMs: 1000 });
    await api('articles/a1?api_key=KA', 'DELETE');
    await api('articles?api_key=KA', 'POST', own());
    expect(await oai('a1')).not.toContain('deleted');
  });

  it('is shown once a second, and refused if five wait already', async () => {
    await control('limit', 'POST', { perSecond: 2, burst: 5 });
    const answers: number[] = [];
    const url = `${sandbox.origin}/oai.article?verb=GetRecord&metadataPrefix=oai_dc&identifier=x`;
    const stopped = new AbortController();
    const requests = Array.from({ length: 8 }, () =>
      fetch(url, { signal: stopped.signal }).then(
        ({ status }) => {
          answers.push(status);
        },
        () => undefined,
      ),
    );
    while (answers.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(answers.sort()).toEqual([200, 429, 429]);
    stopped.abort();
    await Promise.all(requests);
  });
});

describe('a withdrawn journal', () => {
  it('takes its articles along and brings them back under the same ids', async () => {
    await staff('withdraw', { journal: 'j1' });
    expect(
      statuses([
        await api('journals/j1'),
        await api('journals/j1?api_key=KA'),
        await api('articles/a1'),
        await api('articles/a1?api_key=KB'),
        await api('articles/a1?api_key=KA'),
      ]),
    ).toEqual([404, 404, 401, 404, 200]);
    const put = await api('articles/a1?api_key=KA', 'PUT', own());
    expect([put.status, put.error]).toEqual([400, expect.stringContaining('withdrawn from DOAJ')]);
    expect([await found('*'), await found('*', 'journals'), await tombstones()]).toEqual([
      ['b1'],
      ['j2'],
      [],
    ]);
    expect(await stored('articles', 'a1')).toMatchObject({
      created_date: '2020-01-01T00:00:00Z',
      last_updated: '2026-08-20T10:00:00Z',
      admin: { in_doaj: false },
    });
    expect(await stored('journals', 'j1')).toMatchObject({
      last_updated: '2026-08-20T10:00:00Z',
      last_manual_update: '2019-01-01T00:00:00Z',
      admin: { in_doaj: false, ticked: false },
    });
    expect((await staff('withdraw', { journal: 'j1' })).status).toBe(400);

    later(DAY);
    expect((await staff('reinstate', { journal: 'j1' })).json.changed).toBe(2);
    expect([await found('*'), (await found('*', 'journals')).sort()]).toEqual([
      ['a1', 'a2', 'b1'],
      ['j1', 'j2'],
    ]);
    expect((await stored('articles', 'a2')).last_updated).toBe('2026-08-21T10:00:00Z');
  });

  it('lets its articles be deleted, with a trace', async () => {
    await staff('withdraw', { journal: 'j1' });
    expect((await api('articles/a1?api_key=KA', 'DELETE')).status).toBe(204);
    expect((await tombstones()).length).toBe(1);
  });

  it('does not return beside another record with the same ISSN', async () => {
    await staff('editJournal', { journal: 'j2', bibjson: { eissn: '4567-8901' } });
    const { status, json } = await staff('reinstate', { journal: 'j3' });
    expect([status, json.error]).toEqual([400, expect.stringContaining('j2')]);
  });

  it('has its open Update Request rejected with a note', async () => {
    await control('world', 'POST', {
      ...world,
      journals: [
        { ...world.journals[0]!, admin: { owner: 'ann', in_doaj: true, current_application: 'u1' } },
      ],
      applications: [
        {
          id: 'u1',
          admin: { owner: 'ann', application_status: 'update_request', current_journal: 'j1' },
          bibjson: soil,
        },
      ],
    });
    await staff('withdraw', { journal: 'j1' });
    const { applications, journals } = (await control('state?only=applications,journals')).json;
    expect(applications[0].admin).toMatchObject({ application_status: 'rejected', related_journal: 'j1' });
    expect(applications[0].admin.notes.length).toBe(1);
    expect(journals[0].admin.current_application).toBeUndefined();
  });
});

describe('the monthly sync', () => {
  it('copies journal data, and touches only articles where they differ', async () => {
    await staff('editJournal', {
      journal: 'j1',
      bibjson: {
        title: 'Soil News',
        oa_start: 2010,
        subject: [{ scheme: 'LCC', term: 'Soils', code: 'S1' }],
      },
    });
    expect(await stored('journals', 'j1')).toMatchObject({
      last_updated: '2026-08-20T10:00:00Z',
      last_manual_update: '2026-08-20T10:00:00Z',
    });
    expect((await stored('articles', 'a1')).bibjson.journal.title).toBe('Soil Letters');
    later(DAY);
    expect((await staff('sync')).json).toEqual({ changed: 2, deleted: [] });
    expect(await stored('articles', 'a1')).toMatchObject({
      created_date: '2020-01-01T00:00:00Z',
      last_updated: '2026-08-21T10:00:00Z',
      bibjson: {
        subject: [{ scheme: 'LCC', term: 'Soils', code: 'S1' }],
        journal: { title: 'Soil News', volume: '3', number: '2' },
      },
    });
    expect((await stored('articles', 'b1')).last_updated).toBe('2020-01-01T00:00:00Z');
    expect((await staff('sync')).json).toEqual({ changed: 0, deleted: [] });
  });

  it('deletes without a trace what has only a former ISSN', async () => {
    await staff('editJournal', { journal: 'j1', bibjson: { eissn: '3456-7898' } });
    expect((await staff('sync')).json).toEqual({ changed: 1, deleted: ['a2'] });
    expect([await tombstones(), await found('*')]).toEqual([[], ['a1', 'b1']]);
    expect(await stored('articles', 'a1')).toMatchObject({
      index: { issn: ['1234-5679', '2345-6787', '3456-7898'] },
    });
  });

  it('spares what was sent again with the new ISSN: PUT does not find it any more, POST keeps its id', async () => {
    await staff('editJournal', { journal: 'j1', bibjson: { eissn: '3456-7898' } });
    const [doi, , print] = identifier;
    const sent = own({ identifier: [doi, print, { type: 'eissn', id: '3456-7898' }] });
    expect((await api('articles/a1?api_key=KA', 'PUT', sent)).status).toBe(404);
    expect((await api('articles?api_key=KA', 'POST', sent)).json.id).toBe('a1');
    expect((await staff('sync')).json).toEqual({ changed: 0, deleted: ['a2'] });
  });

  it('shows articles again that the withdrawal of a second record with their ISSN hid', async () => {
    await staff('editJournal', { journal: 'j2', bibjson: { eissn: '2345-6787' }, admin: { owner: 'ann' } });
    await staff('withdraw', { journal: 'j2' });
    expect(await found('*')).toEqual([]);
    await staff('sync');
    expect(await found('*')).toEqual(['a1', 'a2']);
  });
});

describe('what staff change in single records', () => {
  it('a full review has its date, which an accepted Update Request drops unless it was one', async () => {
    await staff('fullReview', { journal: 'j2', date: '2026-08-19' });
    expect((await api('journals/j2')).json.admin.last_full_review).toBe('2026-08-19');
    const request = (id: string) => ({
      id,
      admin: { owner: 'bea', application_status: 'update_request', current_journal: 'j2' },
      bibjson: { title: 'X (Y)', pissn: '5678-9017' },
    });
    await control('world', 'POST', { ...world, applications: [request('u1'), request('u2')] });
    const accept = (id: string, more: object) =>
      control(`applications/${id}/status`, 'POST', { status: 'accepted', ...more });
    await accept('u1', { fullReview: true });
    expect((await api('journals/j2')).json.admin.last_full_review).toBe('2026-08-20');
    await accept('u2', {});
    expect((await api('journals/j2')).json.admin).toEqual({ in_doaj: true, ticked: true });
  });

  it('an edited article keeps its id and creation date', async () => {
    await staff('editArticle', { id: 'a1', bibjson: { title: 'Sand and soil', link: null } });
    const { created_date, last_updated, bibjson } = await stored('articles', 'a1');
    expect([created_date, last_updated]).toEqual(['2020-01-01T00:00:00Z', '2026-08-20T10:00:00Z']);
    expect([bibjson.title, bibjson.link]).toEqual(['Sand and soil', undefined]);
  });

  it('without its DOI or links an article refuses to be sent with both', async () => {
    await staff('removeDoi', { ids: ['a1'] });
    expect(await found('index.doi.exact:"10.5555/soil.1"')).toEqual([]);
    const answer = await api('articles?api_key=KA', 'POST', own());
    expect([answer.status, answer.error]).toEqual([403, expect.stringContaining('has been changed')]);
    await staff('removeFulltext', { ids: ['a1'] });
    expect((await stored('articles', 'a1')).bibjson.link).toEqual([]);
    expect((await api('articles?api_key=KA', 'POST', own())).status).toBe(201);
  });

  it.each([
    [{}, 'An action is one of delete, '],
    [{ action: 'toString' }, 'An action is one of delete, '],
    [{ action: 'delete', ids: ['a1'] }, 'A deletion needs trace, true or false.'],
    [{ action: 'delete', ids: 'a1', trace: true }, 'ids must be a list.'],
    [{ action: 'delete', ids: ['x'], trace: true }, 'There is no article x.'],
    [{ action: 'withdraw' }, 'There is no journal undefined.'],
    [{ action: 'reinstate', journal: 'j1' }, 'Journal j1 is in the directory already.'],
    [{ action: 'editJournal', journal: 'j1' }, 'bibjson must be an object.'],
    [{ action: 'editJournal', journal: 'j1', bibjson: {}, admin: { in_doaj: false } }, 'withdraw'],
    [{ action: 'fullReview', journal: 'j1', date: 'today' }, 'A full review needs a date, YYYY-MM-DD.'],
    [{ action: 'editArticle', id: 'a1', bibjson: [] }, 'bibjson must be an object.'],
    [[], 'body must be an object.'],
  ])('%j is refused', async (body, error) => {
    const { status, json } = await control('staff', 'POST', body);
    expect([status, json.error]).toEqual([400, expect.stringContaining(error)]);
  });
});
