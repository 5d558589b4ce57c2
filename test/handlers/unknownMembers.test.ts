import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Dialect } from '../../src/shared/directory/account.ts';
import { isObject, type Json } from '../../src/shared/json.ts';
import { startApplicationDirectory } from '../helpers/applicationWorld.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';
import { runCli } from '../helpers/runCli.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

/** Members that no reference names, some with types that a reader may stumble over. */
const strange: Record<string, Json> = {
  language_editions: [{ id: 'j2', language: 'FR' }, null, 'x', { id: { deep: [[[]]] } }],
  publisher_comment: 'x'.repeat(5_000),
  crdc: { code: null, terms: [[1, 2], [true]] },
  constructor: 'none',
  toString: [1],
};

/** The same answer with those members in every journal, at each of its levels. */
function withStrange(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withStrange);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withStrange(one)]));
  const { bibjson, admin } = inner;
  if (!isObject(bibjson)) return inner;
  return {
    ...inner,
    ...strange,
    bibjson: {
      ...bibjson,
      ...strange,
      subject: [{ scheme: 'CRDC', code: 'C-1', term: 'Soils', level: 3 }, { scheme: null }],
      labels: ['s2o', { name: 'new' }, 7],
    },
    admin: { ...(isObject(admin) ? admin : {}), ...strange },
  };
}

test.each<Dialect>(['3.0.1', '4.0'])(
  'members of journals that nobody knows are kept or ignored (%s)',
  async (dialect) => {
    const directory = await startApplicationDirectory();
    onTestFinished(() => directory.stop());
    const world = await openWorldForTest({
      directory: directory.directory,
      dialect,
      fetch: async (address, init) => {
        const answer = await fetch(address, init);
        if ((init?.method ?? 'GET') !== 'GET' || !/journals/.test(String(address))) return answer;
        const json: unknown = await answer.json();
        return new Response(JSON.stringify(withStrange(json)), {
          status: answer.status,
          headers: { 'content-type': 'application/json' },
        });
      },
    });
    const { accountId, handlers } = world;
    const { journals } = await handlers['journals.refresh']({ accountId });
    expect(journals.length).toBeGreaterThan(5);
    const [first] = journals;
    const { record } = await handlers['journals.get']({ accountId, id: first!.id, fresh: true });
    expect(JSON.stringify(record)).toContain('language_editions');
    const { file } = await handlers['journals.writeFile']({ accountId, journalIds: [first!.id] });
    expect(file.text).toContain(first!.title);
    const checked = await handlers['journals.checkFile']({
      ...{ accountId, name: 'own.csv' },
      data: Buffer.from(file.text).toString('base64'),
    });
    expect(checked.crash).toBeNull();
    expect(checked.report.has_errors).toBe(false);
    const query = `issn:"${first!.eissn ?? first!.pissn}"`;
    const found = { accountId, kind: 'journal' as const, query, sort: '' };
    expect((await handlers['search.run']({ ...found, page: 1, pageSize: 10 })).total).toBe(1);
    const json = await handlers['search.export']({ ...found, format: 'json' });
    expect(json.text).toContain('language_editions');
    const csv = await handlers['search.export']({ ...found, format: 'csv' });
    expect(csv.text).toContain(first!.title);
    // A proposal keeps to what the directory takes.
    const id = await world.propose(1);
    await world.send(id);
    await world.reach(id, ({ sync }) => sync === 'sent' || sync === 'refused');
    expect((await world.get(id)).sync).toBe('sent');
    await handlers['watch.start']({ accountId, isInventory: true });
    await world.when(async () => (await handlers['watch.state']({ accountId })).lookedAt !== '');
    expect((await handlers['watch.state']({ accountId })).problem).toBeNull();
    expect(await handlers['watch.journals']({ accountId })).not.toEqual([]);
  },
);

test('a list of journals that has such members is read', async () => {
  const directory = await startApplicationDirectory();
  onTestFinished(() => directory.stop());
  const { results } = (await (
    await fetch(`${directory.directory['4.0']}search/journals/*?pageSize=10`)
  ).json()) as { results: unknown[] };
  const file = join(temporaryFolder(), 'journals.json');
  writeFileSync(file, JSON.stringify({ results: withStrange(results), more: { total: 'many' } }));
  const record = join(mkdtempSync(join(temporaryFolder(), 'x-')), 'article.json');
  writeFileSync(record, JSON.stringify({ bibjson: { title: 'On moths', year: '2025' } }));
  const { code, err } = await runCli(['check', record, '--journals', file]);
  expect(err).not.toContain('TypeError');
  expect([0, 1]).toContain(code);
});
