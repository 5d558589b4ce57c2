import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/startSandbox.ts';
import { ask, finishedJob, given, type Json, setWorld, startQuick, storedArticles } from './sandboxClient.ts';

// The examples of reference/directory-api-addenda.md ("Articles, duplicates, bulk"), over its world and dialect 4.0.

const world = JSON.parse(given('oracle/world_articles.json'));
let sandbox: Sandbox;
let v4: string;
beforeAll(async () => {
  sandbox = await startQuick(world);
  v4 = sandbox.directory['4.0'];
});
afterAll(() => sandbox.stop());
beforeEach(() => setWorld(sandbox, world));

const P = (id: unknown) => ({ type: 'pissn', id });
const E = (id: unknown) => ({ type: 'eissn', id });
const D = (id: unknown) => ({ type: 'doi', id });
const J1 = [P('1234-5679'), E('2345-6787')];
const full = (url: unknown, more: object = {}) => ({ type: 'fulltext', url, ...more });
const article = (bibjson: Json = {}, root: object = {}): Json => ({
  ...root,
  bibjson: { title: 'T', identifier: [...J1, D('10.5555/abc')], ...bibjson },
});

const post = (body: unknown, account = 'pub1') => ask(`${v4}articles?api_key=key-${account}`, 'POST', body);
const put = (id: string, body: unknown, account = 'pub1') =>
  ask(`${v4}articles/${id}?api_key=key-${account}`, 'PUT', body);

/** Status and error of a POST, or the stored record. */
async function outcome(body: unknown, account?: string): Promise<Json> {
  const answer = await post(body, account);
  if (answer.status !== 201) return [answer.status, answer.error];
  return (await storedArticles(sandbox)).find(({ id }: Json) => id === answer.json.id);
}

const castFailed = (path: string) => [
  400,
  expect.stringMatching(new RegExp(`^Schema exception at '${path}', Cast with `)),
];

describe('values are converted to text (4.1)', () => {
  it.each([
    ['true', 'True'],
    ['3.5', '3.5'],
    ['3.0', '3.0'],
    ['1e20', '1e+20'],
    ['[]', '[]'],
    ['{}', '{}'],
    ['["x"]', "['x']"],
    ['{"a": 1}', "{'a': 1}"],
    ['{"a": [null, NaN]}', "{'a': [None, nan]}"],
  ])('%s', async (value, text) => {
    const body = `{"bibjson": {"title": ${value}, "keywords": [${value}, null], "identifier": ${JSON.stringify([...J1, D('10.5555/abc')])}}}`;
    const { bibjson } = await outcome(body);
    expect([bibjson.title, bibjson.keywords]).toEqual([text, [text]]);
  });

  it.each([1, false, [], {}])('except that a content type of %j is refused', async (content_type) => {
    expect(await outcome(article({ link: [full('https://x.org', { content_type })] }))).toEqual(
      castFailed('bibjson.link\\[0\\].content_type'),
    );
  });

  it.each([
    [' pdf ', 'PDF'],
    ['EPUB', 'ePUB'],
    [' text/html ', ' text/html '],
    ['', ''],
  ])('the content type %j is stored as %j', async (content_type, stored) => {
    const { bibjson } = await outcome(article({ link: [full('https://x.org', { content_type })] }));
    expect(bibjson.link[0].content_type).toBe(stored);
  });

  it.each([
    ['httpx://example.org', 'httpx://example.org'],
    ['http:example.org', 'http:example.org'],
    ['http:', 'http:'],
    ['http://', 'http://'],
    ['https:\\\\example.org', 'https:\\\\example.org'],
    ['\u00a0HTTPS://u:p@host:1/a b ', 'HTTPS://u:p@host:1/a b'],
  ])('the address %j is accepted', async (url, stored) => {
    expect((await outcome(article({ link: [full(url)] }))).bibjson.link).toEqual([full(stored)]);
  });

  it.each([
    'ftp://x.org',
    '//host/a',
    'www.example.org',
    'https//host',
    'https://[bad',
    'http://[example.org]/a',
    '\ufeffhttp://x.org',
    5,
    ['https://x.org'],
    true,
  ])('the address %j is refused', async (url) => {
    expect(await outcome(article({ link: [full(url)] }))).toEqual(castFailed('bibjson.link\\[0\\].url'));
  });

  it('required members may be null, which removes the entry, or the type of a link', async () => {
    const { bibjson } = await outcome(
      article({
        author: [{ name: null }, { name: 'A' }],
        identifier: [...J1, D(null), D('10.5555/abc'), { type: null, id: 'x' }, {}],
        link: [full(null), full('  '), { type: null, url: 'https://x.org' }],
      }),
    );
    expect(bibjson.author).toEqual([{ name: 'A' }]);
    expect(bibjson.identifier).toEqual([...J1, D('10.5555/abc')]);
    expect(bibjson.link).toEqual([{ url: 'https://x.org' }]);
    expect(await outcome(article({ identifier: J1, link: [{ type: null, url: 'https://x.org' }] }))).toEqual([
      400,
      'The article must have a DOI and/or a Full-Text URL',
    ]);
  });

  it.each([['FALSE'], ['TrUe'], [true]])('in_doaj may be %j', async (in_doaj) => {
    expect((await outcome(article({}, { admin: { in_doaj } }))).admin).toEqual({ in_doaj: true });
  });

  it.each([0, 1, 1.5, '', ' true', 'yes', []])('in_doaj may not be %j', async (in_doaj) => {
    expect(await outcome(article({}, { admin: { in_doaj } }))).toEqual(castFailed('admin.in_doaj'));
  });

  it('drops empty authors and keywords, but stores empty links', async () => {
    const { bibjson } = await outcome(article({ author: [{ name: '' }], keywords: [''], link: [full('')] }));
    expect([bibjson.author, bibjson.keywords, bibjson.link]).toEqual([undefined, undefined, []]);
  });
});

