import { randomUUID } from 'node:crypto';
import { articleKeys } from '../../shared/article/articleKeys.ts';
import type { AccountPreview } from '../../shared/office/office.ts';
import { sameJson } from '../../shared/sameJson.ts';
import { fail } from '../platform/failures.ts';
import type { Db } from '../store/database.ts';
import { hashOf } from '../store/office/officeStore.ts';
import { parseContent } from '../store/office/officeTriggers.ts';
import { write } from '../store/write.ts';
import type { OfficeClient } from './connect.ts';
import {
  type AccountParts,
  addAccount,
  findTwin,
  linkAccount,
  mayAddAccounts,
  readSharedAccounts,
} from './officeAccounts.ts';
import { fetchPage } from './rows/fetchRows.ts';
import { readRow } from './rows/readRow.ts';
import type { ReceiveParts } from './rows/receive.ts';

export type JoinParts = AccountParts & Pick<ReceiveParts, 'rows'>;

/** Drafts of an account that are in the office as well. */
interface Pair {
  officeId: string;
  kind: 'article' | 'application';
  localId: number;
  version: number;
  /** A hash of the row here if its content is the office's; null: the two differ. */
  same: string | null;
}

type Counts = Pick<AccountPreview, 'same' | 'newerHere' | 'newerThere' | 'different'>;

/** Compares every account with the office, without changing anything. `officeId` is the id of the office. */
export async function previewJoin(
  client: OfficeClient,
  parts: JoinParts,
  officeId: string,
): Promise<AccountPreview[]> {
  const shared = await readSharedAccounts(client);
  const here = parts.accounts.list();
  const links = parts.store.office()?.id === officeId ? parts.store.accounts() : [];
  const previews: AccountPreview[] = [];
  for (const account of shared) {
    const { name, base } = account;
    const link = links.find((one) => one.officeId === account.officeId);
    const twin = link?.accountId ?? findTwin(here, account)?.id ?? null;
    const counts =
      twin === null
        ? { ...nothing, newerThere: await countThere(client, account.officeId) }
        : link
          ? await compareVersions(client, parts, account.officeId, twin)
          : countPairs(await findPairs(client, parts, account.officeId, twin), parts.db, twin);
    previews.push({ name, base, isHere: twin !== null, isThere: true, isShared: true, ...counts });
  }
  const isShared = await mayAddAccounts(client);
  for (const account of here) {
    const isLinked = links.some(({ accountId }) => accountId === account.id);
    if (account.kind === 'sandbox' || isLinked || shared.some((one) => findTwin([account], one))) continue;
    const newerHere = countHere(parts.db, account.id);
    const { name, base } = account;
    previews.push({ name, base, isHere: true, isThere: false, isShared, ...nothing, newerHere });
  }
  return previews;
}

/** AppError `state` if joining would share or fetch other accounts than a person was shown, or those of other origins. */
export function assertListed(now: readonly AccountPreview[], listed: readonly AccountPreview[]): void {
  const isSame =
    now.length === listed.length &&
    now.every((account, at) => sameJson(withoutCounts(account), withoutCounts(listed[at]!)));
  if (isSame) return;
  throw fail('office.error.joinChanged');
}

/** Counts change with every edit; what is edited in an office is shared anyway. */
function withoutCounts({ name, base, isHere, isThere, isShared }: AccountPreview) {
  return { name, base, isHere, isThere, isShared };
}

/** Links the accounts of this folder and of the office; afterwards, pulling and pushing merge both. */
export async function linkAccounts(client: OfficeClient, parts: JoinParts): Promise<void> {
  const { db, store, accounts, rows } = parts;
  await shareAccounts(client, parts);
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  const links = new Map(store.accounts().map(({ officeId, accountId }) => [officeId, accountId]));
  for (const shared of await readSharedAccounts(client)) {
    if (links.get(shared.officeId)) continue;
    const twin = findTwin(accounts.list(), shared);
    if (!twin) {
      addAccount(parts, shared);
      continue;
    }
    // Another text once any other connection has written, or this one.
    const state = () => `${db.pragma('data_version', { simple: true })} ${changes.get()}`;
    const before = state();
    const { pairs } = await findPairs(client, parts, shared.officeId, twin.id);
    write(db, () => {
      const isUntouched = state() === before;
      linkAccount(store, shared.officeId, twin.id);
      for (const { officeId, kind, localId, version, same } of pairs) {
        // While the others were compared, the row may have been changed, or deleted: then the office's is fetched.
        const now = isUntouched ? '' : rows.read(kind, localId);
        if (now === null) continue;
        const isSame = isUntouched ? same !== null : same === hashOf(now);
        const link = { officeId, kind, accountId: twin.id, localId };
        // The two differ, and no common version is known.
        store.setBase({ ...link, version: isSame ? version : 0, record: isSame ? null : '{}' });
        if (!isSame) store.addWaiting(kind, twin.id, localId);
      }
      store.addUnknown(twin.id);
    });
  }
}

