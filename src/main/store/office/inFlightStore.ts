import type { OutboxKind } from '../../../shared/upload/outboxSteps.ts';
import type { Db } from '../database.ts';
import { asWrite } from '../write.ts';

/** A record that was announced to the office, by its id there, with the fencing token. */
export interface InFlight {
  officeId: string;
  token: number;
}

export type InFlightStore = ReturnType<typeof createInFlightStore>;

/** Remembers which records this data folder announced to its office. */
export function createInFlightStore(db: Db) {
  const put = db.prepare<[string, number]>(
    'INSERT OR REPLACE INTO office_in_flight (office_id, token) VALUES (?, ?)',
  );
  const remove = db.prepare<[string, number]>(
    'DELETE FROM office_in_flight WHERE office_id = ? AND token = ?',
  );
  const isSending = db
    .prepare<{ account: string }, number>(
      `SELECT EXISTS (SELECT 1 FROM uploads u JOIN upload_items i ON i.upload_id = u.id AND i.state = 'sending'
           WHERE u.account_id = @account)
         OR EXISTS (SELECT 1 FROM applications WHERE account_id = @account AND sync = 'sending')
         OR EXISTS (SELECT 1 FROM deletions WHERE account_id = @account AND state = 'deleting')`,
    )
    .pluck();
  const countQueued = db
    .prepare<{ account: string }, number>(
      `SELECT (SELECT coalesce(sum(c.n), 0) FROM uploads u JOIN upload_counts c ON c.upload_id = u.id
           WHERE u.account_id = @account AND u.state = 'running' AND c.state IN ('queued', 'sending'))
         + (SELECT count(*) FROM applications WHERE account_id = @account AND sync IN ('queued', 'sending'))
         + (SELECT count(*) FROM deletions WHERE account_id = @account AND state IN ('waiting', 'deleting'))`,
    )
    .pluck();
  // Of a record that is not here any more, nothing is known.
  const settled = db.prepare<[number], InFlight>(
    `SELECT f.office_id officeId, f.token FROM office_in_flight f LEFT JOIN office_base b USING (office_id)
     WHERE (b.kind IS NOT NULL OR EXISTS (SELECT 1 FROM deletions d WHERE d.office_id = f.office_id))
       AND NOT EXISTS (SELECT 1 FROM office_outbox o WHERE o.kind = b.kind AND o.local_id = b.local_id)
       AND NOT EXISTS (SELECT 1 FROM upload_items i WHERE b.kind = 'article' AND i.draft_id = b.local_id
         AND i.state IN ('sending', 'accepted', 'unsure'))
       AND NOT EXISTS (SELECT 1 FROM applications a WHERE b.kind = 'application' AND a.id = b.local_id
         AND (a.sync IN ('sending', 'unsure') OR a.may_be_sent = 1 AND (a.sync = 'queued' OR a.remote_id IS NULL)))
       AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.office_id = f.office_id AND d.office_state = 'waiting'
         AND d.state <> 'waiting')
     LIMIT ?`,
  );
  const officeIdOf = db
    .prepare<[string, number], string>(
      'SELECT office_id FROM office_base WHERE kind = ? AND local_id = ? AND version > 0',
    )
    .pluck();
  return {
    add: asWrite(db, (officeIds: readonly string[], token: number) => {
      for (const id of officeIds) put.run(id, token);
    }),
    remove: asWrite(db, (rows: readonly InFlight[]) => {
      for (const { officeId, token } of rows) remove.run(officeId, token);
    }),
    /** Returns true while a request of the account has no answer. */
    isSending: (accountId: string) => isSending.get({ account: accountId }) === 1,
    /** How many records of the account are still to be sent. */
    countQueued: (accountId: string) => countQueued.get({ account: accountId }) ?? 0,
    /**
     * Records whose outcome is known and in the office. That of an application which a colleague may have sent stays unknown
     * if it is cancelled here.
     */
    settled: (limit: number) => settled.all(limit),
    /** The ids in the office of these records; null if it does not have all of them yet. */
    officeIdsOf(kind: OutboxKind, localIds: readonly number[]): string[] | null {
      const found = localIds.flatMap(
        (id) => officeIdOf.get(kind === 'articles' ? 'article' : 'application', id) ?? [],
      );
      return found.length === localIds.length ? found : null;
    },
  };
}