describe('ISSNs (4.3)', () => {
  const noJournal = [400, expect.stringMatching(/^No journal found/)];
  const notOwner = [403, expect.stringMatching(/^It is not possible/)];
  it.each<[string, object[], unknown]>([
    ['not trimmed, alone', [P('1234-5679 ')], noJournal],
    ['not trimmed, beside a known one', [P('1234-5679 '), E('2345-6787')], notOwner],
    ['padded with a hyphen', [P('12-3455')], 'ok'],
    ['without check digit rules', [P('2041109x')], 'ok'],
    ['padded to the wrong place', [P('2041-109')], noJournal],
    ['the last of a type is padded', [P('1234-5679'), P('12345679')], 'ok'],
    ['an earlier one is not', [P('12345679'), P('1234-5679')], notOwner],
    ['twice the same', [P('1234-5679'), P('1234-5679')], 'ok'],
    [
      'two different own ones',
      [P('1234-5679'), P('3456-7895')],
      [400, expect.stringMatching(/^Too many ISSNs\./)],
    ],
    ['a padded type', [{ type: ' pissn', id: 'x' }, E('4567-8901')], 'ok'],
    ['shared with another account', [P('9012-345X')], notOwner],
    ['shared, with the own one', [P('9012-345X'), E('1111-1119')], notOwner],
    ['only the own one of a shared journal', [E('1111-1119')], 'ok'],
    ['of a journal without owner', [P('1515-1514')], notOwner],
    [
      'of two equal journals',
      [P('1313-1311'), E('1414-1418')],
      [400, "ISSNs provided don't match any journal."],
    ],
    [
      'of a withdrawn journal, in either place',
      [E('5678-9017')],
      [400, expect.stringContaining('withdrawn')],
    ],
    [
      'own and withdrawn together',
      [P('1234-5679'), E('6789-0121')],
      [400, "ISSNs provided don't match any journal."],
    ],
  ])('%s', async (_name, identifier, expected) => {
    const seen = await outcome(article({ identifier: [...identifier, D('10.5555/abc')] }));
    if (expected === 'ok') expect(seen.id).toBeDefined();
    else expect(seen).toEqual(expected);
  });

  it('administrators only bypass the check of ownership', async () => {
    const send = (...identifier: object[]) =>
      outcome(article({ identifier: [...identifier, D('10.5555/abc')] }), 'adm');
    expect((await send(P('7890-1235'))).bibjson.journal.title).toBe('Journal j5');
    expect(await send(P('5555-5551'))).toEqual(noJournal);
    expect(await send(P('1234-5679'), E('8901-2348'))).toEqual([
      400,
      "ISSNs provided don't match any journal.",
    ]);
    expect(await send(P('5678-9017'))).toEqual([400, expect.stringContaining('withdrawn')]);
  });
});

