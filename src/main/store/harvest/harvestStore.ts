import type { GoneRecord, HarvestSource } from '../../../shared/harvest/harvest.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** Where a stopped run continues. */
export interface StoppedRun {
  token: string;
  responseDate: Instant | null;
  /** With its rest, nothing older is missing. */
  covers: boolean;
}

export interface StoredSource extends HarvestSource {
  accountId: string;
  granularity: string;
  stopped: StoppedRun | null;
}

/** A record as a run received it. */
export interface HarvestedRecord {
  identifier: string;
  datestamp: string;
  title: string;
  isDeleted: boolean;
}

/** The repositories that accounts harvest. */
export type HarvestStore = ReturnType<typeof createHarvestStore>;

export function createHarvestStore(db: Db) {
  const columns = `id, account_id AS accountId, address, name, prefix, set_spec AS "set", granularity,
    harvested_at AS harvestedAt, stopped`;
  type Row = Omit<StoredSource, 'stopped' | 'canResume'> & { stopped: string | null };
  const list = db.prepare<[string], Row>(
    `SELECT ${columns} FROM harvest_sources WHERE account_id = ? ORDER BY id DESC`,
  );
  const find = db.prepare<{ accountId: string; address: string; prefix: string; set: string }, Row>(
    `SELECT ${columns} FROM harvest_sources
     WHERE account_id = @accountId AND address = @address AND prefix = @prefix AND set_spec = @set`,
  );
  const put = db.prepare(
    `INSERT INTO harvest_sources (account_id, address, name, prefix, set_spec, granularity)
     VALUES (@accountId, @address, @name, @prefix, @set, @granularity)
     ON CONFLICT (account_id, address, prefix, set_spec) DO UPDATE SET name = @name, granularity = @granularity`,
  );
  const remove = db.prepare<[number]>('DELETE FROM harvest_sources WHERE id = ?');
  const setStopped = db.prepare<[string | null, number]>(
    'UPDATE harvest_sources SET stopped = ? WHERE id = ?',
  );
  const setHarvested = db.prepare<[string, number]>(
    'UPDATE harvest_sources SET harvested_at = ?, stopped = NULL WHERE id = ?',
  );
  const putRecord = db.prepare<Omit<HarvestedRecord, 'isDeleted'> & { sourceId: number }>(
    `INSERT OR REPLACE INTO harvest_records (source_id, identifier, datestamp, title)
     VALUES (@sourceId, @identifier, @datestamp, @title)`,
  );
  const removeRecord = db.prepare<[number, string]>(
    'DELETE FROM harvest_records WHERE source_id = ? AND identifier = ?',
  );
  const identifiers = db.prepare<[number], { identifier: string; title: string }>(
    'SELECT identifier, title FROM harvest_records WHERE source_id = ? ORDER BY identifier',
  );
  const putGone = db.prepare<GoneRecord & { importId: number }>(
    'INSERT OR REPLACE INTO harvest_gone (import_id, identifier, title, how) VALUES (@importId, @identifier, @title, @how)',
  );
  const gone = db.prepare<[number], GoneRecord>(
    'SELECT identifier, title, how FROM harvest_gone WHERE import_id = ? ORDER BY title, identifier',
  );
  const read = ({ stopped, ...row }: Row): StoredSource => ({
    ...row,
    stopped: stopped === null ? null : (storedJson(stopped) as StoppedRun),
    canResume: stopped !== null,
  });
  return withStorageErrors({
    list: (accountId: string): StoredSource[] => list.all(accountId).map(read),
    /** The source with this address, format and set, created if there is none. */
    ensure: asWrite(
      db,
      (source: {
        accountId: string;
        address: string;
        name: string;
        prefix: string;
        set: string;
        granularity: string;
      }): StoredSource => {
        put.run(source);
        const { accountId, address, prefix, set } = source;
        return read(find.get({ accountId, address, prefix, set })!);
      },
    ),
    remove: asWrite(db, (id: number): void => void remove.run(id)),
    /** Stores where a run stopped; null: it cannot be resumed. */
    setStopped: asWrite(db, (id: number, stopped: StoppedRun | null): void => {
      setStopped.run(stopped && JSON.stringify(stopped), id);
    }),
    /** Stores that a run was complete; `at` is the repository's time at its beginning. */
    setHarvested: asWrite(db, (id: number, at: string): void => void setHarvested.run(at, id)),
    /** The records that the source had in earlier runs, with their titles by identifier. */
    known: (id: number): Map<string, string> =>
      new Map(identifiers.all(id).map(({ identifier, title }) => [identifier, title])),
    remember: asWrite(db, (sourceId: number, records: readonly HarvestedRecord[]): void => {
      for (const { identifier, datestamp, title, isDeleted } of records) {
        if (isDeleted) removeRecord.run(sourceId, identifier);
        else putRecord.run({ sourceId, identifier, datestamp, title });
      }
    }),
    forget: asWrite(db, (sourceId: number, gone: readonly string[]): void => {
      for (const identifier of gone) removeRecord.run(sourceId, identifier);
    }),
    setGone: asWrite(db, (importId: number, records: readonly GoneRecord[]): void => {
      for (const record of records) putGone.run({ ...record, importId });
    }),
    gone: (importId: number): GoneRecord[] => gone.all(importId),
  });
}
