import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/startSandbox.ts';
import { ask, finishedJob, type Json, setWorld, startQuick, storedArticles } from './sandboxClient.ts';

// The table of reference/directory-api.md 12 (rows of articles, search and bulk) over its own world.

const journal = (id: string, owner: string, inDirectory: boolean, issns: object) => ({
  id,
  admin: { owner, in_doaj: inDirectory, ticked: true },
  bibjson: {
    title: `Journal ${id}`,
    publisher: { name: `Press of ${owner}`, country: 'NL' },
    language: ['EN'],
    subject: [{ scheme: 'LCC', term: 'Hydrology', code: 'GB651-2998' }],
    ...issns,
  },
});
const world = {
  accounts: [
    { id: 'A', api_key: 'KA', roles: ['api', 'publisher'] },
    { id: 'B', api_key: 'KB', roles: ['api', 'publisher'] },
    { id: 'C', api_key: 'KC', roles: ['api'] },
    { id: 'D', api_key: 'KD', roles: ['publisher'] },
  ],
  journals: [
    journal('J1', 'A', true, { pissn: '1234-5679', eissn: '9876-5434' }),
    journal('J2', 'A', true, { eissn: '2222-1115' }),
    journal('J3', 'A', false, { pissn: '3333-4447' }),
    journal('J4', 'B', true, { eissn: '4444-5555' }),
    journal('J5', 'C', true, { eissn: '5551-2348' }),
  ],
};

let clock = Date.parse('2026-03-01T12:00:00Z');
let sandbox: Sandbox;
let v4: string;
let v3: string;

beforeAll(async () => {
  sandbox = await startQuick(world, { now: () => new Date(clock) });
  v4 = sandbox.directory['4.0'];
  v3 = sandbox.directory['3.0.1'];
});
afterAll(() => sandbox.stop());
beforeEach(() => setWorld(sandbox, world));

const pissn = (id: string) => ({ type: 'pissn', id });
const eissn = (id: string) => ({ type: 'eissn', id });
const J1 = [pissn('1234-5679'), eissn('9876-5434')];
const doi = (id: string) => ({ type: 'doi', id });
const link = (url: string) => ({ type: 'fulltext', url });

/** An article of J1 with DOI and link, with the given changes. */
function article(bibjson: Json = {}, root: object = {}): Json {
  return {
    ...root,
    bibjson: {
      title: 'Recharge',
      identifier: [...J1, doi('10.5555/one')],
      link: [link('https://j1.example.org/1')],
      ...bibjson,
    },
  };
}

const post = (body: unknown, key = 'KA') => ask(`${v4}articles?api_key=${key}`, 'POST', body);
const put = (id: string, body: unknown, key = 'KA') => ask(`${v4}articles/${id}?api_key=${key}`, 'PUT', body);
const get = (id: string, key?: string) =>
  ask(`${v4}articles/${id}${key === undefined ? '' : `?api_key=${key}`}`);
const created = async (body: unknown): Promise<string> => (await post(body)).json.id;