describe('DOIs and ORCID iDs (4.3)', () => {
  it.each(['10.a/b', '10.5555//abc', 'info:hdl/10.5555/abc', '10.5555/abc\n', 'DOI:10.5555/abc'])(
    '%j is stored as sent',
    async (doi) => {
      expect((await outcome(article({ identifier: [...J1, D(doi)] }))).bibjson.identifier[2].id).toBe(doi);
    },
  );

  it.each([
    'https://doi.org//10.5555/abc',
    'https://doi.org/doi:10.5555/abc',
    'urn:doi:10.5555/abc',
    '//doi.org/10.5555/abc',
    '10./abc',
    '10.5555/a\u00a0b',
    '   ',
  ])('%j is refused', async (doi) => {
    expect(await outcome(article({ identifier: [...J1, D(doi)] }))).toEqual([400, 'Invalid DOI format.']);
  });

  it.each([
    ['https://orcid.org/0000-0002-1825-٠٠١7', true],
    ['https://orcid.org/0000-0002-1825-0097\n', true],
    ['https://orcid.org/٠000-0002-1825-0097', false],
    ['https://orcid.org/0000-0002-1694-233x', false],
    ['', false],
  ])('the ORCID iD %j: %s', async (orcid_id, isTaken) => {
    const seen = await outcome(article({ author: [{ name: 'A', orcid_id }] }));
    expect(seen.id !== undefined).toBe(isTaken);
  });
});

