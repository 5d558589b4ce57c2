import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  beginRange,
  pickEverything,
  pickNone,
  pickRange,
  togglePick,
  trashPickedOr,
} from '../../../../src/renderer/screens/Drafts/gridActions.ts';
import { connectClient } from '../../../../src/renderer/state/data/client.ts';
import { pageQuery } from '../../../../src/renderer/state/data/pages.ts';
import { queryClient } from '../../../../src/renderer/state/data/queries.ts';
import { draftQuery } from '../../../../src/renderer/state/records/draftRows.ts';
import {
  replaceFilter,
  setPicked,
  sortBy,
  useDraftsView,
} from '../../../../src/renderer/state/records/draftsView.ts';
import { pickAll, pickNothing } from '../../../../src/renderer/state/records/picked.ts';
import type { Answer } from '../../../../src/shared/contract/contract.ts';
import type { DraftFilter } from '../../../../src/shared/draft/draft.ts';

const total = 1_000;
/** Answers that the test holds back; null: they come at once. */
let held: (() => void)[] | null;
/** The selections of `drafts.trash`. */
let trashed: unknown[];
let disconnect: () => void;

/** Ids are places from 1 on, and from 10,001 on in a list with a text. */
async function answer(input: unknown): Promise<Answer> {
  const { filter, offset, limit } = input as { filter: DraftFilter; offset: number; limit: number };
  const first = (filter.text ? 10_001 : 1) + offset;
  const waiting = held;
  if (waiting) await new Promise<void>((resolve) => waiting.push(resolve));
  return { ok: true, value: { total, rows: Array.from({ length: limit }, (_, at) => ({ id: first + at })) } };
}

beforeEach(() => {
  held = null;
  trashed = [];
  disconnect = connectClient({
    invoke: async (name, input) => {
      if (name !== 'drafts.trash') return answer(input);
      trashed.push((input as { selection: unknown }).selection);
      return { ok: true, value: { count: 1, undoId: null } };
    },
    subscribe: () => () => undefined,
  });
  queryClient.setQueryData(['app.settings', {}], { accountId: 'a' });
  queryClient.setQueryData(['accounts.list', {}], [{ id: 'a' }]);
  replaceFilter({});
  pickNone();
});
afterEach(() => {
  disconnect();
  queryClient.clear();
});

const picked = () => useDraftsView.getState().picked;
const only = (...ids: number[]) => ({ all: false, ids: new Set(ids) });

test('a range keeps what was selected before it, and leaves out what only its earlier end had', async () => {
  togglePick(9);
  beginRange();
  await pickRange(1, 4, total);
  expect(picked()).toEqual(only(9, 2, 3, 4, 5));
  await pickRange(1, 2, total);
  expect(picked()).toEqual(only(9, 2, 3));
});

test('the first range of another list has nothing of the former selection', async () => {
  togglePick(9);
  replaceFilter({ text: 'karst' });
  await pickRange(0, 1, total);
  expect(picked()).toEqual(only(10_001, 10_002));
});

test('a range has nothing of what an action has dealt with', async () => {
  togglePick(9);
  setPicked(pickNothing);
  await pickRange(0, 1, total);
  expect(picked()).toEqual(only(1, 2));
});

test.each([
  ['the filter', () => replaceFilter({ text: 'karst' })],
  ['the order', () => sortBy('title')],
])('a range whose rows come after %s has changed selects nothing', async (_what, change) => {
  held = [];
  const ranged = pickRange(0, 1, total);
  change();
  for (const go of held) go();
  await ranged;
  expect(picked()).toEqual(pickNothing);
});

test('a range whose rows come after everything or nothing was selected is dropped', async () => {
  held = [];
  const first = pickRange(0, 1, total);
  pickEverything();
  for (const go of held.splice(0)) go();
  await first;
  expect(picked()).toEqual(pickAll);
  const second = pickRange(0, 1, total);
  pickNone();
  for (const go of held.splice(0)) go();
  await second;
  expect(picked()).toEqual(pickNothing);
});

test('the draft with the focus is moved to the trash once each of all was deselected', async () => {
  queryClient.setQueryData(pageQuery('drafts.list', draftQuery()!, 0).queryKey, { total, rows: [] });
  setPicked({ all: true, except: new Set(Array.from({ length: total }, (_, at) => at + 1)) });
  trashPickedOr(7);
  await expect.poll(() => trashed).toEqual([{ ids: [7] }]);
});
