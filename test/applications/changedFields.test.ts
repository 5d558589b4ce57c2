import { expect, test } from 'vitest';
import { changedFields } from '../../src/main/outbox/applications/changedFields.ts';
import { confirmedByColleague } from '../../src/main/platform/plans.ts';
import { removeAt } from '../../src/shared/draft/fieldPath.ts';
import { openStoredApplications } from '../helpers/storedApplications.ts';

test('the changed fields are listed for Update Requests only, and other work runs after every twenty', async () => {
  const { parts, store, rules, accountId, add, addUpdate, addNew } = openStoredApplications();
  const changed = addUpdate(1);
  const { record, base } = store.get(changed);
  addUpdate(2, {});
  addNew(900);
  add(record, null);
  // It no longer names its journal.
  add(removeAt(record, 'admin.current_journal'), base);
  const derived = rules.derive(accountId, record, base);
  const given = { accountId, derived, base, baseAt: null, at: '2026-01-01T00:00:00.000Z' };
  const more = Array.from({ length: 17 }, () => store.create(given).id);
  const last = more.at(-1)!;
  const looked: number[] = [];
  const find = (id: number) => {
    if (looked.push(id) === 1)
      setImmediate(() => {
        store.trash(accountId, [last], given.at);
        store.purge(confirmedByColleague({ applications: store.listTrash(accountId, [last]) }));
      });
    return store.find(id);
  };
  const paths = ['bibjson.oa_start'];
  expect(await changedFields({ ...parts, store: { ids: store.ids, find } }, accountId)).toEqual(
    [changed, ...more.slice(0, -1)].map((id) => ({ id, paths })),
  );
  // Twenty-two were there at first.
  expect(looked).toContain(last);
  expect(looked).toHaveLength(22);
});