describe('the first problem is reported (4.4)', () => {
  it.each<[string, Json, string]>([
    [
      'admin before a link',
      article({ link: [full(5)] }, { admin: [1] }),
      "Found 'admin' = '[1]' but expected object/dict",
    ],
    [
      'a link before keywords',
      article({ keywords: 'x', link: [{ type: 'homepage', url: 'https://x.org' }] }),
      "Schema exception at 'bibjson.link[0].type'",
    ],
    [
      'a link before authors',
      article({ author: 'A', link: [full('https://x.org', { content_type: 1 })] }),
      "Schema exception at 'bibjson.link[0].content_type'",
    ],
    [
      'the journal before a link',
      article({ journal: 'x', link: [full(5)] }),
      "Found 'bibjson.journal' = 'x' but expected",
    ],
    [
      'a text for a list',
      article({ subject: 'x' }),
      'Expecting list at bibjson.subject but found something else',
    ],
    [
      'a text for an ignored object',
      article({ subject: ['x'] }),
      "Found 'bibjson.subject[0]' = 'x' but expected object/dict",
    ],
    [
      'a text for an ignored list',
      article({ journal: { language: 'EN' } }),
      'Expecting list at bibjson.journal.language but found',
    ],
    [
      'null in a list of objects',
      article({ author: [null] }),
      "Found 'bibjson.author[0]' = 'None' but expected object/dict",
    ],
    [
      'a list in a list of objects',
      article({ author: [['x']] }),
      "Found 'bibjson.author[0]' = '['x']' but expected object/dict",
    ],
    [
      'a missing type before a url',
      article({ link: [{}] }),
      "Field 'type' is required but not present at 'bibjson.link[0].'",
    ],
    [
      'a missing name',
      article({ author: [{ name: 'A' }, {}] }),
      "Field 'name' is required but not present at 'bibjson.author[1].'",
    ],
    ['a missing record', {}, "Field 'bibjson' is required but not present at 'root'"],
    [
      'blanks for a date',
      article({}, { created_date: '  ' }),
      "Schema exception at 'created_date', Cast with <function date_str.<locals>.datify at 0x?> failed on '  ' of type <class 'str'>",
    ],
  ])('%s', async (_name, body, error) => {
    expect(await outcome(body)).toEqual([400, expect.stringContaining(error)]);
  });

  it.each<[string, Json, boolean]>([
    ['the id', article({}, { id: '<script>' }), true],
    ['an ignored admin text', article({}, { admin: { upload_id: 'a<script>b' } }), true],
    ['the sent journal title', article({ journal: { title: '<script>' } }), true],
    ['a keyword that is the tag', article({ keywords: ['<script>'] }), true],
    ['a keyword with the tag in it', article({ keywords: ['x<script>'] }), false],
    ['an author', article({ author: [{ name: '<script>' }] }), false],
    ['a pruned member', article({ wibble: '<script>' }), false],
    ['another spelling', article({ title: '<SCRIPT><script src=x>' }), false],
  ])('a script tag in %s: %#', async (_name, body, isRefused) => {
    const seen = await outcome(body);
    if (isRefused) expect(seen).toEqual([400, expect.stringContaining('Metadata contains <script> tag.')]);
    else expect(seen.id).toBeDefined();
  });

  it('keeps empty texts except for the title, year, month and abstract', async () => {
    const { bibjson, admin } = await outcome(
      article(
        {
          title: '',
          year: '',
          month: '',
          abstract: '',
          journal: { volume: '', number: '', start_page: '' },
          author: [{ name: '   ', affiliation: '' }],
        },
        { admin: { publisher_record_id: '' } },
      ),
    );
    expect([bibjson.title, bibjson.year, bibjson.month, bibjson.abstract]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([bibjson.journal.volume, bibjson.journal.number, bibjson.start_page]).toEqual(['', '', '']);
    expect([bibjson.author, admin.publisher_record_id]).toEqual([[{ name: '   ', affiliation: '' }], '']);
  });
});

describe('duplicates (7)', () => {
  const stored = (id: string, doi: string | undefined, url: string | undefined, identifier = J1) => ({
    id,
    created_date: '2018-01-01T00:00:00Z',
    admin: { in_doaj: true, upload_id: 'u', publisher_record_id: 'r' },
    bibjson: {
      title: 'S',
      identifier: [...identifier, ...(doi ? [D(doi)] : [])],
      ...(url ? { link: [full(url)] } : {}),
    },
  });
  const withStored = (...articles: object[]) => setWorld(sandbox, { ...world, articles });
  const send = (doi: string | undefined, url: string | undefined, account?: string) =>
    post(
      article({ identifier: [...J1, ...(doi ? [D(doi)] : [])], ...(url ? { link: [full(url)] } : {}) }),
      account,
    );

  it.each([
    ['https://a.org/x', 'https://a.org/x?', 201],
    ['https://a.org/x', 'https://a.org/x#', 201],
    ['https://a.org/x', 'https://a.org/x;', 201],
    ['https://a.org/x', 'HTTPS://a.org/x', 201],
    ['https://a.org/ab', 'https://a.org/a\nb', 201],
    ['https://a.org/x', 'http://a.org/x', 201],
    ['https://a.org/x', 'https://a.org/x/', 403],
    ['https://a.org/x', 'https://a.org/x?y', 403],
    ['https://a.org/x', 'https://A.org/x', 403],
    ['https://a.org/x', 'https://a.org:443/x', 403],
    ['https://a.org/x', 'httpx://a.org/x', 403],
  ])('%s and %j, same DOI: %i', async (kept, sent, status) => {
    await withStored(stored('s', '10.5555/one', kept));
    expect((await send('10.5555/one', sent)).status).toBe(status);
  });

  it.each([['10.5555/one/'], ['10.5555/one.'], ['10.5555/%6Fne'], ['10.5555//one']])(
    '%s is another DOI than 10.5555/one',
    async (doi) => {
      await withStored(stored('s', '10.5555/one', undefined));
      const answer = await send(doi, undefined);
      expect([answer.status, answer.json.id === 's']).toEqual([201, false]);
    },
  );

  it('administrators overwrite by either key', async () => {
    await withStored(
      stored('s', '10.5555/one', 'https://a.org/x'),
      stored('t', '10.5555/two', 'https://a.org/y'),
    );
    expect((await send('10.5555/one', 'https://a.org/new', 'adm')).json.id).toBe('s');
    expect((await send('10.5555/two', 'https://a.org/new', 'adm')).status).toBe(400);
  });

  it('a match in another account with equal keys is overwritten', async () => {
    await withStored(stored('s', '10.5555/one', undefined, [P('7890-1235'), E('8901-2348')]));
    expect((await send('10.5555/one', undefined)).json.id).toBe('s');
    const [{ bibjson, created_date, admin }] = await storedArticles(sandbox);
    expect([bibjson.identifier, created_date]).toEqual([[...J1, D('10.5555/one')], '2018-01-01T00:00:00Z']);
    expect(admin).toEqual({ in_doaj: true, upload_id: 'u', publisher_record_id: 'r' });
  });

  it('an update of both keys keeps id and date but loses the admin part', async () => {
    await withStored(stored('s', '10.5555/one', 'https://a.org/x'));
    const both = article({ identifier: [...J1, D('10.5555/new')], link: [full('https://a.org/new')] });
    expect((await put('s', both)).status).toBe(204);
    const [record] = await storedArticles(sandbox);
    expect([record.id, record.created_date, record.admin]).toEqual([
      's',
      '2018-01-01T00:00:00Z',
      { in_doaj: true },
    ]);
  });

  it("an update to another record's pair overwrites that record", async () => {
    await withStored(
      stored('s', '10.5555/one', 'https://a.org/x'),
      stored('t', '10.5555/two', 'https://a.org/y', [P('7890-1235')]),
    );
    expect(
      (
        await put(
          's',
          article({ title: 'New', identifier: [...J1, D('10.5555/two')], link: [full('https://a.org/y')] }),
        )
      ).status,
    ).toBe(204);
    const titles = Object.fromEntries(
      (await storedArticles(sandbox)).map(({ id, bibjson }: Json) => [id, bibjson.title]),
    );
    expect(titles).toEqual({ s: 'S', t: 'New' });
  });

  it('an update may move to another own journal, or drop an ISSN', async () => {
    await withStored(stored('s', '10.5555/one', undefined));
    for (const identifier of [[P('1234-5679')], [P('3456-7895')]]) {
      expect((await put('s', article({ identifier: [...identifier, D('10.5555/one')] }))).status).toBe(204);
    }
  });
});

describe('bulk (8.3)', () => {
  const run = async (batch: unknown, account = 'pub1') => {
    const { json } = await ask(`${v4}bulk/articles?api_key=key-${account}`, 'POST', batch);
    return finishedJob(`${v4}bulk/articles/${json.upload_id}?api_key=key-${account}`);
  };
  const sorted = (reasons: Json) =>
    Object.fromEntries(
      Object.entries(reasons).map(([kind, issns]) => [kind, [...(issns as string[])].sort()]),
    );

  it.each<[string, object[], object]>([
    ['a known and an unknown ISSN', [P('1234-5679'), E('5555-5551')], { unmatched: ['5555-5551'] }],
    ['swapped ISSNs', [P('2345-6787'), E('1234-5679')], { unmatched: ['1234-5679', '2345-6787'] }],
    ['a shared ISSN', [P('9012-345X')], { shared: ['9012-345X'] }],
    ['a journal without owner', [P('1515-1514')], { unowned: ['1515-1514'] }],
  ])('the reasons for %s', async (_name, identifier, reasons) => {
    const job = await run([article({ identifier: [...identifier, D('10.5555/abc')] })]);
    expect([job.status, sorted(job.failure_reasons)]).toEqual(['failed', reasons]);
  });

  it('reports the first faulty record, then the batch itself, then the store', async () => {
    const unknown = article({ identifier: [P('5555-5551'), D('10.5555/u')] });
    const broken = { bibjson: { title: 'x' } };
    expect((await run([unknown, broken])).error).toBe('Unanticipated error when importing articles');
    expect((await run([broken, unknown])).error).toBe(
      "Field 'identifier' is required but not present at 'bibjson.'",
    );
    expect((await run([article(), article(), broken])).error).toContain("Field 'identifier'");
    expect((await run([article(), article()])).error).toBe(
      'One or more articles in this batch have duplicate identifiers',
    );
  });
});
