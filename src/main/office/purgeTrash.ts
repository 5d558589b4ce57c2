import { trashKeeps } from '../store/oldTrash.ts';
import { write } from '../store/write.ts';
import type { OfficeClient } from './connect.ts';
import type { PullParts } from './rows/pull.ts';
import type { ReceivedRow } from './rows/receive.ts';

/** Rows asked about at once, and at most deleted in one transaction. */
const batchSize = 100;

/**
 * Deletes what nobody has changed in the trash for as long as it is kept, by the clock of the office's database: a
 * computer's clock may be wrong, and any program can have written when something was moved to the trash. Only what this
 * person may edit, and what is here as in the office; the deletions are sent like any other.
 */
export async function purgeTrash(
  client: OfficeClient,
  { db, store, rows, received }: Pick<PullParts, 'db' | 'store' | 'rows' | 'received'>,
): Promise<void> {
  const trashed = store.trashed();
  for (let at = 0; at < trashed.length; at += batchSize) {
    const { rows: old } = await client.query<{ id: string; version: number }>(
      `SELECT id, version FROM colophon.records WHERE id = ANY ($1) AND NOT deleted
         AND changed_at < clock_timestamp() - make_interval(secs => ${trashKeeps / 1000})
         AND account_id IN (SELECT account_id FROM colophon.permissions WHERE may_edit)`,
      [trashed.slice(at, at + batchSize)],
    );
    const removed = write(db, () =>
      rows.together(() =>
        old.flatMap(({ id, version }): ReceivedRow[] => {
          const base = store.base(id);
          // It was changed meanwhile, here or there.
          if (base?.version !== version || base.record !== null || base.kind === 'account') return [];
          rows.remove(base.kind, base.localId);
          return [{ kind: base.kind, accountId: base.accountId, localId: base.localId }];
        }),
      ),
    );
    if (removed.length > 0) received(removed);
  }
}
