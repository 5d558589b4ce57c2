import type { ApplicationRow } from '../../../src/shared/application/applicationDraft.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { setAt } from '../../../src/shared/draft/fieldPath.ts';
import { newApplication } from '../../helpers/applicationRecords.ts';
import { createManyNow, purgeRequestsNow, sendRequestsNow, sendUnkeptNow, withdrawNow } from '../confirm.ts';
import { journals } from '../contents.ts';
import { factOf, noteSave, present } from '../model.ts';
import { type Action, ask, type ChaosWorld, value } from '../world.ts';

const statuses = ['in progress', 'revisions_required', 'rejected', 'accepted', 'waiting'] as const;

/** Users who edit and send applications and Update Requests, and directory staff who decide about them. */
export const applicationActions: Action[] = [
  {
    name: 'create application',
    weight: 6,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const number = world.next();
      const input = random.percent(70)
        ? { accountId, journalId: `journal${random.int(1, journals + 2)}` }
        : { accountId, journalId: null, record: newApplication(2000 + number) };
      const made = await value(world, 'applications.create', input);
      if (!made) return;
      world.model.applications.set(made.id, factOf(accountId, made.record));
      await save(world, made.id, made.version, stampedApplication(made.record, number));
    },
  },
  {
    name: 'create many applications',
    weight: 1,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const journalIds = random.some(['journal1', 'journal2', 'journal3', 'journal4'], 3);
      const changes = [{ path: stampPath, how: 'set' as const, value: stampOf(world.next()) }];
      const made = await createManyNow(world, { accountId, journalIds, changes });
      for (const id of made.how === 'ok' ? made.value.ids : []) {
        const seen = await value(world, 'applications.get', { id });
        if (seen) world.model.applications.set(id, factOf(accountId, seen.record));
      }
    },
  },
  {
    name: 'edit application',
    weight: 6,
    kind: 'action',
    async run(world, random) {
      const id = random.maybe(present(world.model.applications, random.pick(world.accounts).id));
      const seen = id === undefined ? null : await value(world, 'applications.get', { id });
      if (seen) await save(world, seen.id, seen.version, stampedApplication(seen.record, world.next()));
    },
  },
  {
    name: 'send applications',
    weight: 9,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const ids = random.some(present(world.model.applications, accountId), random.int(1, 5));
      if (ids.length === 0) return;
      await sendRequestsNow(world, { accountId, ids });
    },
  },
  {
    name: 'send applications without copies',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      // Only those that wait for a copy are listed.
      const ids = present(world.model.applications, accountId);
      if (ids.length > 0) await sendUnkeptNow(world, { accountId, ids });
    },
  },
  {
    name: 'look up or withdraw',
    weight: 6,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const id = random.maybe(present(world.model.applications, accountId));
      if (id === undefined) return;
      const kind = random.pick(['cancel', 'lookUp', 'delete', 'refreshBase', 'refresh'] as const);
      if (kind === 'cancel') await ask(world, 'applications.cancel', { accountId, ids: [id] });
      else if (kind === 'refresh') await ask(world, 'applications.refresh', { accountId });
      else if (kind === 'delete') await withdrawNow(world, id);
      else await ask(world, `applications.${kind}`, { id });
    },
  },
  {
    name: 'trash applications',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const how = random.pick(['trash', 'trash', 'restore', 'purge'] as const);
      const ids = random.some(present(world.model.applications, accountId, how !== 'trash'), 2);
      if (ids.length === 0) return;
      const input = { accountId, ids };
      const done =
        how === 'purge'
          ? await purgeRequestsNow(world, input)
          : await ask(world, `applications.${how}`, input);
      const isAll = done.how === 'ok' && done.value.count === ids.length;
      if (done.how === 'refused' || (done.how === 'ok' && done.value.count === 0)) return;
      for (const id of ids) {
        const fact = world.model.applications.get(id)!;
        if (how === 'purge') fact.gone = isAll ? true : 'maybe';
        else fact.trashed = isAll ? how === 'trash' : 'maybe';
      }
    },
  },
  {
    name: 'the directory decides',
    weight: 5,
    kind: 'action',
    async run({ directories }, random) {
      if (!directories.isUp) return;
      const place = random.int(0, directories.places.length - 1);
      const { applications } = await directories.state(place);
      // Decisions are final.
      const one = random.maybe(
        applications.filter(({ admin }) => !['accepted', 'rejected'].includes(admin.application_status)),
      );
      if (!one) return;
      const picked = random.pick(statuses);
      // A PUT on a new application in any other state would create a second one (reference/directory-api.md 5.7).
      const waiting = one.admin.current_journal ? 'update_request' : 'pending';
      const status = picked === 'waiting' ? waiting : picked;
      await directories.steer(place, `applications/${one.id}/status`, { status });
    },
  },
  {
    name: 'the directory locks',
    weight: 2,
    kind: 'fault',
    async run({ directories }, random) {
      const place = random.int(0, 1);
      const lock = { type: 'journal', about: `journal${random.int(1, journals)}`, username: 'editor' };
      if (random.percent(60)) await directories.steer(place, 'locks', lock);
      else await directories.steer(place, 'locks', undefined, 'DELETE');
    },
  },
];

const stampPath = 'bibjson.ref.aims_scope';
const stampOf = (number: number) => `https://j.example.org/about/stamp-${number}`;

/** The same record with another content by which it is known at the directory. */
export function stampedApplication(record: DraftRecord, number: number): DraftRecord {
  return setAt(record, stampPath, stampOf(number));
}

async function save(
  world: ChaosWorld,
  id: ApplicationRow['id'],
  version: number,
  record: DraftRecord,
): Promise<void> {
  const fact = world.model.applications.get(id)!;
  const saved = await ask(world, 'applications.save', { id, version, record });
  noteSave(fact, record, saved.how);
}
