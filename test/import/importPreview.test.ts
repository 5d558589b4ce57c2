import { afterEach, beforeEach, expect, test } from 'vitest';
import { previewPlaces } from '../../src/main/store/imports/previewReading.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import type { ImportFilter } from '../../src/shared/draft/importing.ts';
import { textOf } from '../helpers/textOf.ts';
import { type ImportHost, startHost } from './importHost.ts';

let host: ImportHost;

beforeEach(() => {
  host = startHost();
});
afterEach(() => host.end());

/** A complete record; without a DOI it is incomplete. */
function article(title: string, doi: string | null, more: DraftRecord = {}): DraftRecord {
  return {
    bibjson: {
      title,
      identifier: [
        { type: 'eissn', id: '2049-3630' },
        ...(doi === null ? [] : [{ type: 'doi', id: `10.5555/${doi}` }]),
      ],
      author: [{ name: 'Ada Lovelace' }],
      journal: { volume: '1' },
      year: '2024',
      month: '1',
      ...more,
    },
  };
}

const caps = { title: 'A TITLE IN CAPITALS ONLY' };

/** Two existing drafts, then a file with every kind of record. */
async function previewMixed(): Promise<number> {
  const first = await host.preview(
    'old.json',
    JSON.stringify([article('Old', 'old'), article('Same', 'same')]),
  );
  await host.accept(first.id);
  const records = [
    article('New', 'new'),
    article('Capitals', 'caps', caps),
    article('No identifier', null),
    article('New again', 'new'),
    article('Old, changed', 'old'),
    article('Same', 'same'),
  ];
  return (await host.preview('mixed.json', JSON.stringify(records))).id;
}

type Between = { from: number; to: number };

/** The positions of the first and the last of some records of a list, by their places in it. */
async function between(id: number, first: number, last = first, show: ImportFilter['show'] = 'all') {
  const { rows } = await host.handlers['imports.rows']({ id, filter: { show }, offset: 0, limit: 500 });
  return { from: rows[first]!.position, to: rows[last]!.position };
}

const tick = (id: number, isTicked: boolean, range?: Between, show: ImportFilter['show'] = 'all') =>
  host.handlers['imports.tick']({ id, filter: { show }, isTicked, between: range });

test('incomplete records are listed first, the others in the order of the file', async () => {
  const id = await previewMixed();
  expect(await host.listed(id)).toEqual([
    'No identifier',
    'New',
    caps.title,
    'New again',
    'Old, changed',
    'Same',
  ]);
});

test('each kind of record can be listed alone', async () => {
  const id = await previewMixed();
  expect(await host.listed(id, 'created')).toEqual(['No identifier', 'New', caps.title]);
  expect(await host.listed(id, 'updated')).toEqual(['Old, changed']);
  expect(await host.listed(id, 'unchanged')).toEqual(['Same']);
  expect(await host.listed(id, 'twice')).toEqual(['New again']);
  expect(await host.listed(id, 'ready')).toEqual(['New', caps.title, 'Old, changed']);
  expect(await host.listed(id, 'incomplete')).toEqual(['No identifier']);
  expect(await host.listed(id, 'leftOut')).toEqual([]);
});

test('findings are counted by record, and the records with one can be listed', async () => {
  const id = await previewMixed();
  const { findings } = host.importStore.get(id);
  expect(findings).toMatchObject({ 'title-caps': 1, 'no-doi-or-url': 1 });
  for (const [code, count] of Object.entries(findings))
    expect(await host.listed(id, 'all', code)).toHaveLength(count);
  expect(await host.listed(id, 'all', 'title-caps')).toEqual([caps.title]);
});

