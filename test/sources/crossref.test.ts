import { expect, test } from 'vitest';
import { proposeFromCrossref } from '../../src/main/sources/crossref/proposeFromCrossref.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { getAt } from '../../src/shared/draft/fieldPath.ts';
import { openSourceWorld, type SourceWorld } from './sourceWorld.ts';

function draftOf(doi: string, bibjson: DraftRecord = {}): DraftRecord {
  return { bibjson: { identifier: [{ type: 'doi', id: doi }], journal: {}, ...bibjson } };
}

function propose(world: SourceWorld, doi: string, bibjson: DraftRecord = {}) {
  const [draftId] = world.services.addDrafts([draftOf(doi, bibjson)], 'sandbox');
  return world.handlers['drafts.askCrossref']({ draftId: draftId! });
}

test('gaps of a draft are filled from the work with its DOI, with source and date', async () => {
  const world = await openSourceWorld();
  const { state, proposed, fetchedAt } = await propose(world, '10.5555/JOSE.2023.001');
  expect(state).toBe('found');
  expect(Date.parse(fetchedAt!)).toBeLessThanOrEqual(world.services.clock.now());
  expect(proposed).toMatchObject({
    bibjson: {
      title: 'A course on version control taught without a computer',
      year: '2023',
      month: '6',
      author: [{ name: 'Tomás Ribeiro', affiliation: 'University of Nowhere' }, { name: 'Samira Haddad' }],
    },
  });
  const [asked] = await world.asked();
  expect(asked).toMatchObject({
    method: 'GET',
    address: 'https://api.crossref.org/works/10.5555%2FJOSE.2023.001?mailto=editor%40press.example',
  });
});

test('the abstract is proposed only for journals of the account', async () => {
  const world = await openSourceWorld();
  const foreign = await propose(world, '10.5555/jose.2023.001');
  expect(getAt(foreign.proposed!, 'bibjson.abstract')).toBeUndefined();

  const publisher = await openSourceWorld();
  publisher.services.db
    .prepare(`UPDATE accounts SET journals_at = '2026', journals_partial = 0 WHERE id = 'sandbox'`)
    .run();
  publisher.services.db
    .prepare(
      `INSERT INTO journals (account_id, id, title, eissn, in_directory, mine, record, fetched_at)
       VALUES ('sandbox', 'j', 'JOSE', '2577-3569', 1, 1, '{}', '2026')`,
    )
    .run();
  const identifier = [
    { type: 'doi', id: '10.5555/jose.2023.001' },
    { type: 'eissn', id: '2577-3569' },
  ];
  const own = await propose(publisher, '10.5555/jose.2023.001', { identifier });
  expect(getAt(own.proposed!, 'bibjson.abstract')).toMatch(/^A six-week course/);
});

test('a work is asked for once a day', async () => {
  const world = await openSourceWorld();
  await propose(world, '10.5555/jose.2023.001');
  await propose(world, '10.5555/jose.2023.001');
  expect(await world.asked()).toHaveLength(1);
  const old = new Date(world.services.clock.now() - 25 * 3_600_000).toISOString();
  world.services.db.prepare('UPDATE crossref_works SET fetched_at = ?').run(old);
  await propose(world, '10.5555/jose.2023.001');
  expect(await world.asked()).toHaveLength(2);
});

test('a DOI of any characters can be asked about', async () => {
  const world = await openSourceWorld();
  for (const doi of ['10.5555/100%#2?x', '10.5555/half\ud83d'])
    expect(await propose(world, doi)).toMatchObject({ state: 'unknown' });
  expect((await world.asked()).map(({ address }) => address)).toEqual([
    expect.stringContaining('works/10.5555%2F100%25%232%3Fx?'),
    'https://doi.org/api/handles/10.5555/100%25%232%3Fx?type=URL',
    expect.stringContaining('works/10.5555%2Fhalf%EF%BF%BD?'),
    'https://doi.org/api/handles/10.5555/half%EF%BF%BD?type=URL',
  ]);
});

