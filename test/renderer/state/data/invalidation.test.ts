import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectClient } from '../../../../src/renderer/state/data/client.ts';
import {
  invalidate,
  invalidateAll,
  startInvalidation,
  storeAnswer,
} from '../../../../src/renderer/state/data/invalidation.ts';
import { cachedAnswer, callQuery, queryClient } from '../../../../src/renderer/state/data/queries.ts';
import type { ShownCall } from '../../../../src/renderer/state/data/staleCalls.ts';
import type { Answer, Bridge, CallInput, CallName } from '../../../../src/shared/contract/contract.ts';

/** A stand-in for main: a table of responses that the test changes and releases. */
class TableBridge implements Bridge {
  answers: Partial<Record<CallName, unknown>> = {};
  waits = false;
  readonly asked: string[] = [];
  private listener: (name: string, data: unknown) => void = () => {};
  private held: (() => void)[] = [];

  async invoke(name: string): Promise<Answer> {
    this.asked.push(name);
    const value = this.answers[name as CallName];
    if (this.waits) await new Promise<void>((resolve) => this.held.push(resolve));
    return { ok: true, value };
  }
  subscribe(listener: (name: string, data: unknown) => void): () => void {
    this.listener = listener;
    return () => {};
  }
  send(name: string, data: unknown): void {
    this.listener(name, data);
  }
  answer(): void {
    for (const go of this.held.splice(0)) go();
  }
}

let bridge: TableBridge;
let stops: (() => void)[];

beforeEach(() => {
  bridge = new TableBridge();
  stops = [connectClient(bridge), startInvalidation()];
});
afterEach(() => {
  for (const stop of stops) stop();
  queryClient.clear();
});

/** Shows the result of a call as a component does. */
function show<N extends ShownCall>(name: N, input: CallInput<N>): void {
  stops.push(new QueryObserver(queryClient, callQuery(name, input) as never).subscribe(() => {}));
}
const counts = { accountId: 'a' };
const timesAsked = (name: string) => bridge.asked.filter((one) => one === name).length;

test('an event refreshes the shown data of its account only', async () => {
  bridge.answers['applications.counts'] = 1;
  show('applications.counts', counts);
  await expect.poll(() => cachedAnswer('applications.counts', counts)).toBe(1);
  bridge.answers['applications.counts'] = 2;
  bridge.send('applications.changed', { accountId: 'someone else', ids: null });
  bridge.send('applications.changed', { accountId: 'a', ids: null });
  await expect.poll(() => cachedAnswer('applications.counts', counts)).toBe(2);
  expect(timesAsked('applications.counts')).toBe(2);
});

test('many events repeat a call once at once and once more afterwards', async () => {
  bridge.answers['applications.counts'] = 0;
  show('applications.counts', counts);
  await expect.poll(() => cachedAnswer('applications.counts', counts)).toBe(0);
  for (let at = 1; at <= 20; at++) {
    bridge.answers['applications.counts'] = at;
    bridge.send('applications.changed', { accountId: 'a', ids: null });
    await Promise.resolve();
  }
  await expect.poll(() => cachedAnswer('applications.counts', counts)).toBe(20);
  expect(timesAsked('applications.counts')).toBeLessThanOrEqual(3);
});

test('a change during the first request is not lost', async () => {
  bridge.waits = true;
  bridge.answers['applications.counts'] = 'old';
  show('applications.counts', counts);
  bridge.answers['applications.counts'] = 'new';
  bridge.send('applications.changed', { accountId: 'a', ids: null });
  await expect
    .poll(() => {
      bridge.answer();
      return cachedAnswer('applications.counts', counts);
    })
    .toBe('new');
});