test('unticked records are not imported, and no longer counted', async () => {
  const id = await previewMixed();
  // "No identifier" and "New"; then "Old, changed" and records that are not imported anyway.
  await tick(id, false, await between(id, 0, 1));
  const { status, count } = await tick(id, false, await between(id, 3, 5));
  expect(count).toBe(1);
  expect(status).toMatchObject({ leftOut: 3, created: 3, updated: 1 });
  expect(await host.listed(id, 'leftOut')).toEqual(['No identifier', 'New', 'Old, changed']);

  const accepted = await host.accept(id);
  expect(accepted).toMatchObject({
    state: 'accepted',
    leftOut: 0,
    created: 1,
    updated: 0,
    read: 3,
    readiness: { incomplete: 0 },
  });
  expect(accepted.findings['no-doi-or-url'] ?? 0).toBe(0);
  expect((await host.drafts()).map(({ title }) => title)).toEqual([caps.title, 'Old', 'Same']);
});

test('a preview in which another window unticked records is accepted only once it was seen', async () => {
  const id = await previewMixed();
  const { shown } = host.importStore.get(id);
  const firstTwo = await between(id, 0, 1);
  const ticked = tick(id, false, firstTwo);
  await expect(host.handlers['imports.accept']({ id, shown })).rejects.toMatchObject({ code: 'state' });
  await ticked;
  expect(await host.accept(id)).toMatchObject({ created: 1, updated: 1 });
});

test('a record that is ticked again is imported', async () => {
  const id = await previewMixed();
  await tick(id, false);
  expect(host.importStore.get(id).leftOut).toBe(4);
  await tick(id, true, await between(id, 1));
  await host.accept(id);
  expect((await host.drafts()).map(({ title }) => title)).toEqual(['New', 'Old', 'Same']);
});

test('records that leave the list while they are ticked are meant by their positions', async () => {
  const id = await previewMixed();
  await tick(id, false);
  expect(await host.listed(id, 'leftOut')).toEqual(['No identifier', 'New', caps.title, 'Old, changed']);
  const one = await between(id, 1, 1, 'leftOut');
  const range = await between(id, 1, 2, 'leftOut');
  // A second press arrives when the list has become shorter.
  await Promise.all([tick(id, true, one, 'leftOut'), tick(id, true, one, 'leftOut')]);
  expect(await host.listed(id, 'leftOut')).toEqual(['No identifier', caps.title, 'Old, changed']);
  // A range from a record that has left the list, and back to it.
  await tick(id, true, range, 'leftOut');
  expect(await host.listed(id, 'leftOut')).toEqual(['No identifier', 'Old, changed']);
  const { count } = await tick(id, false, { from: range.to, to: range.from });
  expect(count).toBe(2);
  expect(await host.listed(id, 'leftOut')).toEqual(['No identifier', 'New', caps.title, 'Old, changed']);
});

test('a range goes from incomplete records to others as the list does', async () => {
  const id = await previewMixed();
  const { count } = await tick(id, false, await between(id, 0, 2));
  expect(count).toBe(3);
  expect(await host.listed(id, 'leftOut')).toEqual(['No identifier', 'New', caps.title]);
});

test('ticks are kept while Colophon restarts', async () => {
  const id = await previewMixed();
  await tick(id, false, await between(id, 0));
  await host.stop();
  host = startHost({ dataFolder: host.dataFolder });
  await host.importJobs.recover();
  expect((await host.rows(id)).filter(({ isLeftOut }) => isLeftOut)).toHaveLength(1);
  expect(await host.listed(id, 'leftOut')).toEqual(['No identifier']);
});

test('records of an import that is over cannot be ticked', async () => {
  const id = await previewMixed();
  await host.accept(id);
  const error = await Promise.resolve()
    .then(() => tick(id, false))
    .then(
      () => null,
      (cause: unknown) => cause,
    );
  expect(textOf((error as { full: never }).full)).toContain('mixed.json');
});

test('a page of a large preview is read in the order of an index', async () => {
  const plan = host.db
    .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${previewPlaces({ show: 'all' })} LIMIT 1`)
    .all({ id: 1 })
    .map(({ detail }) => detail);
  expect(plan.join('\n')).toContain('drafts_in_preview');
  expect(plan.join('\n')).not.toContain('TEMP B-TREE');
});
