import { expect, test } from 'vitest';
import { createSendCandidates } from '../../../src/main/store/uploads/sendCandidates.ts';
import { article, openStores, planOf } from '../../helpers/storeParts.ts';

test('drafts are read in the requested order without the trash, and know whether they have a duplicate', async () => {
  const { db, draftStore, add } = openStores();
  const doi = (id: string) => article({ identifier: [{ type: 'doi', id }], link: [] });
  const [one, other, alone, gone] = ['10.1/a', '10.1/A', '10.1/b', '10.1/c'].map((id) => add(doi(id)));
  await draftStore.trash('a', { ids: [gone!] }, '2026-02-02T00:00:00.000Z');
  const read = createSendCandidates(db).read([alone!, gone!, other!, one!]);
  expect(read.map(({ id, hasDouble }) => [id, hasDouble])).toEqual([
    [alone, false],
    [other, true],
    [one, true],
  ]);
});

test('no statement of a plan scans the table of drafts', () => {
  const { db } = openStores();
  const statements: string[] = [];
  const spy = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'prepare') return Reflect.get(target, name) as unknown;
      return (sql: string) => {
        statements.push(sql);
        return target.prepare(sql);
      };
    },
  });
  createSendCandidates(spy);
  expect(statements).toHaveLength(9);
  for (const sql of statements) {
    const plan = planOf(db, sql);
    expect(plan, sql).not.toMatch(/SCAN (d|o|drafts)\b/);
    expect(plan, sql).toMatch(/SEARCH (d|drafts|draft_facets) USING/);
  }
});