/** Adds this folder's accounts to the office where it lacks them, if this person may. */
async function shareAccounts(client: OfficeClient, { accounts, store, rows }: JoinParts): Promise<void> {
  if (!(await mayAddAccounts(client))) return;
  const linked = new Set(store.accounts().map(({ accountId }) => accountId));
  const shared = await readSharedAccounts(client);
  for (const account of accounts.list()) {
    const isThere = linked.has(account.id) || shared.some((one) => findTwin([account], one));
    if (account.kind === 'sandbox' || isThere) continue;
    const { rows: added } = await client.query<{ is_added: boolean }>(
      'SELECT colophon.add_account($1, $2) AS is_added',
      [randomUUID(), rows.read('account', account.id)],
    );
    if (!added[0]?.is_added) throw fail('office.error.hiddenAccount', { name: account.name });
  }
}

const nothing: Counts = { same: 0, newerHere: 0, newerThere: 0, different: 0 };

/** Finds the drafts that both have, by directory id, DOI or full-text address; each is paired once. */
async function findPairs(
  client: OfficeClient,
  parts: JoinParts,
  officeId: string,
  accountId: string,
): Promise<{ pairs: Pair[]; unpaired: number }> {
  const pairs: Pair[] = [];
  if (countHere(parts.db, accountId) === 0) return { pairs, unpaired: await countThere(client, officeId) };
  const find = twinFinder(parts.db, accountId);
  let unpaired = 0;
  for (let after = 0; ; ) {
    const page = await fetchPage(
      client,
      { officeId, after },
      (head) => head.kind !== 'account' && !head.deleted,
    );
    for (const sent of page?.rows ?? []) {
      const row = readRow(sent);
      if (row === null || row.kind === 'account' || row.content === null) continue;
      const { id, kind, content, version } = row;
      const localId = find(kind, content);
      if (localId === null) unpaired++;
      else {
        const mine = parts.rows.read(kind, localId);
        const isSame = mine !== null && sameJson(parseContent(mine), content);
        pairs.push({ officeId: id, kind, localId, version, same: isSame ? hashOf(mine) : null });
      }
    }
    if (!page?.isFull) return { pairs, unpaired };
    after = page.last;
  }
}

/** Returns the draft here that is the same as one of the office, each at most once. */
function twinFinder(db: Db, accountId: string) {
  const taken = new Set<string>();
  const statement = (table: string, column: string, more = '') =>
    db
      .prepare<[string, string], number>(
        `SELECT id FROM ${table} WHERE account_id = ? AND ${column} = ?${more} ORDER BY id`,
      )
      .pluck();
  const articles = ['remote_id', 'doi_key', 'url_key'].map((column) =>
    statement('drafts', column, ' AND staged = 0 AND trashed_at IS NULL'),
  );
  const applications = [statement('applications', 'remote_id')];
  return (kind: Pair['kind'], content: ReturnType<typeof parseContent>): number | null => {
    const { doi, url } = articleKeys(content.record);
    const keys = kind === 'article' ? [content.remote_id, doi, url] : [content.remote_id];
    const statements = kind === 'article' ? articles : applications;
    for (const [at, key] of keys.entries()) {
      if (typeof key !== 'string') continue;
      const found = statements[at]!.all(accountId, key).find((id) => !taken.has(`${kind} ${id}`));
      if (found === undefined) continue;
      taken.add(`${kind} ${found}`);
      return found;
    }
    return null;
  };
}

function countPairs(
  { pairs, unpaired }: { pairs: readonly Pair[]; unpaired: number },
  db: Db,
  accountId: string,
): Counts {
  const same = pairs.filter((pair) => pair.same !== null).length;
  const newerHere = countHere(db, accountId) - pairs.length;
  return { same, different: pairs.length - same, newerHere, newerThere: unpaired };
}

/** For an account that was joined before: what has changed on each side since. */
async function compareVersions(
  client: OfficeClient,
  { db, store }: JoinParts,
  officeId: string,
  accountId: string,
): Promise<Counts> {
  const { rows } = await client.query<{ id: string; version: number; deleted: boolean }>(
    `SELECT id, version, deleted FROM colophon.records WHERE account_id = $1 AND kind <> 'account'`,
    [officeId],
  );
  const counts = { ...nothing };
  let waitingThere = 0;
  for (const { id, version, deleted } of rows) {
    const base = store.base(id);
    const isNewer = version > (base?.version ?? 0);
    const isWaiting = base !== null && store.waitingOf(base.kind, base.localId) !== null;
    if (isWaiting) waitingThere++;
    if (isNewer && isWaiting) counts.different++;
    else if (isNewer) counts.newerThere += base === null && deleted ? 0 : 1;
    else if (isWaiting) counts.newerHere++;
    else if (!deleted) counts.same++;
  }
  const waiting = db
    .prepare<[string], number>(
      `SELECT count(*) FROM office_outbox WHERE account_id = ? AND kind <> 'account'`,
    )
    .pluck()
    .get(accountId);
  return { ...counts, newerHere: counts.newerHere + (waiting ?? 0) - waitingThere };
}

async function countThere(client: OfficeClient, officeId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) FROM colophon.records WHERE account_id = $1 AND kind <> 'account' AND NOT deleted`,
    [officeId],
  );
  return rows[0]?.count ?? 0;
}

function countHere(db: Db, accountId: string): number {
  const count = db
    .prepare<[string, string], number>(
      `SELECT (SELECT count(*) FROM drafts WHERE account_id = ? AND staged = 0)
         + (SELECT count(*) FROM applications WHERE account_id = ?)`,
    )
    .pluck();
  return count.get(accountId, accountId) ?? 0;
}
