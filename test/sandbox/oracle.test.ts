import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/startSandbox.ts';
import {
  ask,
  canonical,
  finishedJob,
  given,
  givenRows,
  type Json,
  setWorld,
  startQuick,
  storedArticles,
  withoutReference,
} from './sandboxClient.ts';

const world = JSON.parse(given('oracle/world_articles.json'));
let sandbox: Sandbox;
let v4: string;

beforeAll(async () => {
  sandbox = await startQuick(world);
  v4 = sandbox.directory['4.0'];
});
afterAll(() => sandbox.stop());

/** The service's message, or undefined if the body is a page or has none. */
function expectedError(row: Json): string | undefined {
  if (row.http === 500 || row.error === null || row.error === undefined) return undefined;
  return withoutReference(row.error as string).trim();
}

describe('articles match the recorded responses', () => {
  it.each(givenRows('oracle/articles.jsonl'))('$row.id: $row.base, $row.mutation', async ({ row, line }) => {
    await ask(`${sandbox.origin}/_sandbox/reset`, 'POST');
    // The payload as written, since JavaScript would turn 3.0 into 3.
    const payload = line.slice(line.indexOf('"payload": ') + 11, line.lastIndexOf(', "accepted": '));
    const answer = await ask(`${v4}articles?api_key=key-pub1`, 'POST', payload);
    expect({ status: answer.status, error: answer.error }).toEqual({
      status: row.http,
      error: expectedError(row),
    });
    const stored = await storedArticles(sandbox);
    const seen = stored.map((article: Json) => ({
      ...article,
      id: '<generated-id>',
      created_date: '<now>',
      last_updated: '<now>',
    }));
    expect(canonical(seen)).toEqual(row.normalised ? [canonical(row.normalised)] : []);
  });
});

describe('duplicates, updates and visibility match the recorded responses', () => {
  it.each(givenRows('oracle/duplicates.jsonl'))('$row.id: $row.scenario', async ({ row }) => {
    const stored = row.stored.map(({ journal_owner: _, ...article }: Json) => article);
    await setWorld(sandbox, { ...world, articles: stored });
    const before = await storedArticles(sandbox);
    const outcome = row.outcome;
    const path = row.op === 'POST' ? 'articles' : `articles/${row.target_id}`;
    const key = row.account ? `?api_key=key-${row.account}` : '';
    const body = row.op === 'POST' || row.op === 'PUT' ? row.incoming : undefined;
    const answer = await ask(`${v4}${path}${key}`, row.op, body);
    expect({ status: answer.status, error: answer.error?.trim() }).toEqual({
      status: outcome.http,
      error: expectedError(outcome),
    });
    const after = await storedArticles(sandbox);
    if (!outcome.record) return;
    const isNew = outcome.article_id === '<generated-id>';
    const record = after.find(
      (article: Json) => article.id === (isNew ? answer.json.id : outcome.article_id),
    )!;
    const seen = {
      ...record,
      last_updated: '<now>',
      ...(isNew ? { id: '<generated-id>', created_date: '<now>' } : {}),
    };
    expect(canonical(seen)).toEqual(canonical(outcome.record));
    const others = (articles: Json) => articles.filter((article: Json) => article.id !== record.id);
    expect(others(after)).toEqual(others(before));
  });
});

describe('bulk uploads match the recorded responses', () => {
  it.each(givenRows('oracle/bulk_articles.jsonl'))('$row.id: $row.scenario', async ({ row }) => {
    await setWorld(sandbox, { ...world, articles: row.stored });
    const submitted = await ask(`${v4}bulk/articles?api_key=key-${row.account}`, 'POST', row.batch);
    expect(submitted.status).toBe(row.submit.http);
    const status = `${v4}bulk/articles/${submitted.json.upload_id}?api_key=`;
    const done = await finishedJob(`${status}key-${row.account}`);
    expect({ ...done, id: '<generated-id>', created: '<now>' }).toEqual(row.status_after_run);
    const other = await ask(`${status}key-pub2`);
    expect({ http: other.status, error: other.error }).toEqual(row.status_for_other_account);
    expect((await storedArticles(sandbox)).length - row.stored.length).toBe(row.articles_created);
  });
});

describe('queries on an empty index match the recorded responses', () => {
  // Recorded below the route; over HTTP a query that begins with a slash never arrives (addenda 3.1).
  const rows = givenRows('oracle/queries.jsonl').filter(({ row }) => !row.query.startsWith('/'));
  beforeAll(() => setWorld(sandbox, { accounts: world.accounts }));
  it.each(rows)('$row.id: $row.type $row.query $row.sort $row.page $row.pageSize', async ({ row }) => {
    const parameters = new URLSearchParams();
    for (const name of ['sort', 'page', 'pageSize']) if (row[name] !== null) parameters.set(name, row[name]);
    if (row.type === 'applications') parameters.set('api_key', 'key-pub1');
    const answer = await ask(`${v4}search/${row.type}/${encodeURIComponent(row.query)}?${parameters}`);
    expect({ status: answer.status, error: answer.error }).toEqual({
      status: row.http,
      error: expectedError(row),
    });
    if (!row.echo) return;
    const { timestamp: _, results, ...echo } = answer.json;
    expect(results).toEqual([]);
    expect(echo).toEqual(row.echo);
  });
});