test('a DOI that Crossref does not have is unknown only if nobody has it', async () => {
  const world = await openSourceWorld();
  expect(await propose(world, '10.5555/nowhere')).toMatchObject({ state: 'unknown', proposed: null });
  expect((await world.asked()).at(-1)!.address).toContain('https://doi.org/api/handles/10.5555/nowhere');
});

test.each(['10.5555/a(b)<c>;d?e#f', '10.5555/über'])('%s is encoded whole', async (doi) => {
  const world = await openSourceWorld();
  await propose(world, doi);
  expect((await world.asked())[0]!.address).toContain(`/works/${encodeURIComponent(doi)}?`);
});

test('an answer without author and date proposes nothing', async () => {
  const world = await openSourceWorld();
  const bibjson = { title: 'On moths', author: [{ name: 'Ada Okoro' }] };
  const { proposed } = await propose(world, '10.5555/bare', bibjson);
  expect(proposed).toEqual(draftOf('10.5555/bare', bibjson));
});

test('a busy Crossref is asked again after its pause, and not after the third refusal', async () => {
  const world = await openSourceWorld();
  expect(await propose(world, '10.5555/busy')).toMatchObject({ state: 'found' });
  await expect(propose(world, '10.5555/crowded')).rejects.toMatchObject({ code: 'rate_limited' });
  expect((await world.asked()).filter(({ address }) => address.includes('crowded'))).toHaveLength(3);
});

test('after a refusal of the computer, nothing is asked for a day', async () => {
  const world = await openSourceWorld();
  await expect(propose(world, '10.5555/blocked')).rejects.toMatchObject({ code: 'remote' });
  await expect(propose(world, '10.5555/jose.2023.001')).rejects.toMatchObject({
    code: 'rate_limited',
    problem: { key: 'crossref.problem.rests.message' },
  });
  expect(await world.asked()).toHaveLength(1);
});

test('a missing connection does not count as a failure of Crossref', async () => {
  let isOffline = true;
  const world = await openSourceWorld({
    services: {
      fetch: (address, init) =>
        isOffline && address.includes('/web/')
          ? Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }))
          : fetch(address, init),
    },
  });
  for (let turn = 0; turn < 25; turn++)
    await expect(propose(world, '10.5555/jose.2023.001')).rejects.toMatchObject({ code: 'offline' });
  isOffline = false;
  expect(await propose(world, '10.5555/jose.2023.001')).toMatchObject({ state: 'found' });
});

/** Crossref and the handle server give these answers instead of the sandbox's. */
async function openWithAnswers(answer: (host: string) => Response) {
  return openSourceWorld({
    services: {
      fetch: async (address, init) => {
        const [, host] = /\/web\/https\/([^/]+)/.exec(address) ?? [];
        return host === undefined ? fetch(address, init) : answer(host);
      },
    },
  });
}

test.each([429, 500, 503])(
  'nothing is asked for a day if more than one answer in ten is an error, although requests are repeated (%s)',
  async (status) => {
    let asked = 0;
    const world = await openWithAnswers(() => {
      asked++;
      const isError = asked === 6 || asked >= 19;
      return isError
        ? new Response('', { status, headers: { 'retry-after': '1' } })
        : Response.json({ message: { title: ['On moths'] } });
    });
    for (let turn = 1; turn <= 17; turn++)
      expect(await propose(world, `10.5555/moths.${turn}`)).toMatchObject({ state: 'found' });
    await expect(propose(world, '10.5555/moths.18')).rejects.toMatchObject({
      problem: { key: status === 500 ? 'sources.problem.server.message' : 'sources.problem.busy.message' },
    });
    await expect(propose(world, '10.5555/moths.19')).rejects.toMatchObject({
      problem: { key: 'crossref.problem.rests.message' },
    });
    expect(asked).toBe(20);
  },
);