test('an event with a value updates without a request, and wins over a pending response', async () => {
  const upload = { id: 7, accountId: 'a', name: 'old', limiter: null };
  bridge.answers['uploads.list'] = [upload];
  show('uploads.list', {});
  await expect.poll(() => cachedAnswer('uploads.list', {})).toEqual([upload]);
  bridge.send('uploads.changed', { ...upload, name: 'new' });
  expect(cachedAnswer('uploads.list', {})).toMatchObject([{ name: 'new' }]);
  expect(timesAsked('uploads.list')).toBe(1);

  bridge.waits = true;
  bridge.answers['uploads.get'] = upload;
  show('uploads.get', { id: 7 });
  bridge.answers['uploads.get'] = { ...upload, name: 'newest' };
  bridge.send('uploads.changed', { ...upload, name: 'newest' });
  await expect
    .poll(() => {
      bridge.answer();
      return cachedAnswer('uploads.get', { id: 7 });
    })
    .toMatchObject({ name: 'newest' });
});

test('a response that is older than an event never replaces what the event brought', async () => {
  const upload = { id: 7, accountId: 'a', state: 'running', limiter: null };
  bridge.answers['uploads.get'] = upload;
  show('uploads.get', { id: 7 });
  const seen: unknown[] = [];
  stops.push(
    queryClient.getQueryCache().subscribe(() => {
      const state = (cachedAnswer('uploads.get', { id: 7 }) as { state: string } | undefined)?.state;
      if (state !== seen.at(-1)) seen.push(state);
    }),
  );
  await expect.poll(() => seen).toEqual(['running']);
  bridge.waits = true;
  invalidate('uploads.get', { id: 7 });
  await expect.poll(() => timesAsked('uploads.get')).toBe(2);
  bridge.answers['uploads.get'] = { ...upload, state: 'done' };
  bridge.send('uploads.changed', { ...upload, state: 'done' });
  await expect
    .poll(() => {
      bridge.answer();
      return [timesAsked('uploads.get'), queryClient.isFetching()];
    })
    .toEqual([3, 0]);
  expect(seen).toEqual(['running', 'done']);
});

test('a response that is older than an action of the user never replaces what the action stored', async () => {
  bridge.answers['applications.counts'] = 'before';
  show('applications.counts', counts);
  await expect.poll(() => cachedAnswer('applications.counts', counts)).toBe('before');
  bridge.waits = true;
  invalidate('applications.counts');
  await expect.poll(() => timesAsked('applications.counts')).toBe(2);
  storeAnswer('applications.counts', counts, () => 'stored' as never);
  bridge.answers['applications.counts'] = 'stored and asked for again';
  bridge.waits = false;
  bridge.answer();
  const seen = [cachedAnswer('applications.counts', counts)];
  await expect
    .poll(() => {
      seen.push(cachedAnswer('applications.counts', counts));
      return seen.at(-1);
    })
    .toBe('stored and asked for again');
  expect(seen).not.toContain('before');
});

test('data that is not shown is refetched only when it is shown again', async () => {
  bridge.answers['compliance.funders'] = ['old'];
  show('compliance.funders', {});
  await expect.poll(() => cachedAnswer('compliance.funders', {})).toEqual(['old']);
  stops.pop()?.();
  bridge.answers['compliance.funders'] = ['new'];
  bridge.send('compliance.fundersChanged', {});
  await expect.poll(() => queryClient.getQueryState(['compliance.funders', {}])?.isInvalidated).toBe(true);
  expect(timesAsked('compliance.funders')).toBe(1);
  show('compliance.funders', {});
  await expect.poll(() => cachedAnswer('compliance.funders', {})).toEqual(['new']);
});

test('after a lost connection everything shown is refetched, without requests to the directory', async () => {
  const asked = { accountId: 'a', kind: 'journal', query: 'x', sort: '', page: 1, pageSize: 25 } as const;
  bridge.answers = { 'app.settings': 'old', 'search.run': 'found' };
  show('app.settings', {});
  show('search.run', asked);
  await expect.poll(() => cachedAnswer('search.run', asked)).toBe('found');
  bridge.answers['app.settings'] = 'new';
  invalidateAll();
  await expect.poll(() => cachedAnswer('app.settings', {})).toBe('new');
  expect(timesAsked('search.run')).toBe(1);
});