describe('routes', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])(
    '%s of an unknown path is a JSON 404 with a hint (1)',
    async (method) => {
      const answer = await ask(`${v4}not_valid`, method);
      expect(answer.status).toBe(404);
      expect(answer.json.status).toBe('not_found');
      expect(answer.error).toBe(
        'No endpoint at not_valid. See https://doaj.org/api/v4/swagger.json for valid paths or read the documentation at https://doaj.org/api/v4/docs.',
      );
    },
  );

  it('HEAD of an unknown path is 404 without a body (1)', async () => {
    const answer = await ask(`${v4}not_valid`, 'HEAD');
    expect([answer.status, answer.text]).toEqual([404, '']);
  });

  it('the root leads to the description of the API, and docs is a page (2, 3)', async () => {
    const root = await ask(v4);
    expect([root.status, root.headers.get('location')]).toEqual([302, '/api/v4/swagger.json']);
    expect((await ask(`${sandbox.origin}/api/v4/swagger.json`)).json.swagger).toBe('2.0');
    expect((await ask(`${v4}docs`)).headers.get('content-type')).toContain('text/html');
    const old = await ask(`${sandbox.origin}/api/v1/`);
    expect(old.headers.get('location')).toBe('/api/v3/swagger.json');
  });

  it('a wrong method on a known path is 404, not 405', async () => {
    expect((await ask(`${v4}journals/J1`, 'PUT')).status).toBe(404);
    expect((await ask(`${v4}articles/x`, 'PATCH')).error).toContain('No endpoint at articles/x.');
  });

  it('HEAD works on known paths, OPTIONS on all', async () => {
    const id = await created(article());
    const head = await ask(`${v4}articles/${id}`, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    const options = await ask(`${v4}articles/${id}`, 'OPTIONS');
    expect(options.headers.get('allow')).toContain('PATCH');
    expect([options.status, options.text]).toEqual([200, '']);
  });

  it('every response can be read by any site', async () => {
    for (const [path, method] of [
      ['articles', 'POST'],
      ['nothing', 'GET'],
      ['search/articles/x', 'GET'],
    ]) {
      expect((await ask(v4 + path, method)).headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('wraps JSON responses, including errors, for a callback', async () => {
    const answer = await ask(`${v4}articles?api_key=KA&callback=cb`, 'POST', article());
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
    expect(answer.text).toMatch(/^cb\(\{"status":"created",.*\}\)$/);
    expect((await ask(`${v4}articles/x?callback=cb`)).text).toMatch(/^cb\(\{"status":"not_found"/);
  });

  it('old API versions refuse removed calls after checking the key', async () => {
    const api = `${sandbox.origin}/api`;
    expect((await ask(`${api}/v1/journals/J1`)).error).toBe('Version 1 is no longer supported.');
    expect((await ask(`${api}/v1/search/applications/x`)).status).toBe(401);
    expect((await ask(`${api}/v2/applications/x?api_key=KA`)).error).toBe(
      'Version 2 is no longer supported.',
    );
    expect((await ask(`${api}/v2/search/journals/*`)).json.total).toBe(4);
    expect((await ask(`${api}/v1/articles?api_key=KA`, 'POST', article())).status).toBe(201);
  });

  it('refuses a user agent that calls itself a bot or spider', async () => {
    const answer = await ask(`${v4}journals/J1`, 'GET', undefined, { 'user-agent': 'MyRoBot/1' });
    expect([answer.status, answer.json]).toEqual([403, undefined]);
  });

  it('answers no page of another site', async () => {
    const state = async () => (await ask(`${sandbox.origin}/_sandbox/state?only=articles`)).json;
    const before = await state();
    const answer = await fetch(`${v4}articles?api_key=KA`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: JSON.stringify(article()),
    });
    expect(answer.status).toBe(403);
    expect(await state()).toEqual(before);
  });

  it('refuses a body above 50 MB', async () => {
    const answer = await ask(`${v4}articles?api_key=KA`, 'POST', new Uint8Array(50 * 1024 * 1024 + 1));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
  });

  it('answers 503 with a message to writes in read-only mode (109)', async () => {
    await ask(`${sandbox.origin}/_sandbox/maintenance`, 'POST', { on: true });
    const answer = await post(article());
    expect([answer.status, Object.keys(answer.json)]).toEqual([503, ['message']]);
    expect((await post(article(), 'wrong')).status).toBe(401);
    expect((await ask(`${v4}journals/J1`)).status).toBe(200);
  });
});

describe('keys', () => {
  it.each(['', '?api_key=', '?api_key=wrong', '?API_KEY=KA', '?api_key=KD', '?api_key=wrong&api_key=KA'])(
    'POST articles%s is refused (27)',
    async (query) => {
      const answer = await ask(`${v4}articles${query}`, 'POST', article());
      expect([answer.status, answer.error]).toEqual([401, 'An API Key is required to access this.']);
    },
  );

  it('the first of two keys counts', async () => {
    expect((await ask(`${v4}articles?api_key=KA&api_key=wrong`, 'POST', article())).status).toBe(201);
  });

  it('a wrong key on a public read is an HTML 401, an empty one counts as none (64)', async () => {
    const id = await created(article());
    const wrong = await get(id, 'wrong');
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect((await get(id, '')).status).toBe(200);
    expect((await ask(`${v4}journals/J1?api_key=wrong`)).status).toBe(401);
  });

  it('every error ends with a reference (110)', async () => {
    expect((await ask(`${v4}articles`, 'POST')).json.error).toMatch(/ \(ref: [0-9a-f-]{36}\)$/);
  });
});

describe('creating an article', () => {
  it.each([', ... ?@ cool.', '', '{"a": 1,}', '{"a": 1} // x', "{'a': 1}", '\ufeff{}', '{"a": "\u0001"}'])(
    'refuses %j as not JSON (28)',
    async (body) => {
      const answer = await post(body);
      expect([answer.status, answer.error]).toEqual([400, 'Supplied data was not valid JSON']);
    },
  );

  it('refuses bytes that are not UTF-8', async () => {
    expect((await post(Uint8Array.from([0x7b, 0xff, 0x7d]))).error).toBe('Supplied data was not valid JSON');
  });

  it("stores a full article and shows it with the journal's own values (29, 30)", async () => {
    const answer = await post(
      article({
        year: '2024',
        journal: {
          title: 'Sent',
          publisher: 'Sent',
          language: ['FR'],
          volume: 12,
          start_page: 4,
          end_page: '9',
        },
        subject: [{ term: 'Sent', scheme: 'x' }],
        author: [{ name: 'Ana', email: 'a@example.org' }],
        keywords: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
        wibble: 1,
      }),
    );
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      status: 'created',
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      location: `/api/v4/articles/${answer.json.id}`,
    });
    expect(answer.headers.get('location')).toBe(answer.json.location);
    expect((await get(answer.json.id)).json).toEqual({
      id: answer.json.id,
      created_date: '2026-03-01T12:00:00Z',
      last_updated: '2026-03-01T12:00:00Z',
      es_type: 'article',
      admin: { in_doaj: true },
      bibjson: {
        title: 'Recharge',
        year: '2024',
        identifier: [...J1, doi('10.5555/one')],
        link: [link('https://j1.example.org/1')],
        author: [{ name: 'Ana' }],
        keywords: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
        subject: world.journals[0]!.bibjson.subject,
        journal: {
          title: 'Journal J1',
          publisher: 'Press of A',
          country: 'NL',
          language: ['EN'],
          volume: '12',
          start_page: '4',
          end_page: '9',
        },
      },
    });
  });

  const refusals: [string, Json, string | RegExp, status?: number][] = [
    [
      'no title (31)',
      { bibjson: { identifier: J1 } },
      "Field 'title' is required but not present at 'bibjson.'",
    ],
    ['no identifiers (33)', article({ identifier: [] }), /^You must specify at least one Print ISSN/],
    [
      'only an unknown type (33)',
      article({ identifier: [{ type: 'wibble', id: 'x' }] }),
      /^You must specify/,
    ],
    [
      'equal ISSNs after padding (34)',
      article({ identifier: [pissn('12345678'), eissn('1234-5678')] }),
      'Print ISSN and online ISSN should be different',
    ],
    [
      'a link without scheme (36)',
      article({ link: [link('www.example.com/x')] }),
      /^Schema exception at 'bibjson.link\[0\].url', Cast with <function to_url at 0x\?> failed on 'www.example.com\/x' of type <class 'str'>$/,
    ],
    ['a link of prose (36)', article({ link: [link('Two streets over the road')] }), /^Schema exception at/],
    [
      'a link type (37)',
      article({ link: [{ type: 'cheddar', url: 'https://x.org' }] }),
      /^Schema exception at 'bibjson.link\[0\].type'/,
    ],
    ['in_doaj Yes (38)', article({}, { admin: { in_doaj: 'Yes' } }), /^Schema exception at 'admin.in_doaj'/],
    [
      'a date in words (39)',
      article({}, { created_date: 'Just yesterday' }),
      /^Schema exception at 'created_date'/,
    ],
    [
      'a bare ORCID (41)',
      article({ author: [{ name: 'A', orcid_id: 'orcid.org/0000-0001-1234-1234' }] }),
      /^Invalid ORCID iD\. /,
    ],
    [
      'a small a in an ORCID (41)',
      article({ author: [{ name: 'A', orcid_id: '0000-0001-1234-123a' }] }),
      /^Invalid ORCID iD\. /,
    ],
    ['a wrong DOI (42)', article({ identifier: [...J1, doi('wrong-doi-format')] }), 'Invalid DOI format.'],
    ['a script tag (44)', article({ title: 'x <script>y' }), /^Metadata contains <script> tag\. /],
    [
      'two print ISSNs, one foreign (45)',
      article({ identifier: [...J1, pissn('7770-0015')] }),
      /^It is not possible/,
      403,
    ],
    [
      'two own print ISSNs (45)',
      article({ identifier: [...J1, pissn('3333-4447')], link: [] }),
      'The article must have a DOI and/or a Full-Text URL',
    ],
    [
      'neither DOI nor link (46)',
      article({ identifier: J1, link: [] }),
      'The article must have a DOI and/or a Full-Text URL',
    ],
    [
      'an unknown ISSN (48)',
      article({ identifier: [pissn('7770-0015')] }),
      /^No journal found to attach the article to\. /,
    ],
    [
      'a known and an unknown ISSN (49)',
      article({ identifier: [J1[0], eissn('7770-0015')] }),
      /^It is not possible/,
      403,
    ],
    [
      'the online ISSN as print (50)',
      article({ identifier: [pissn('9876-5434')] }),
      "ISSNs provided don't match any journal.",
    ],
    [
      'a withdrawn journal (51)',
      article({ identifier: [pissn('3333-4447')] }),
      'You are trying to add the articles to a journal that has been withdrawn from DOAJ. We accept articles only for journals currently in DOAJ',
    ],
  ];
  it.each(refusals)('refuses %s', async (_name, body, error, status = 400) => {
    const answer = await post(body);
    expect([answer.status, answer.error]).toEqual([
      status,
      typeof error === 'string' ? error : expect.stringMatching(error),
    ]);
    expect(await storedArticles(sandbox)).toEqual([]);
  });

  it("refuses another account's journal (47)", async () => {
    expect((await post(article(), 'KB')).status).toBe(403);
  });

  it('accepts an empty title and drops it (32)', async () => {
    const id = await created(article({ title: '' }));
    expect((await get(id)).json.bibjson).not.toHaveProperty('title');
  });

  it('keeps known identifier types in lower case only (35)', async () => {
    const identifier = [
      { type: 'DOI', id: '10.5555/x' },
      { type: 'whatever', id: 'y' },
      { type: 'PISSN', id: '1234-5679' },
    ];
    const id = await created(article({ identifier }));
    expect((await get(id)).json.bibjson.identifier).toEqual([doi('10.5555/x'), J1[0]]);
  });

  const crashes: [string, unknown][] = [
    ['a list', []],
    ['a text', '"x"'],
    ['null', 'null'],
    ['NaN', 'NaN'],
    ...['null', '""', '"x"', '0', 'true', '[]', '[1]', 'NaN'].map((value): [string, string] => [
      `bibjson ${value}`,
      `{"bibjson": ${value}}`,
    ]),
    ['a wrong admin beside it', '{"admin": "x", "bibjson": 0}'],
    ...[
      '"x"',
      '{"a": 1}',
      '0',
      'false',
      '[null]',
      '["x"]',
      '[1]',
      '[[]]',
      '[{"type": 1}]',
      '[{"type": false}]',
    ].map((value): [string, string] => [`identifier ${value}`, `{"bibjson": {"identifier": ${value}}}`]),
    ['a number for a date', article({}, { created_date: 5 })],
    ['a list for a date', article({}, { last_updated: [] })],
  ];
  it.each(crashes)('breaks on %s', async (_name, body) => {
    const answer = await post(body);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
  });
});

describe('duplicates', () => {
  it('the same record twice keeps the id and the date of creation (52)', async () => {
    const id = await created(article());
    clock += 3600_000;
    const again = await post(article({ title: 'New' }));
    expect([again.status, again.json.id]).toEqual([201, id]);
    const { created_date, last_updated, bibjson } = (await get(id)).json;
    expect([created_date < last_updated, bibjson.title]).toEqual([true, 'New']);
    expect(await storedArticles(sandbox)).toHaveLength(1);
  });

  it('another address with the same DOI is refused (53)', async () => {
    await created(article());
    const answer = await post(article({ link: [link('https://j1.example.org/2')] }));
    expect([answer.status, answer.error]).toEqual([
      403,
      expect.stringMatching(/^Either the DOI or Fulltext URL has been changed\. /),
    ]);
  });

  it('the DOI of one record and the address of another are ambiguous (54)', async () => {
    await created(article());
    await created(
      article({ identifier: [...J1, doi('10.5555/two')], link: [link('https://j1.example.org/2')] }),
    );
    const answer = await post(article({ link: [link('https://j1.example.org/2')] }));
    expect([answer.status, answer.error]).toEqual([
      400,
      expect.stringMatching(/^The article matched multiple existing articles/),
    ]);
  });

  it('other spellings of the same DOI and address are the same record (55)', async () => {
    const id = await created(article());
    const spelt = article({
      identifier: [...J1, doi('https://doi.org/10.5555/ONE')],
      link: [link('HTTP://j1.example.org/1#')],
    });
    expect((await post(spelt)).json.id).toBe(id);
  });

  it('are found only once the index has the first record', async () => {
    const slow = await startQuick(world, { indexDelayMs: 1000, now: () => new Date(clock) });
    const send = async () =>
      (await ask(`${slow.directory['4.0']}articles?api_key=KA`, 'POST', article())).json;
    const first = (await send()).id;
    const search = async () => (await ask(`${slow.directory['4.0']}search/articles/*`)).json.total;
    expect(await search()).toBe(0);
    expect((await ask(`${slow.directory['4.0']}articles/${first}`)).status).toBe(200);
    const second = (await send()).id;
    expect(second).not.toBe(first);
    clock += 1000;
    expect(await search()).toBe(2);
    expect((await send()).error).toContain('The article matched multiple existing articles');
    await slow.stop();
  });
});

describe('updating, reading and deleting', () => {
  it('an update changes the record in place (56, 57, 58)', async () => {
    const id = await created(article({ journal: { start_page: '1', end_page: '2' }, abstract: 'x' }));
    clock += 1000;
    const answer = await put(id, article({ title: 'New', journal: { start_page: 4, title: 'Sent' } }));
    expect([answer.status, answer.text]).toEqual([204, '']);
    const { created_date, last_updated, bibjson } = (await get(id)).json;
    expect(created_date < last_updated).toBe(true);
    expect(bibjson).toMatchObject({
      title: 'New',
      journal: { title: 'Journal J1', start_page: '4', end_page: '2' },
    });
    expect(bibjson).not.toHaveProperty('abstract');
  });

  it('hides unknown records and those of others (59, 62, 63)', async () => {
    const id = await created(article());
    expect((await put(id, article(), 'KB')).status).toBe(404);
    expect((await put('unknown', article())).status).toBe(404);
    expect((await ask(`${v4}articles/${id}?api_key=KB`, 'DELETE')).status).toBe(404);
    expect((await ask(`${v4}articles/${id}?api_key=KA`, 'DELETE')).status).toBe(204);
    const gone = await get(id);
    expect([gone.status, gone.error]).toEqual([404, '']);
    expect((await ask(`${v4}articles/${id}?api_key=KA`, 'DELETE')).status).toBe(404);
  });

  it('allows both identifiers to change, not one (60, 61)', async () => {
    const id = await created(article());
    const moved = { link: [link('https://j1.example.org/new')] };
    expect((await put(id, article(moved))).status).toBe(403);
    expect((await put(id, article({ ...moved, identifier: [...J1, doi('10.5555/new')] }))).status).toBe(204);
    expect((await get(id)).json.bibjson.link).toEqual(moved.link);
  });

  it('an update with a foreign or unknown ISSN fails for an unanticipated reason', async () => {
    const id = await created(article());
    for (const issn of ['7770-0015', '4444-5555']) {
      const answer = await put(
        id,
        article({ identifier: [{ type: 'eissn', id: issn }, doi('10.5555/one')] }),
      );
      expect([answer.status, answer.error]).toEqual([400, 'Article update failed for unanticipated reason']);
    }
  });

  it('a script tag breaks an update', async () => {
    const id = await created(article());
    expect((await put(id, article({ title: '<script>' }))).status).toBe(500);
  });

  it('an article of a withdrawn journal is visible to its owner only (65)', async () => {
    const stored = {
      id: 'w',
      admin: { in_doaj: false },
      bibjson: { title: 'W', identifier: [{ type: 'pissn', id: '3333-4447' }] },
    };
    await setWorld(sandbox, { ...world, articles: [stored] });
    const anonymous = await get('w');
    expect([anonymous.status, anonymous.error]).toEqual([401, '']);
    expect((await get('w', 'KB')).status).toBe(404);
    expect((await get('w', 'KA')).status).toBe(200);
    expect((await put('w', article({ identifier: stored.bibjson.identifier }))).error).toContain('withdrawn');
    expect((await ask(`${v4}articles/w?api_key=KA`, 'DELETE')).status).toBe(204);
  });

  it('a stored record that cannot be rendered is a JSON 500', async () => {
    const id = await created(article({ link: [{ type: null, url: 'https://x.org' }] }));
    const answer = await get(id);
    expect([answer.status, answer.json.status]).toEqual([500, 'Unable to retrieve the recource.']);
  });

  it('an unknown id may contain anything but a slash', async () => {
    expect((await get('a%20b')).error).toBe('');
    expect((await get('a%2Fb')).error).toContain('No endpoint at articles/a/b.');
    expect((await get('a/')).error).toContain('No endpoint at articles/a/.');
  });

  it('journals are public or hidden (66)', async () => {
    const shown = await ask(`${v4}journals/J1`);
    expect(shown.json).toMatchObject({ id: 'J1', es_type: 'journal', bibjson: { pissn: '1234-5679' } });
    expect(shown.json.admin).toEqual({ in_doaj: true, ticked: true });
    expect((await ask(`${v4}journals/J3?api_key=KA`)).status).toBe(404);
    expect((await ask(`${v4}journals/unknown`)).status).toBe(404);
  });
});

describe('bulk, as deployed', () => {
  const good = (number: number) =>
    article({
      identifier: [...J1, doi(`10.5555/b${number}`)],
      link: [link(`https://j1.example.org/b${number}`)],
    });
  const ten = Array.from({ length: 10 }, (_, number) => good(number));
  const foreign = article({ identifier: [{ type: 'eissn', id: '4444-5555' }, doi('10.5555/f')], link: [] });

  async function bulk(body: unknown, key = 'KA'): Promise<Json> {
    const answer = await ask(`${v4}bulk/articles?api_key=${key}`, 'POST', body);
    expect([answer.status, answer.json.msg]).toEqual([
      202,
      'Your article bulk upload is being processed.  Please check the status link for progress.',
    ]);
    expect(answer.json.status).toBe(
      `https://doaj.org/api/v4/bulk/articles/${answer.json.upload_id}?api_key=${key}`,
    );
    return finishedJob(`${v4}bulk/articles/${answer.json.upload_id}?api_key=${key}`);
  }

  it('stores ten good records (99)', async () => {
    expect(await bulk(ten)).toMatchObject({
      status: 'processed',
      results: { imported: 10, failed: 0, update: 0, new: 10 },
    });
    expect(await bulk(ten)).toMatchObject({ results: { imported: 10, failed: 0, update: 10, new: 0 } });
    expect(await storedArticles(sandbox)).toHaveLength(10);
  });

  it("fails another account's records (100)", async () => {
    const job = await bulk(ten, 'KB');
    expect(job).toMatchObject({
      status: 'failed',
      error: 'One or more articles failed to ingest; entire batch ingest halted',
    });
    expect([...job.failure_reasons.unowned].sort()).toEqual(['1234-5679', '9876-5434']);
    expect(job).not.toHaveProperty('results');
  });

  it('refuses what is not JSON at once (101)', async () => {
    expect((await ask(`${v4}bulk/articles?api_key=KA`, 'POST', '[')).status).toBe(400);
  });

  it.each([
    ['[{"invalid_input":1}]', "Field 'bibjson' is required but not present at 'root'"],
    ['null', 'Unanticipated error when importing articles'],
    ['"x"', 'Unanticipated error when importing articles'],
    ['{"a":1}', 'Unanticipated error when importing articles'],
    ['[null]', 'Unanticipated error when importing articles'],
    ['[[]]', 'Unanticipated error when importing articles'],
  ])('accepts %s and fails it (102)', async (body, error) => {
    expect(await bulk(body)).toMatchObject({ status: 'failed', error });
  });

  it('fails a batch with duplicates (103)', async () => {
    expect(await bulk(Array(10).fill(good(1)))).toMatchObject({
      status: 'failed',
      error: 'One or more articles in this batch have duplicate identifiers',
    });
  });

  it('stores nothing when one record is refused (104)', async () => {
    const job = await bulk([...ten.slice(1), foreign]);
    expect(job).toMatchObject({
      status: 'processed_partial',
      results: { imported: 9, failed: 1, update: 0, new: 9 },
      failure_reasons: { unowned: ['4444-5555'] },
    });
    expect(await storedArticles(sandbox)).toEqual([]);
  });

  it('lists every ISSN of a record that is not acceptable as unmatched', async () => {
    const swapped = article({
      identifier: [
        { type: 'pissn', id: '9876-5434' },
        { type: 'eissn', id: '1234-5679' },
      ],
    });
    const job = await bulk([
      good(1),
      { ...swapped, bibjson: { ...swapped.bibjson, link: [link('https://s.org')] } },
    ]);
    expect(job.error).toBe("ISSNs provided don't match any journal.");
    expect([...job.failure_reasons.unmatched].sort()).toEqual(['1234-5679', '9876-5434']);
  });

  it('stops at a changed identifier without reasons', async () => {
    await created(article());
    const changed = article({ link: [link('https://j1.example.org/other')] });
    const job = await bulk([good(1), foreign, changed]);
    expect(job.error).toContain('Either the DOI or Fulltext URL has been changed.');
    expect(Object.keys(job).sort()).toEqual(['created', 'error', 'id', 'status']);
  });

  it('keeps an empty list pending (106)', async () => {
    for (const body of ['[]', '{}', '""']) {
      const { json } = await ask(`${v4}bulk/articles?api_key=KA`, 'POST', body);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const status = await ask(`${v4}bulk/articles/${json.upload_id}?api_key=KA`);
      expect(status.json).toEqual({ id: json.upload_id, created: expect.any(String), status: 'pending' });
    }
  });

  it('hides the uploads of others (105)', async () => {
    const { json } = await ask(`${v4}bulk/articles?api_key=KA`, 'POST', ten);
    for (const path of [`${json.upload_id}?api_key=KB`, 'unknown?api_key=KA']) {
      const answer = await ask(`${v4}bulk/articles/${path}`);
      expect([answer.status, answer.error]).toEqual([400, 'upload_id is invalid']);
    }
  });

  it('does not exist in version 3 (98)', async () => {
    const answer = await ask(`${sandbox.origin}/api/v3/bulk/articles?api_key=KA`, 'POST', ten);
    expect([answer.status, answer.error]).toEqual([400, 'Version 3 is no longer supported.']);
    expect((await ask(`${v3}bulk/articles/x?api_key=KA`)).error).toContain('No endpoint at bulk/articles/x.');
  });

  it('deletes all or, with one bad id, none (107, 108)', async () => {
    await bulk(ten.slice(0, 3));
    const ids = (await storedArticles(sandbox)).map((stored: Json) => stored.id);
    const remove = (body: unknown, key = 'KA') => ask(`${v4}bulk/articles?api_key=${key}`, 'DELETE', body);
    expect((await remove(ids, 'KB')).error).toBe(
      `Id ${ids[0]} does not exist or does not belong to this user account`,
    );
    expect((await remove([ids[0], 'zz'])).error).toContain('Id zz does not exist');
    expect((await remove('"zz"')).error).toContain('Id z does not exist');
    expect((await remove('[null]')).error).toContain('Id None does not exist');
    expect((await remove('5')).status).toBe(500);
    expect((await remove([])).status).toBe(204);
    expect(await storedArticles(sandbox)).toHaveLength(3);
    expect((await remove(ids.slice(0, 2))).status).toBe(204);
    expect(await storedArticles(sandbox)).toHaveLength(1);
  });
});

describe('3.0.1, as documented', () => {
  const good = (number: number, more: Json = {}) =>
    article({
      identifier: [...J1, doi(`10.5555/b${number}`)],
      link: [link(`https://j1.example.org/b${number}`)],
      ...more,
    });
  const bulk = (body: unknown, key = 'KA') => ask(`${v3}bulk/articles?api_key=${key}`, 'POST', body);

  it('creates in bulk at once, in the order sent', async () => {
    const answer = await bulk([good(1), good(2)]);
    expect(answer.status).toBe(201);
    for (const [index, row] of answer.json.entries()) {
      expect(row).toEqual({ status: 'created', id: row.id, location: `/api/v4/articles/${row.id}` });
      expect((await ask(`${v3}articles/${row.id}`)).json.bibjson.identifier[2].id).toBe(
        `10.5555/b${index + 1}`,
      );
    }
    expect((await bulk([good(2), good(1)])).json.map((row: Json) => row.id)).toEqual([
      answer.json[1].id,
      answer.json[0].id,
    ]);
  });

  it('stores nothing of a batch with a bad record', async () => {
    const answers = [
      await bulk([good(1), { bibjson: { title: 'x' } }]),
      await bulk([good(1), good(1)]),
      await bulk([good(1), good(2, { identifier: [{ type: 'eissn', id: '4444-5555' }, doi('10.5555/b2')] })]),
      await bulk([good(1), good(2, { identifier: J1, link: [] })]),
      await bulk([good(1), good(2, { identifier: [{ type: 'eissn', id: '7770-0015' }] })]),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400, 400, 400]);
    expect(answers.map((answer) => answer.error)).toEqual([
      "Field 'identifier' is required but not present at 'bibjson.'",
      expect.stringContaining('One or more articles in this batch have duplicate identifiers'),
      "Ingest Exception: One or more articles failed to ingest; entire batch ingest halted ({'success': 1, 'fail': 1, 'update': 0, 'new': 1, 'shared': set(), 'unowned': {'4444-5555'}, 'unmatched': set()})",
      expect.stringContaining('The article must have a DOI and/or a Full-Text URL'),
      expect.stringMatching(/^No journal found/),
    ]);
    expect(await storedArticles(sandbox)).toEqual([]);
  });

  it('overwrites an own article by its DOI or its address', async () => {
    const send = async (bibjson: Json) =>
      (await ask(`${v3}articles?api_key=KA`, 'POST', article(bibjson))).json.id;
    const id = await send({});
    expect(await send({ link: [link('https://j1.example.org/moved')] })).toBe(id);
    expect(
      await send({ identifier: [...J1, doi('10.5555/other')], link: [link('https://j1.example.org/moved')] }),
    ).toBe(id);
    expect(await storedArticles(sandbox)).toHaveLength(1);
  });

  it("leaves another account's article alone", async () => {
    const identifier = [{ type: 'eissn', id: '4444-5555' }, doi('10.5555/one')];
    const other = await ask(`${v3}articles?api_key=KB`, 'POST', article({ identifier, link: [] }));
    const own = await ask(`${v3}articles?api_key=KA`, 'POST', article());
    expect([other.status, own.status]).toEqual([201, 201]);
    expect(own.json.id).not.toBe(other.json.id);
  });

  it('lists the ISSNs of journals', async () => {
    const { bibjson } = (await ask(`${v3}journals/J1`)).json;
    expect(bibjson.identifier).toEqual(J1);
    expect(bibjson).not.toHaveProperty('pissn');
    expect((await ask(`${v3}search/journals/issn:2222-1115`)).json.results[0].bibjson.identifier).toEqual([
      { type: 'eissn', id: '2222-1115' },
    ]);
  });

  it.each(['*', 'a*', 'title:/jo.*l/', 'a~', '"a b"~5', 'te?t'])('refuses the query %s', async (query) => {
    const answer = await ask(`${v3}search/journals/${encodeURIComponent(query)}`);
    expect([answer.status, answer.error]).toEqual([400, 'Query contains disallowed Lucene features']);
  });

  it('accepts slashes, escaped or not, and sorts by texts', async () => {
    await ask(`${v3}articles?api_key=KA`, 'POST', article());
    for (const query of ['doi:10.5555/one', 'doi:10.5555%5C/one']) {
      expect((await ask(`${v3}search/articles/${query}`)).json.total).toBe(1);
    }
    const sorted = await ask(`${v3}search/journals/title:journal?sort=bibjson.title:desc`);
    expect(sorted.json.results.map((hit: Json) => hit.id)).toEqual(['J5', 'J4', 'J2', 'J1']);
    expect((await ask(`${v3}search/journals/publisher:press`)).json.total).toBe(4);
  });
});
