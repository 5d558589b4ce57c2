import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { lookOnce } from '../lookAtDirectories.ts';
import type { Random } from '../seeded.ts';
import { note } from '../world.ts';
import type { Member, OfficeWorld } from './officeWorld.ts';

/** How often somebody tries to look, and milliseconds between: a lease that nobody uses any more has to expire first. */
const tries = 40;
const between = 1_000;

/** Has the watch of one computer look at each directory, when nothing else happens, until everybody knows what it found. */
export async function lookInOffice(office: OfficeWorld, random: Random): Promise<void> {
  const [{ accounts, problems }] = office.members as [Member];
  for (const { place } of accounts) {
    const isInventory = random.percent(30);
    const looker = await whoLooks(office, place, {
      isInventory,
      first: random.int(0, office.members.length - 1),
    });
    if (looker) note(looker, `looked at directory ${place}`);
    else problems.push({ check: 'look does not end', text: `Nobody may look at directory ${place}.` });
  }
  for (let left = tries; left > 0; left--) {
    if (await isShared(office)) return;
    await pause(between);
  }
  problems.push({ check: 'findings differ', text: 'What was found is not shared in time.' });
}

/** The member whose computer looked; null if none could. */
async function whoLooks(
  { members }: OfficeWorld,
  place: number,
  { isInventory, first }: { isInventory: boolean; first: number },
): Promise<Member | null> {
  for (let at = 0; at < tries; at++) {
    const member = members[(first + at) % members.length]!;
    const { id } = member.accounts.find((account) => account.place === place)!;
    if (await lookOnce(member, id, isInventory)) return member;
    await pause(between);
  }
  return null;
}

/** Everybody has fetched the last change of each account, and has nothing more to tell. */
async function isShared({ members, sql }: OfficeWorld): Promise<boolean> {
  const rows = await sql<{ account: string; last: string }>(
    'SELECT account_id AS account, max(seq) AS last FROM colophon.watch GROUP BY 1',
  );
  return members.every(({ disk }) => {
    const db = new Database(join(disk.folder, 'colophon.db'), { readonly: true });
    try {
      const last = db
        .prepare<[string], number>('SELECT last_watch FROM office_accounts WHERE office_id = ?')
        .pluck();
      const untold = db
        .prepare<[], number>(
          `SELECT EXISTS (SELECT 1 FROM office_accounts o JOIN findings f ON f.account_id = o.account_id WHERE f.office_seq = 0)
             OR EXISTS (SELECT 1 FROM office_accounts o JOIN ledger l ON l.account_id = o.account_id WHERE l.office_seq = 0)`,
        )
        .pluck();
      return untold.get() === 0 && rows.every((row) => (last.get(row.account) ?? 0) >= Number(row.last));
    } finally {
      db.close();
    }
  });
}