describe('paging matches the recorded responses', () => {
  it.each(givenRows('oracle/pagination.jsonl'))(
    '$row.id: $row.total hits, page $row.page of $row.pageSize',
    async ({ row }) => {
      const articles = Array.from({ length: row.total }, (_, id) => ({
        id: `p${id}`,
        admin: { in_doaj: true },
        bibjson: { title: 'a b' },
      }));
      await setWorld(sandbox, { ...world, articles });
      const sort = row.response.sort ? `&sort=${encodeURIComponent(row.response.sort)}` : '';
      const answer = await ask(
        `${v4}search/articles/title:a/b?page=${row.page}&pageSize=${row.pageSize}${sort}`,
      );
      const { timestamp: _, ...body } = answer.json;
      expect({ ...body, results: [] }).toEqual(row.response);
      expect(answer.headers.get('link')).toBe(row.link_header);
      expect(answer.headers.get('x-total-count')).toBe(row.x_total_count);
    },
  );
});

describe('plain HTTP matches the recorded responses', () => {
  const rows = givenRows('oracle/http_cases.jsonl');
  const article = {
    id: 'art1',
    admin: { in_doaj: true },
    bibjson: { title: 'A note', identifier: [{ type: 'pissn', id: '1234-5679' }] },
  };
  it.each(rows)('$row.id: $row.method $row.path, $row.case', async ({ row }) => {
    await setWorld(sandbox, { ...world, articles: [article] });
    const headers: Record<string, string> = {};
    if (row.case.includes('form body')) headers['content-type'] = 'application/x-www-form-urlencoded';
    const body = row.request_body === null ? undefined : requestBytes(row.request_body);
    const answer = await ask(`${sandbox.origin}${row.path}`, row.method, body, headers);
    expect(answer.status).toBe(row.status);
    const seen = Object.keys(row.headers).map((name) => [name, generic(answer.headers.get(name) ?? '')]);
    expect(Object.fromEntries(seen)).toEqual(row.headers);
    if (row.body_kind === 'json') expect(JSON.parse(generic(answer.text))).toEqual(row.body);
    if (row.body_kind === 'empty') expect(answer.text).toBe('');
    if (row.body_kind === 'text') expect(answer.text).toContain('<html>');
  });
});

describe('the directory fixtures', () => {
  const { entries } = JSON.parse(given('directory/index.json')) as { entries: Json[] };
  const world = JSON.parse(given('directory/world.json'));
  const ofArticles = entries.filter(
    (entry) =>
      ['article', 'bulk-articles', 'bulk-delete'].includes(entry.kind) && !entry.file.includes('application'),
  );
  it.each(ofArticles)('$file: $why', async ({ file, operation, expect: expected }) => {
    await setWorld(sandbox, world);
    const { api_key } = world.accounts.find((account: Json) => account.id === operation.account);
    const body = given(`directory/${file}`);
    const answer = await ask(`${v4}${operation.path}?api_key=${api_key}`, operation.method, body);
    expect(answer.status).toBe(expected.status);
    if (expected.error_contains) expect(answer.error).toContain(expected.error_contains);
    if (expected.content_type) expect(answer.headers.get('content-type')).toContain(expected.content_type);
    if (expected.id) expect(answer.json.id).toBe(expected.id);
    if (expected.deleted === 0) expect(await storedArticles(sandbox)).toHaveLength(world.articles.length);
    if (expected.get) await expectRecord(`${v4}articles/${answer.json.id}`, expected.get);
    if (expected.final?.status === 'pending') return;
    if (expected.final) {
      const done = await finishedJob(`${v4}bulk/articles/${answer.json.upload_id}?api_key=${api_key}`);
      const { error, ...rest } = expected.final;
      expect(done).toMatchObject(rest);
      if (error) expect(done.error).toContain(error);
    }
  });
});

async function expectRecord(url: string, wanted: Json): Promise<void> {
  const record = (await ask(url)).json;
  for (const [path, value] of Object.entries(wanted)) {
    if (path === 'identifier_types') {
      expect(record.bibjson.identifier.map((entry: Json) => entry.type)).toEqual(value);
    } else if (value === null) {
      expect(record).not.toHaveProperty(path);
    } else {
      expect(record).toHaveProperty(path, value);
    }
  }
}

/** Replaces ids, references and times by the marks of the recorded responses. */
function generic(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}/g, '<generated-id>')
    .replace(/\d{4}-\d\d-\d\dT[0-9:.]+Z/g, '<now>');
}

/** A recorded body; bytes that are not text were recorded as Python prints them. */
function requestBytes(body: string): string | Uint8Array {
  if (!body.startsWith("b'")) return body;
  const bytes = [...body.slice(2, -1).matchAll(/\\x(..)|(.)/gs)];
  return Uint8Array.from(
    bytes.map(([, hex, char]) => (hex ? Number.parseInt(hex, 16) : char!.charCodeAt(0))),
  );
}
