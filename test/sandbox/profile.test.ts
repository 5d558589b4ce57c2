import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProfileChoice } from '../../src/sandbox/profile.ts';
import type { Sandbox } from '../../src/sandbox/startSandbox.ts';
import { ask, finishedJob, given, type Json, startQuick } from './sandboxClient.ts';

// The lines of reference/directory-changes.md 3 and 4, each before and after.

const sample = JSON.parse(given('directory/application-valid-full.json'));
const { pissn: _, eissn: __, ...sampleBibjson } = sample.bibjson;
const journal = (id: string, issns: object, bibjson: object = {}) => ({
  id,
  created_date: '2020-01-01T00:00:00Z',
  admin: { in_doaj: true, owner: 'ann' },
  bibjson: {
    ...sampleBibjson,
    title: `Journal ${id}`,
    oa_start: 2015,
    subject: [{ scheme: 'LCC', term: 'Soils', code: 'S1' }],
    editorial: {
      ...sampleBibjson.editorial,
      review_process: ['Anonymous peer review', 'Peer review', 'Double anonymous peer review'],
    },
    ...issns,
    ...bibjson,
  },
});
const world = {
  accounts: [{ id: 'ann', api_key: 'KA', roles: ['api', 'publisher'] }],
  journals: [
    journal('j1', { pissn: '1234-5679' }, { alternative_title: 'Djuphavet Nytt' }),
    journal('j2', { pissn: '5678-9017' }, { oa_start: undefined }),
  ],
};
const article = (bibjson: Json = {}, issn = '1234-5679') => ({
  bibjson: {
    title: 'T',
    year: '2020',
    identifier: [
      { type: 'doi', id: 'https://doi.org/10.5555/ABC' },
      { type: 'pissn', id: issn },
    ],
    ...bibjson,
  },
});

let sandbox: Sandbox;
afterEach(() => sandbox.stop());

async function play(profile: ProfileChoice, stateFile?: string): Promise<void> {
  sandbox = await startQuick(world, { profile, ...(stateFile === undefined ? {} : { stateFile }) });
}
const control = (path: string, method = 'GET', body?: unknown) =>
  ask(`${sandbox.origin}/_sandbox/${path}`, method, body);
const api = (path: string, method = 'GET', body?: unknown) =>
  ask(`${sandbox.directory['4.0']}${path}${path.includes('?') ? '&' : '?'}api_key=KA`, method, body);
const search = (collection: string, query: string) =>
  api(`search/${collection}/${encodeURIComponent(query)}`);
const total = async (collection: string, query: string) => (await search(collection, query)).json.total;
const post = (bibjson?: Json, issn?: string) => api('articles', 'POST', article(bibjson, issn));
const application = (bibjson: Json, admin: object = {}) =>
  api('applications', 'POST', { admin, bibjson: { ...sampleBibjson, ...bibjson } });
const own = {
  pissn: '1111-2227',
  eissn: '2222-3339',
  ref: { ...sampleBibjson.ref, journal: 'https://n.example.org' },
};

describe('articles older than the open-access start', () => {
  const before = "publication date before the 'OA start date' of the Journal";

  it('are accepted today, with any year', async () => {
    await play('2026-08');
    for (const year of ['1999', 'Spring', undefined]) expect((await post({ year })).status).toBe(201);
  });

  it.each<[string | undefined, number]>([
    ['2014', 400],
    ['2015', 201],
    [' 2024 ', 201],
    ['2_024', 201],
    ['٢٠٢٤', 201],
    ['24', 400],
    ['2024a', 500],
    ['Spring', 500],
    ['', 500],
    [undefined, 500],
  ])('are refused: year %s gives %i', async (year, status) => {
    await play({ oaStart: true });
    const answer = await post({ year });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.error).toContain(before);
    if (status === 500) expect(answer.text).toContain('<html>');
  });

  it('are refused as updates too; a journal without a start only reads the year', async () => {
    await play('2026-08');
    const { id } = (await post({ year: '2010' })).json;
    await control('profile', 'POST', { profile: { oaStart: true } });
    const put = await api(`articles/${id}`, 'PUT', article({ year: '2010' }));
    expect([put.status, put.error]).toEqual([400, expect.stringContaining(before)]);
    const doi = [
      { type: 'doi', id: '10.5555/other' },
      { type: 'pissn', id: '5678-9017' },
    ];
    expect((await post({ year: '1900', identifier: doi })).status).toBe(201);
    expect((await post({ year: 'x', identifier: doi })).status).toBe(500);
  });

  it('stop a whole bulk upload, without being listed', async () => {
    await play({ oaStart: true });
    const run = async (year: string) => {
      const { json } = await api('bulk/articles', 'POST', [article({ year })]);
      return finishedJob(`${sandbox.directory['4.0']}bulk/articles/${json.upload_id}?api_key=KA`);
    };
    const { status, error, failure_reasons } = await run('2010');
    expect([status, error, failure_reasons]).toEqual(['failed', expect.stringContaining(before), undefined]);
    expect((await run('Spring')).error).toBe('Unanticipated error when importing articles');
  });
});

