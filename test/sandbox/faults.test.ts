import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/startSandbox.ts';
import { ask, startQuick, storedArticles } from './sandboxClient.ts';

const world = {
  accounts: [{ id: 'ann', api_key: 'secret-of-ann', roles: ['api'] }],
  journals: [
    { id: 'j1', admin: { owner: 'ann', in_doaj: true }, bibjson: { title: 'J', pissn: '1234-5679' } },
  ],
};
const article = {
  bibjson: {
    title: 'T',
    identifier: [
      { type: 'pissn', id: '1234-5679' },
      { type: 'doi', id: '10.5555/x' },
    ],
  },
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startQuick(world);
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await ask(`${sandbox.origin}/_sandbox/reset`, 'POST');
});

const control = (path: string, method = 'POST', body?: unknown) =>
  ask(`${sandbox.origin}/_sandbox/${path}`, method, body);
const order = async (fault: object) => expect((await control('faults', 'POST', fault)).status).toBe(204);
const send = () => ask(`${sandbox.directory['4.0']}articles?api_key=secret-of-ann`, 'POST', article);
const countStored = async () => (await storedArticles(sandbox)).length;

describe('each fault', () => {
  it('rate_limit answers 429 as a page, with or without Retry-After', async () => {
    await order({ kind: 'rate_limit', match: { nth: 1 }, retryAfter: 7 });
    await order({ kind: 'rate_limit', match: { nth: 2 } });
    const [first, second, third] = [await send(), await send(), await send()];
    expect([first.status, first.headers.get('retry-after'), first.json]).toEqual([429, '7', undefined]);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, null]);
    expect(third.status).toBe(201);
  });

  it('slow answers correctly, but after later requests', async () => {
    await order({ kind: 'slow', ms: 2_000, match: { nth: 1 } });
    const finished: string[] = [];
    const slow = send().then(({ status }) => finished.push(`slow ${status}`));
    while ((await control('state?only=requests', 'GET')).json.requests.length === 0);
    await ask(`${sandbox.directory['4.0']}journals/j1`).then(({ status }) =>
      finished.push(`quick ${status}`),
    );
    await slow;
    expect(finished).toEqual(['quick 200', 'slow 201']);
  });

  it('drop_before breaks the connection and stores nothing', async () => {
    await order({ kind: 'drop_before' });
    await expect(send()).rejects.toThrow('fetch failed');
    expect(await countStored()).toBe(0);
  });

  it('drop_after stores and then breaks the connection', async () => {
    await order({ kind: 'drop_after' });
    await expect(send()).rejects.toThrow('fetch failed');
    expect(await countStored()).toBe(1);
  });

  it('status answers with the given status, before or after the work', async () => {
    await order({ kind: 'status', status: 502, body: '<html>bad gateway</html>', match: { nth: 1 } });
    await order({
      kind: 'status',
      status: 500,
      body: { status: 'x', error: 'y' },
      after: true,
      match: { nth: 2 },
    });
    const before = await send();
    expect([before.status, before.text, await countStored()]).toEqual([502, '<html>bad gateway</html>', 0]);
    const after = await send();
    expect([after.status, after.json.error, await countStored()]).toEqual([500, 'y', 1]);
  });

  it('truncated sends half of the JSON of a stored record', async () => {
    await order({ kind: 'truncated' });
    const answer = await send();
    expect([answer.status, answer.json, answer.text.startsWith('{"status"')]).toEqual([201, undefined, true]);
    expect(await countStored()).toBe(1);
  });

  it('not_json and wrong_json keep the status', async () => {
    await order({ kind: 'not_json', match: { nth: 1 } });
    await order({ kind: 'wrong_json', match: { nth: 2 } });
    const page = await send();
    expect([page.status, page.headers.get('content-type')]).toEqual([201, 'text/html; charset=utf-8']);
    const other = await send();
    expect([other.status, other.json]).toEqual([201, { unexpected: true }]);
  });

  it('redirect answers with another address and stores nothing', async () => {
    await order({ kind: 'redirect', status: 301, location: 'https://elsewhere.example.org/' });
    const answer = await send();
    expect([answer.status, answer.headers.get('location')]).toEqual([301, 'https://elsewhere.example.org/']);
    expect(await countStored()).toBe(0);
  });

  it.each([
    ['never answers', {}, 0],
    ['never answers though the work is done', { after: true }, 1],
  ])('hang %s', async (_, options, stored) => {
    await order({ kind: 'hang', ...options });
    const url = `${sandbox.directory['4.0']}articles?api_key=secret-of-ann`;
    const stop = new AbortController();
    const asked = fetch(url, { method: 'POST', body: JSON.stringify(article), signal: stop.signal });
    const requests = async () => (await control('state?only=requests', 'GET')).json.requests;
    await expect.poll(requests).toMatchObject([{ status: 0, isHanging: true }]);
    stop.abort();
    await expect(asked).rejects.toThrow('aborted');
    expect(await countStored()).toBe(stored);
  });
});

