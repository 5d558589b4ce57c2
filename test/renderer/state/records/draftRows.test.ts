import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectClient } from '../../../../src/renderer/state/data/client.ts';
import { startInvalidation } from '../../../../src/renderer/state/data/invalidation.ts';
import { createPages, findRow, type Pages } from '../../../../src/renderer/state/data/pages.ts';
import { queryClient } from '../../../../src/renderer/state/data/queries.ts';
import { idsBetween } from '../../../../src/renderer/state/records/draftRows.ts';
import type { Answer, Bridge } from '../../../../src/shared/contract/contract.ts';
import type { DraftFilter, DraftRow } from '../../../../src/shared/draft/draft.ts';

interface Asked {
  filter: DraftFilter;
  offset: number;
  limit: number;
}

/** A stand-in for main: rows whose id is their position; responses come when the test releases them. */
class ListBridge implements Bridge {
  total = 1_000;
  title = 'first';
  waits = false;
  /** Ids of rows that cannot be read, which an answer leaves out. */
  unreadable: readonly number[] = [];
  send: (name: string, data: unknown) => void = () => {};
  readonly asked: Asked[] = [];
  private readonly held: (() => void)[] = [];

  async invoke(name: string, input: unknown): Promise<Answer> {
    expect(name).toBe('drafts.list');
    const { filter, offset, limit } = input as Asked;
    this.asked.push({ filter, offset, limit });
    const title = filter.text ?? this.title;
    if (this.waits) await new Promise<void>((resolve) => this.held.push(resolve));
    const count = Math.max(0, Math.min(limit, this.total - offset));
    const rows = Array.from(
      { length: count },
      (_, at) => ({ id: offset + at + 1, title }) as DraftRow,
    ).filter(({ id }) => !this.unreadable.includes(id));
    return { ok: true, value: { total: this.total, rows } };
  }
  subscribe(listener: (name: string, data: unknown) => void): () => void {
    this.send = listener;
    return () => {};
  }
  /** Releases pending responses, the latest first, which is the order that reveals mistakes. */
  async answer(): Promise<void> {
    for (const go of this.held.splice(0).reverse()) go();
    await settled();
  }
}

const sort = { by: 'updated', direction: 'desc' } as const;
let bridge: ListBridge;
let stops: (() => void)[];

beforeEach(() => {
  bridge = new ListBridge();
  stops = [connectClient(bridge), startInvalidation()];
});
afterEach(() => {
  for (const stop of stops) stop();
  queryClient.clear();
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Shows a list as a grid does. */
async function show(text?: string): Promise<Pages<DraftRow>> {
  const query = { accountId: 'a', filter: text ? { text } : {}, sort };
  const pages = createPages('drafts.list', query, ({ rows }) => rows);
  stops.push(pages.subscribe(() => {}));
  await settled();
  return pages;
}

test('rows are fetched as needed, each page once', async () => {
  const list = await show();
  list.need(0, 30);
  list.need(262, 280);
  list.need(262, 280);
  await settled();
  expect(bridge.asked.map(({ offset }) => offset)).toEqual([0, 200, 300]);
  expect(list.row(255)?.id).toBe(256);
  expect(list.row(155)).toBeUndefined();
  expect(findRow(list.shown(), ({ id }) => id === 256)).toBe(255);
  list.need(0, 30);
  expect(list.row(0)?.id).toBe(1);
  await settled();
  expect(bridge.asked).toHaveLength(3);
});

test('rows are fetched before they scroll into view, down and up', async () => {
  const list = await show();
  list.need(210, 230);
  await settled();
  expect(bridge.asked.map(({ offset }) => offset)).toEqual([0, 100, 200]);
  list.need(265, 285);
  await settled();
  list.need(965, 985);
  await settled();
  expect(bridge.asked.map(({ offset }) => offset)).toEqual([0, 100, 200, 300, 900]);
});

test('when two searches are typed quickly, each list has its own rows in any order of responses', async () => {
  bridge.waits = true;
  const first = await show('kar');
  const second = await show('karst');
  await bridge.answer();
  expect(first.row(0)?.title).toBe('kar');
  expect(second.row(0)?.title).toBe('karst');
});

test('scrolling past many rows only fetches those in view at the end', async () => {
  const list = await show();
  bridge.waits = true;
  for (let first = 100; first < 900; first += 50) list.need(first, first + 20);
  await bridge.answer();
  await bridge.answer();
  expect(list.row(860)?.id).toBe(861);
  expect(bridge.asked.length).toBeLessThanOrEqual(5);
});

test('the list keeps its length while other pages are fetched', async () => {
  const list = await show();
  bridge.waits = true;
  list.need(500, 520);
  expect(list.shown()).toMatchObject({ total: 1_000, error: null });
});

test('a change refetches the rows in view and drops the others; unchanged rows stay the same objects', async () => {
  const list = await show();
  list.need(300, 320);
  await settled();
  const before = list.row(310);
  bridge.send('drafts.changed', { accountId: 'a', ids: null });
  await expect.poll(() => bridge.asked.filter(({ offset }) => offset === 300)).toHaveLength(2);
  await settled();
  expect(list.row(310)).toBe(before);
  bridge.title = 'second';
  bridge.send('drafts.changed', { accountId: 'a', ids: null });
  await expect.poll(() => list.row(310)?.title).toBe('second');
  expect(list.row(150)).toBeUndefined();
});

test('a selected range includes rows that were never shown', async () => {
  queryClient.setQueryData(['app.settings', {}], { accountId: 'a' });
  queryClient.setQueryData(['accounts.list', {}], [{ id: 'a' }]);
  await show();
  const ids = await idsBetween(50, 749);
  expect(ids).toEqual(Array.from({ length: 700 }, (_, at) => at + 51));
  expect(bridge.asked.map(({ offset }) => offset)).toEqual([0, 100, 600]);
});

test('a selected range continues after rows that cannot be read', async () => {
  queryClient.setQueryData(['app.settings', {}], { accountId: 'a' });
  queryClient.setQueryData(['accounts.list', {}], [{ id: 'a' }]);
  bridge.unreadable = [100, 650, ...Array.from({ length: 50 }, (_, at) => at + 601)];
  await show();
  const ids = await idsBetween(50, 749);
  const readable = Array.from({ length: 700 }, (_, at) => at + 51).filter(
    (id) => !bridge.unreadable.includes(id),
  );
  expect(ids).toEqual(readable);
});
