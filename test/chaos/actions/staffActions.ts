import { join } from 'node:path';
import Database from 'better-sqlite3';
import { issnOf } from '../../helpers/applicationRecords.ts';
import { journals, seededId } from '../contents.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, note } from '../world.ts';

/** The directory's staff, who delete, edit and copy without telling anyone (reference/directory-changes.md 1). */
export const staffActions: Action[] = [
  {
    name: 'staff delete articles',
    weight: 3,
    kind: 'action',
    run: (world, random) => deleteSome(world, random, [world]),
  },
  {
    name: 'staff edit an article',
    weight: 3,
    kind: 'action',
    run: (world, random) => editOne(world, random, [world]),
  },
  {
    name: 'look at the directory',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      await ask(world, 'watch.start', { accountId, isInventory: random.percent(20) });
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

/** `computers`: all whose work the staff must not meet. */
export async function deleteSome(
  world: ChaosWorld,
  random: Random,
  computers: readonly ChaosWorld[],
): Promise<void> {
  const { place } = random.pick(world.accounts);
  const chosen = random.some(atRestThere(world, computers, place), random.int(1, 3));
  const seeded = seededId(place, random.int(0, 39));
  const ids = random.percent(70) ? chosen : [seeded];
  await deleteAsStaff(world, place, ids, random.percent(60));
}

export async function editOne(
  world: ChaosWorld,
  random: Random,
  computers: readonly ChaosWorld[],
): Promise<void> {
  const { place } = random.pick(world.accounts);
  const id = random.maybe(atRestThere(world, computers, place));
  if (id === undefined || !world.directories.isUp) return;
  const title = `Changed by the staff ${world.next()}`;
  const before = (await world.directories.state(place)).articles.find((one) => one.id === id);
  const done = await world.directories.staff(place, { action: 'editArticle', id, bibjson: { title } });
  if (!done) return;
  note(world, `staff named ${id} "${title}"`);
  world.model.staff.edited.set(id, title);
  world.model.staff.titles.add(String(before?.bibjson.title ?? ''));
}

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
 * Articles that the application knows, and that no work of these computers is about: what happens to others while a
 * request is in flight, nobody can tell from what the request did.
 */
function atRestThere(world: ChaosWorld, computers: readonly ChaosWorld[], place: number): string[] {
  const read = <T>(
    { disk, accounts }: ChaosWorld,
    work: (db: Database.Database, accountId: string) => T,
  ): T => {
    const db = new Database(join(disk.folder, 'colophon.db'), { readonly: true });
    try {
      return work(db, accounts.find((account) => account.place === place)!.id);
    } finally {
      db.close();
    }
  };
  const known = read(world, (db, accountId) =>
    db
      .prepare<[string], Known>(
        `SELECT remote_id remoteId, doi_key doiKey, url_key urlKey FROM ledger
         WHERE account_id = ? AND state = 'present' AND own_hash IS NOT NULL ORDER BY remote_id`,
      )
      .all(accountId),
  );
  return computers
    .reduce(
      (left, computer) =>
        read(computer, (db, accountId) => {
          const isBusy = db
            .prepare<Known & { accountId: string }, number>(
              `SELECT EXISTS (SELECT 1 FROM drafts d LEFT JOIN upload_items i ON i.draft_id = d.id
                 WHERE d.account_id = @accountId
                   AND (d.sync = 'queued' OR i.state IN ('queued', 'sending', 'accepted', 'unsure'))
                   AND (d.remote_id = @remoteId OR d.doi_key = @doiKey OR d.url_key = @urlKey))
                 OR EXISTS (SELECT 1 FROM deletions WHERE remote_id = @remoteId)`,
            )
            .pluck();
          return left.filter((one) => isBusy.get({ ...one, accountId }) === 0);
        }),
      known,
    )
    .map(({ remoteId }) => remoteId);
}

interface Known {
  remoteId: string;
  doiKey: string | null;
  urlKey: string | null;
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