describe('the requests that a fault affects', () => {
  it('are those with a method and a part of the address, a number of times', async () => {
    await order({ kind: 'status', match: { method: 'POST', path: '/articles', nth: 2, times: 2 } });
    const seen = [];
    for (let count = 0; count < 5; count += 1) seen.push((await send()).status);
    expect(seen).toEqual([201, 503, 503, 201, 201]);
    expect((await ask(`${sandbox.directory['4.0']}journals/j1`)).status).toBe(200);
  });

  it('are those that match a pattern, until the fault is removed', async () => {
    await order([{ kind: 'status', status: 504, match: { regex: 'journals/j\\d$' } }]);
    const read = async () => (await ask(`${sandbox.directory['4.0']}journals/j1`)).status;
    expect([await read(), await read()]).toEqual([504, 504]);
    await control('faults', 'DELETE');
    expect(await read()).toBe(200);
  });

  it('are not affected by an unknown kind of fault, which is refused', async () => {
    const answer = await control('faults', 'POST', { kind: 'explode' });
    expect([answer.status, answer.json.error]).toEqual([
      400,
      expect.stringContaining('A fault needs a kind'),
    ]);
  });
});

describe('the admin state', () => {
  it('lists requests with their status and without keys', async () => {
    await order({ kind: 'drop_before', match: { nth: 2 } });
    await send();
    await send().catch(() => undefined);
    await ask(`${sandbox.directory['4.0']}search/articles/x?a%70i_key=secret-of-ann&page=2`);
    await ask(`${sandbox.directory['4.0']}articles/secret-of-ann?page=secret-of-ann`);
    const { json, text } = await control('state', 'GET');
    expect(
      json.requests.map(({ method, path, status }: { [name: string]: unknown }) => [method, path, status]),
    ).toEqual([
      ['POST', '/directory/api/v4/articles?api_key=***', 201],
      ['POST', '/directory/api/v4/articles?api_key=***', 0],
      ['GET', '/directory/api/v4/search/articles/x?a%70i_key=***&page=2', 200],
      ['GET', '/directory/api/v4/articles/***?page=***', 404],
    ]);
    expect(text).not.toContain('secret-of-ann');
    expect(Object.keys(json)).toEqual([
      'accounts',
      'journals',
      'articles',
      'tombstones',
      'applications',
      'requests',
    ]);
    expect((await control('state?only=articles,journals', 'GET')).json).toEqual({
      journals: [expect.objectContaining({ id: 'j1' })],
      articles: [expect.objectContaining({ admin: { in_doaj: true } })],
    });
  });

  it('can be replaced by another world and restored', async () => {
    await send();
    await control('world', 'POST', { accounts: {}, journals: [], articles: [{ id: 'only' }] });
    expect((await storedArticles(sandbox)).map(({ id }: { id: string }) => id)).toEqual(['only']);
    await control('world', 'POST', world);
    expect(await countStored()).toBe(0);
    expect((await control('world', 'POST', { journals: [{}] })).json.error).toBe(
      'The sandbox world has an entry without id at journals[0].',
    );
  });

  it('is not accessible to pages of other sites', async () => {
    const answer = await ask(`${sandbox.origin}/_sandbox/reset`, 'POST', undefined, {
      origin: 'https://evil.example.org',
    });
    expect(answer.status).toBe(403);
  });
});