describe('the case of DOIs', () => {
  const stored = async () => (await control('state?only=articles')).json.articles[0].bibjson.identifier;

  it('is kept today, and the short name compares it', async () => {
    await play('2026-08');
    await post();
    expect(await stored()).toEqual(article().bibjson.identifier);
    expect(await total('articles', 'doi:1234-5679')).toBe(1);
    expect(await total('articles', 'doi:"https://doi.org/10.5555/ABC"')).toBe(1);
    expect(await total('articles', 'doi:10.5555/ABC')).toBe(0);
    expect(await total('articles', 'index.doi.exact:("10.5555/abc" OR "10.5555/x")')).toBe(1);
  });

  it('becomes lower at every save, also in a sync; older records keep it until then', async () => {
    await play('2026-08');
    await post();
    await control('profile', 'POST', { profile: { doiCase: true } });
    expect((await stored())[0].id).toBe('https://doi.org/10.5555/ABC');
    await control('staff', 'POST', { action: 'editJournal', journal: 'j1', bibjson: { title: 'New' } });
    await control('staff', 'POST', { action: 'sync' });
    expect(await stored()).toEqual([
      { type: 'pissn', id: '1234-5679' },
      { type: 'doi', id: 'https://doi.org/10.5555/abc' },
    ]);
  });

  it('is lower in the query up to the next blank, so some forms find nothing', async () => {
    await play({ doiCase: true });
    await post();
    const found = async (query: string) => total('articles', query);
    expect(await found('doi:10.5555/ABC')).toBe(1);
    expect(await found('doi:"10.5555/ABC"')).toBe(1);
    expect(await found('doi:("10.5555/ABC" OR "10.5555/X")')).toBe(1);
    expect(await found('doi:("10.5555/X" OR "10.5555/ABC")')).toBe(0);
    expect(await found('doi:((10.5555\\/ABC)OR(10.5555\\/X))')).toBe(0);
    expect(await found('doi:https://doi.org/10.5555/abc')).toBe(0);
    expect(await found('doi:1234-5679')).toBe(0);
    expect(await found('index.doi.exact:("10.5555/abc" OR "10.5555/x")')).toBe(1);
  });
});

describe('wildcards', () => {
  it.each<[string, number, number]>([
    ['zz*', 400, 200],
    ['te?t', 400, 200],
    ['a AND *b', 400, 200],
    ['created_date:[2020-01-01 TO *]', 400, 200],
    ['*', 200, 200],
    ['*b', 200, 400],
    ['+title:x', 200, 400],
    ['.net', 200, 400],
    ['abc~', 400, 400],
  ])('%s: %i today, %i next', async (query, today, next) => {
    await play('2026-08');
    expect((await search('articles', query)).status).toBe(today);
    await control('profile', 'POST', { profile: { wildcards: true } });
    const answer = await search('articles', query);
    expect(answer.status).toBe(next);
    if (next === 400) expect(answer.error).toContain('at the start of search terms are not allowed');
  });
});

describe('the review process', () => {
  it('is renamed in what is stored, and the old value becomes a free text', async () => {
    await play('2026-08');
    const old = {
      ...own,
      editorial: { ...sampleBibjson.editorial, review_process: ['Anonymous peer review'] },
    };
    expect((await application(old)).status).toBe(201);
    await control('profile', 'POST', { profile: { reviewProcess: true } });
    const query = (value: string) => total('journals', `bibjson.editorial.review_process.exact:"${value}"`);
    expect(await query('Anonymous peer review')).toBe(0);
    expect(await query('Single anonymous peer review')).toBe(2);
    expect(await query('Unspecified peer review')).toBe(2);
    expect((await application(old)).status).toBe(201);
    const { applications } = (await control('state?only=applications')).json;
    expect(applications.map(({ bibjson }: Json) => bibjson.editorial.review_process)).toEqual([
      ['Single anonymous peer review'],
      ['Anonymous peer review'],
    ]);
  });

  it.each<[string, object, string]>([
    [
      'blind',
      { editorial: { ...sampleBibjson.editorial, review_process: ['Triple Blind'] } },
      'bibjson.editorial.review_process : Please use the structured options above',
    ],
    [
      'None as an institution',
      { institution: { name: ' none ', country: 'NL' } },
      "institution_name : 'None' is not a valid answer",
    ],
    [
      'None as a library',
      { preservation: { ...sampleBibjson.preservation, national_library: ['None'] } },
      "bibjson.preservation.national_library : 'None' is not a valid answer",
    ],
    [
      'None as an identifier',
      { pid_scheme: { has_pid_scheme: true, scheme: ['NONE'] } },
      "bibjson.pid_scheme.scheme : 'None' is not a valid answer",
    ],
  ])('%s is accepted today and refused next', async (_, bibjson, error) => {
    await play('2026-08');
    expect((await application({ ...own, ...bibjson })).status).toBe(201);
    await control('profile', 'POST', { profile: { reviewProcess: true } });
    const answer = await application({ ...own, ...bibjson });
    expect([answer.status, answer.error]).toEqual([400, expect.stringContaining(error)]);
  });
});

