import { join } from 'node:path';
import Database from 'better-sqlite3';
import { issnOf } from '../../helpers/applicationRecords.ts';
import { journals, seededId } from '../contents.ts';
import type { Random } from '../seeded.ts';
import { type Action, type ChaosAccount, type ChaosWorld, note } from '../world.ts';

/** The directory's staff, who delete, edit and copy without telling anyone (reference/directory-changes.md 1). */
export const staffActions: Action[] = [
  {
    name: 'staff delete articles',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const { id: accountId, place } = random.pick(world.accounts);
      const chosen = random.some(await atRestThere(world, { id: accountId, place }), random.int(1, 3));
      const seeded = seededId(place, random.int(0, 39));
      const ids = random.percent(70) ? chosen : [seeded];
      await deleteAsStaff(world, place, ids, random.percent(60));
    },
  },
  {
    name: 'staff edit an article',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const { id: accountId, place } = random.pick(world.accounts);
      const id = random.maybe(await atRestThere(world, { id: accountId, place }));
      if (id === undefined || !world.directories.isUp) return;
      const title = `Changed by the staff ${world.next()}`;
      const before = (await world.directories.state(place)).articles.find((one) => one.id === id);
      const done = await world.directories.staff(place, { action: 'editArticle', id, bibjson: { title } });
      if (!done) return;
      note(world, `staff named ${id} "${title}"`);
      world.model.staff.edited.set(id, title);
      world.model.staff.titles.add(String(before?.bibjson.title ?? ''));
    },
  },
  {
    name: 'staff edit a journal, and the directory copies it',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const { place } = random.pick(world.accounts);
      const journal = `journal${random.int(1, journals)}`;
      // Subjects are copied into articles, and no publisher can change them.
      const subject = [{ scheme: 'LCC', term: `Subject ${world.next()}`, code: 'S1' }];
      await world.directories.staff(place, { action: 'editJournal', journal, bibjson: { subject } });
      if (random.percent(60)) await world.directories.staff(place, { action: 'sync' });
    },
  },
];

async function deleteAsStaff(
  world: ChaosWorld,
  place: number,
  ids: readonly string[],
  trace: boolean,
): Promise<void> {
  if (!world.directories.isUp) return;
  const { articles } = await world.directories.state(place);
  const there = articles.filter(({ id }) => ids.includes(id));
  if (there.length === 0) return;
  const action = { action: 'delete', ids: there.map(({ id }) => id), trace };
  const done = await world.directories.staff(place, action);
  if (!done) return;
  note(world, `staff deleted ${action.ids.join(', ')}${trace ? '' : ' without a trace'}`);
  for (const { id, bibjson } of there) {
    world.model.staff.deleted.add(id);
    world.model.staff.titles.add(String(bibjson.title ?? ''));
  }
}

/**
 * Articles that the application has read back, and that none of its work is about: what happens to others while a
 * request is in flight, nobody can tell from what the request did.
 */
async function atRestThere(
  { disk }: ChaosWorld,
  { id: accountId }: Pick<ChaosAccount, 'id' | 'place'>,
): Promise<string[]> {
  const db = new Database(join(disk.folder, 'colophon.db'), { readonly: true });
  try {
    return db
      .prepare<[string], string>(
        `SELECT remote_id FROM ledger l WHERE account_id = ? AND state = 'present' AND own_hash IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM drafts d JOIN upload_items i ON i.draft_id = d.id
           WHERE d.account_id = l.account_id AND i.state IN ('queued', 'sending', 'accepted', 'unsure')
           AND (d.remote_id = l.remote_id OR d.doi_key = l.doi_key OR d.url_key = l.url_key))
         AND NOT EXISTS (SELECT 1 FROM deletions x WHERE x.remote_id = l.remote_id)
         ORDER BY remote_id`,
      )
      .pluck()
      .all(accountId);
  } finally {
    db.close();
  }
}

/** A withdrawn journal returns with the same ids; both are listed, and none of its articles is lost. */
export async function withdrawForAWhile(
  world: ChaosWorld,
  place: number,
  random: Random,
  look: () => Promise<void>,
): Promise<void> {
  const journal = `journal${random.int(1, journals)}`;
  const done = await world.directories.staff(place, { action: 'withdraw', journal });
  if (!done) return;
  note(world, `staff withdrew ${journal}, ${issnOf(Number(journal.slice('journal'.length)) * 2)}`);
  await look();
  await world.directories.staff(place, { action: 'reinstate', journal });
}
