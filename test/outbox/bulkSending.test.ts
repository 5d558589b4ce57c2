import { expect, test } from 'vitest';
import { unrestrictedSending, withholdBy } from '../../src/main/outbox/bulkSending.ts';

test('without an office, everything is sent from here, approved or not', async () => {
  const { obstacle, delegates, needsApproval } = unrestrictedSending;
  expect([obstacle('a'), delegates('a'), needsApproval('a')]).toEqual([null, false, false]);
  const records = { accountId: 'a', kind: 'articles', ids: [1] } as const;
  expect(await withholdBy(unrestrictedSending, records)()).toBeNull();
});

test('what was claimed before the office was left is not sent afterwards', async () => {
  let isShared = true;
  const sending = { announce: async () => 'send' as const, delegates: () => isShared, known: () => [] };
  const records = { accountId: 'a', kind: 'applications', ids: [1] } as const;
  const withhold = withholdBy(sending, records);
  expect(await withhold()).toBeNull();
  isShared = false;
  expect(await withhold()).toMatchObject({ kind: 'no-answer', why: 'withheld' });
  expect(await withholdBy(sending, records)()).toBeNull();
  isShared = true;
  expect(await withhold()).toBeNull();
});

test('what was known of the records is what was known when they were claimed', async () => {
  let version = 3;
  const told: (readonly number[])[] = [];
  const sending = {
    ...unrestrictedSending,
    known: () => [version],
    announce: async (_records: unknown, known: readonly number[]) => {
      told.push(known);
      return 'send' as const;
    },
  };
  const withhold = withholdBy(sending, { accountId: 'a', kind: 'articles', ids: [1] });
  version = 4;
  await withhold();
  expect(told).toEqual([[3]]);
});