describe('other changes', () => {
  it('a search without a field finds an alternative title', async () => {
    await play('2026-08');
    const query = 'djuphavet nytt AND issn:1234-5679';
    expect(await total('journals', query)).toBe(0);
    await control('profile', 'POST', { profile: { alternativeTitle: true } });
    expect(await total('journals', query)).toBe(1);
  });

  it('staff give other identifiers, which the API cannot show and PUT drops', async () => {
    await play('2026-08');
    const { id } = (await post()).json;
    const edit = () =>
      control('staff', 'POST', {
        action: 'editArticle',
        id,
        bibjson: { identifier: [...article().bibjson.identifier, { type: 'e-location', id: 'E7' }] },
      });
    expect((await edit()).status).toBe(400);
    await control('profile', 'POST', { profile: 'next' });
    expect((await edit()).status).toBe(200);
    expect(await total('articles', 'bibjson.identifier.type.exact:"e-location"')).toBe(1);
    expect((await api(`articles/${id}`)).status).toBe(500);
    expect((await api(`articles/${id}`, 'PUT', article())).status).toBe(204);
    expect(await total('articles', 'bibjson.identifier.type.exact:"e-location"')).toBe(0);
  });

  it('journals have editions in other languages', async () => {
    await play('2026-08');
    const edit = () =>
      control('staff', 'POST', {
        action: 'editJournal',
        journal: 'j1',
        bibjson: { language_editions: [{ id: 'j2', language: 'FR' }] },
      });
    expect((await edit()).status).toBe(400);
    await control('profile', 'POST', { profile: { languageEditions: true } });
    expect(await total('journals', '_exists_:bibjson.language_editions')).toBe(0);
    expect((await edit()).status).toBe(200);
    expect(await total('journals', '_exists_:bibjson.language_editions')).toBe(1);
    expect((await api('journals/j1')).json.bibjson.language_editions).toEqual([{ id: 'j2', language: 'FR' }]);
  });

  it('subjects move to another scheme, in articles with the next sync', async () => {
    await play('2026-08');
    await post();
    await control('profile', 'POST', { profile: { crdc: true } });
    expect((await api('journals/j1')).json.bibjson.subject[0]).toMatchObject({
      scheme: 'CRDC',
      term: 'Soils',
    });
    const schemes = async () => (await search('articles', '*')).json.results[0].bibjson.subject[0].scheme;
    expect(await schemes()).toBe('LCC');
    await control('staff', 'POST', { action: 'sync' });
    expect(await schemes()).toBe('CRDC');
  });

  it('a new application begins with a status that cannot be edited', async () => {
    await play({ newWorkflow: true });
    const { id } = (await application(own)).json;
    const { json } = await api(`applications/${id}`);
    expect(json.admin.application_status).toBe('new_workflow');
    expect((await api(`applications/${id}`, 'DELETE')).status).toBe(403);
  });

  it('the documentation names the version of the site', async () => {
    await play('2026-08');
    const version = async () => /main\.css\?v=([\d.]+)/.exec((await api('docs')).text)?.[1];
    expect(await version()).toBe('8.6.13');
    await control('profile', 'POST', { profile: 'next' });
    expect(await version()).toBe('8.7.0');
    expect((await api('swagger.json')).json.info.version).toBe('4.0.0');
  });
});

describe('the choice of a profile', () => {
  it('holds for the start, is told, and ends with a reset', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    await play('next', join(folder, 'state.jsonl'));
    const all = (await control('profile')).json;
    expect(new Set(Object.values(all))).toEqual(new Set([true]));
    const subject = async () => (await api('journals/j1')).json.bibjson.subject[0].scheme;
    expect(await subject()).toBe('CRDC');
    await control('profile', 'POST', { profile: { crdc: false, oaStart: true } });
    expect((await control('profile')).json).toMatchObject({ crdc: false, oaStart: true, wildcards: false });
    await control('reset', 'POST');
    expect([(await control('profile')).json, await subject()]).toEqual([all, 'CRDC']);
    await sandbox.stop();
    await play('next', join(folder, 'state.jsonl'));
    expect(await subject()).toBe('CRDC');
    rmSync(folder, { recursive: true });
  });

  it.each([{ profile: 'older' }, { profile: { oastart: true } }, { profile: { crdc: 1 } }, {}, null])(
    '%j is refused',
    async (body) => {
      await play('2026-08');
      const { status, json } = await control('profile', 'POST', body);
      expect([status, json.error]).toEqual([400, expect.stringContaining('A profile is 2026-08, next or')]);
    },
  );
});
