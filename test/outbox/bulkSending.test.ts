import { expect, test } from 'vitest';
import { unrestrictedSending, withholdBy } from '../../src/main/outbox/bulkSending.ts';

test('without an office, everything is sent from here, approved or not', async () => {
  const { obstacle, delegates, needsApproval } = unrestrictedSending;
  expect([obstacle('a'), delegates('a'), needsApproval('a')]).toEqual([null, false, false]);
  const records = { accountId: 'a', kind: 'articles', ids: [1] } as const;
  expect(await withholdBy(unrestrictedSending, records)()).toBeNull();
});
