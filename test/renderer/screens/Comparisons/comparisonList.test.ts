import { afterEach, expect, test } from 'vitest';
import { beginComparison } from '../../../../src/renderer/screens/Comparisons/comparisonList.ts';
import { connectClient } from '../../../../src/renderer/state/data/client.ts';
import { startInvalidation, storeAnswer } from '../../../../src/renderer/state/data/invalidation.ts';
import { cachedAnswer } from '../../../../src/renderer/state/data/queries.ts';
import type { Comparison } from '../../../../src/shared/comparisons/comparison.ts';

const begun: Comparison = {
  id: 7,
  accountId: 'a',
  journalTitle: 'J',
  issns: ['1234-5679'],
  year: '2026',
  state: 'running',
  message: null,
  total: null,
  read: 0,
  requests: 0,
  requestsInAll: null,
  counts: { 'missing-there': 0, 'missing-here': 0, different: 0, same: 0, 'crossref-only': 0 },
  aside: 0,
  crossref: null,
  startedAt: '2026-01-01T00:00:00Z',
  finishedAt: null,
};
let stop = () => {};
afterEach(() => stop());

test('a comparison that ends before its start is answered is shown as finished', async () => {
  const listeners = new Set<(name: string, data: unknown) => void>();
  const disconnect = connectClient({
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    invoke: async () => {
      for (const state of ['running', 'done'])
        for (const listener of listeners) listener('comparisons.changed', { ...begun, state });
      return { ok: true, value: begun };
    },
  });
  const stopEvents = startInvalidation();
  stop = () => {
    stopEvents();
    disconnect();
  };
  storeAnswer('comparisons.list', { accountId: 'a' }, () => []);
  expect(await beginComparison({ accountId: 'a', issn: '1234-5679', year: '2026' })).toBe(7);
  expect(cachedAnswer('comparisons.list', { accountId: 'a' })).toEqual([{ ...begun, state: 'done' }]);
});