const page = '<html><title>Please accept the terms of this network</title></html>';

test.each([
  [200, { responseCode: 1, values: [] }, 'elsewhere'],
  [200, { responseCode: 200 }, 'elsewhere'],
  [404, { responseCode: 200 }, 'elsewhere'],
  [404, { responseCode: 100 }, 'unknown'],
  [200, { responseCode: 2 }, null],
  [404, {}, null],
  [404, page, null],
  [200, page, null],
])(
  'of a DOI that Crossref does not have, %s with %j from the handle server says: %s',
  async (status, body, state) => {
    const world = await openWithAnswers((host) =>
      host === 'doi.org'
        ? new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
        : new Response('Resource not found.', { status: 404 }),
    );
    const proposal = propose(world, '10.5281/moths');
    if (state !== null) expect(await proposal).toMatchObject({ state, proposed: null });
    else
      await expect(proposal).rejects.toMatchObject({
        code: 'remote',
        problem: { key: 'crossref.problem.unreadable.message', params: { name: 'doi.org' } },
      });
  },
);

test('a draft without a DOI, and sources that are switched off, are refused', async () => {
  const world = await openSourceWorld();
  await expect(propose(world, '')).rejects.toMatchObject({ code: 'state' });
  const off = await openSourceWorld({ sources: { isOn: false } });
  await expect(propose(off, '10.5555/jose.2023.001')).rejects.toMatchObject({ code: 'state' });
});

const work = {
  title: ['Soil and CO<sub>2</sub>'],
  issued: { 'date-parts': [[2024, 5]] },
  page: '12-19',
  author: [{ given: 'Ada', family: 'Okoro', ORCID: 'http://orcid.org/0000-0002-1825-0097', affiliation: [] }],
};

test('a value that differs only in case and punctuation is not proposed', async () => {
  const draft = draftOf('10.5555/s.41', { title: 'SOIL and CO2.', year: '2024' });
  const proposed = await proposeFromCrossref(draft, work, { withAbstract: true });
  expect(getAt(proposed, 'bibjson.title')).toBe('SOIL and CO2.');
});

test('authors get what they lack, and keep what they have', async () => {
  const author = [{ name: 'A. Okoro', affiliation: 'Univ X' }];
  const proposed = await proposeFromCrossref(draftOf('10.5555/s.41', { author }), work, {
    withAbstract: true,
  });
  expect(getAt(proposed, 'bibjson.author')).toEqual([
    { name: 'A. Okoro', affiliation: 'Univ X', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
  ]);
});

test('authors of the same family are not completed from one another', async () => {
  const wei = { given: 'Wei', family: 'Li', affiliation: [] };
  const jun = { ...wei, given: 'Jun', ORCID: 'http://orcid.org/0000-0002-1825-0097' };
  const draft = draftOf('10.5555/s.41', { author: [{ name: 'Wei Li' }, { name: 'Jun Li' }] });
  const proposed = await proposeFromCrossref(draft, { ...work, author: [jun, wei] }, { withAbstract: true });
  expect(getAt(proposed, 'bibjson.author')).toMatchObject([
    { name: 'Jun Li', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
    { name: 'Wei Li' },
  ]);
});

test('an author with an empty ORCID iD gets the one that Crossref has', async () => {
  const draft = draftOf('10.5555/s.41', { author: [{ name: 'Ada Okoro', orcid_id: '' }] });
  const proposed = await proposeFromCrossref(draft, work, { withAbstract: true });
  expect(getAt(proposed, 'bibjson.author[0].orcid_id')).toBe('https://orcid.org/0000-0002-1825-0097');
});

test('an answer about another DOI is not taken', async () => {
  const world = await openWithAnswers(() =>
    Response.json({ message: { DOI: '10.5555/other', title: ['On beetles'] } }),
  );
  await expect(propose(world, '10.5555/moths')).rejects.toMatchObject({
    problem: { key: 'crossref.problem.unreadable.message' },
  });
});
