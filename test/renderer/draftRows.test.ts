import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectClient } from '../../src/renderer/state/client.ts';
import {
  idsBetween,
  needRows,
  placeOf,
  refreshRows,
  rowAt,
  showQuery,
  useDraftRows,
} from '../../src/renderer/state/draftRows.ts';
import type { Answer, Bridge } from '../../src/shared/contract/contract.ts';
import type { DraftFilter, DraftRow } from '../../src/shared/draft/draft.ts';

interface Asked {
  filter: DraftFilter;
  offset: number;
  limit: number;
}

/** Main as far as the list needs it: rows whose id is their place; answers come when the test lets them. */
class ListBridge implements Bridge {
  total = 1_000;
  title = 'first';
  waits = false;
  readonly asked: Asked[] = [];
  private readonly held: (() => void)[] = [];

  async invoke(name: string, input: unknown): Promise<Answer> {
    expect(name).toBe('drafts.list');
    const { filter, offset, limit } = input as Asked;
    this.asked.push({ filter, offset, limit });
    const title = filter.text ?? this.title;
    if (this.waits) await new Promise<void>((resolve) => this.held.push(resolve));
    const count = Math.max(0, Math.min(limit, this.total - offset));
    const rows = Array.from({ length: count }, (_, at) => ({ id: offset + at + 1, title }) as DraftRow);
    return { ok: true, value: { total: this.total, rows } };
  }
  subscribe(): () => void {
    return () => {};
  }
  /** Answers what has been asked, the latest first: the order that shows mistakes. */
  async answer(): Promise<void> {
    for (const go of this.held.splice(0).reverse()) go();
    await settled();
  }
}

let bridge: ListBridge;
let stop: () => void;
let accounts = 0;

beforeEach(() => {
  bridge = new ListBridge();
  stop = connectClient(bridge);
});
afterEach(() => stop());

const show = (text?: string) =>
  showQuery({
    accountId: `account ${accounts}`,
    filter: text ? { text } : {},
    sort: { by: 'title', direction: 'asc' },
  });
const chunks = () => useDraftRows.getState().chunks;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

async function showNew(): Promise<void> {
  accounts++;
  show();
  await settled();
}

test('rows come as they are needed, each page once', async () => {
  await showNew();
  needRows(0, 30);
  needRows(262, 280);
  needRows(262, 280);
  await settled();
  expect(bridge.asked.map(({ offset }) => offset)).toEqual([0, 200, 300]);
  expect(rowAt(chunks(), 255)?.id).toBe(256);
  expect(rowAt(chunks(), 155)).toBeUndefined();
  expect(placeOf(chunks(), 256)).toBe(255);
});

test('rows that are about to come into view are here before they do, down and up', async () => {
  await showNew();
  needRows(210, 230);
  await settled();
  needRows(265, 285);
  await settled();
  expect(bridge.asked.map(({ offset }) => offset)).toEqual([0, 200, 100, 300]);
  needRows(965, 985);
  await settled();
  expect(bridge.asked.map(({ offset }) => offset)).toEqual([0, 200, 100, 300, 900]);
});

test('of two searches typed one after the other, the later one wins, whenever the answers come', async () => {
  await showNew();
  bridge.waits = true;
  show('kar');
  show('karst');
  expect(rowAt(chunks(), 0)?.title).toBe('first');
  await bridge.answer();
  expect(rowAt(chunks(), 0)?.title).toBe('karst');
});

test('scrolling past many rows asks for what is in view at the end, not for all of them', async () => {
  await showNew();
  bridge.waits = true;
  for (let first = 100; first < 900; first += 50) needRows(first, first + 20);
  await bridge.answer();
  await bridge.answer();
  expect(rowAt(chunks(), 860)?.id).toBe(861);
  expect(bridge.asked.length).toBeLessThanOrEqual(5);
});

test('a change brings what is in view anew, and forgets the rest', async () => {
  await showNew();
  needRows(300, 320);
  await settled();
  bridge.title = 'second';
  refreshRows();
  await settled();
  await vi.waitFor(() => expect(rowAt(chunks(), 310)?.title).toBe('second'));
  expect(rowAt(chunks(), 0)).toBeUndefined();
});

test('a range takes in rows that were never shown', async () => {
  await showNew();
  const ids = await idsBetween(50, 749);
  expect(ids).toEqual(Array.from({ length: 700 }, (_, at) => at + 51));
});
