import type { OfficeClient } from '../connect.ts';

/** Bytes of a row's content; the office's own tables hold no more, and a larger one is never fetched. */
const largest = 5_000_000;
/** Rows examined, and bytes of content fetched, at once. */
const pageSize = 500;
const pageBytes = 8_000_000;

/** A row as the database sent it; `record` null: it is too large. Nothing about its content is known. */
export interface SentRow {
  id: string;
  kind: string;
  version: number;
  seq: number;
  /** JSON text. */
  record: string | null;
  deleted: boolean;
  changed_by: string;
  changed_at: unknown;
}

/** What is known of a row before its content is fetched. */
export interface RowHead extends Pick<SentRow, 'id' | 'kind' | 'version' | 'seq' | 'deleted'> {
  bytes: number;
}

/** The next changes of an account: the number of the last one, and those rows that are wanted. */
export interface Page {
  last: number;
  /** False if there are no more; later writes are reported. */
  isFull: boolean;
  rows: SentRow[];
}

const headColumns = 'id, kind, version, seq, deleted, octet_length(record::text) AS bytes';
const size = 'octet_length(record::text)';

/** Reads what follows a change of an account; null if nothing does. */
export async function fetchPage(
  client: OfficeClient,
  { officeId, after }: { officeId: string; after: number },
  isWanted: (head: RowHead) => boolean,
): Promise<Page | null> {
  const { rows: heads } = await client.query<RowHead>(
    `SELECT ${headColumns} FROM colophon.records WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT ${pageSize}`,
    [officeId, after],
  );
  const wanted: string[] = [];
  let [last, bytes, seen] = [0, 0, 0];
  for (const head of heads) {
    const isFetched = isWanted(head);
    if (isFetched && bytes > 0 && bytes + head.bytes > pageBytes) break;
    if (isFetched) {
      wanted.push(head.id);
      bytes += Math.min(head.bytes, largest);
    }
    last = head.seq;
    seen++;
  }
  if (seen === 0) return null;
  const isFull = seen < heads.length || heads.length === pageSize;
  return { last, isFull, rows: wanted.length === 0 ? [] : await fetchContents(client, wanted) };
}

/** Calls `take` with these rows, a few at a time. */
export async function fetchRows(
  client: OfficeClient,
  ids: readonly string[],
  take: (rows: SentRow[]) => void,
): Promise<void> {
  const { rows: heads } = await client.query<RowHead>(
    `SELECT ${headColumns} FROM colophon.records WHERE id = ANY ($1) ORDER BY seq`,
    [ids],
  );
  for (let at = 0; at < heads.length; ) {
    const wanted: string[] = [];
    for (let bytes = 0; at < heads.length && (bytes === 0 || bytes + heads[at]!.bytes <= pageBytes); at++) {
      wanted.push(heads[at]!.id);
      bytes += Math.max(1, Math.min(heads[at]!.bytes, largest));
    }
    take(await fetchContents(client, wanted));
  }
}

/** A row may have grown since its length was read. */
async function fetchContents(client: OfficeClient, ids: readonly string[]): Promise<SentRow[]> {
  const { rows } = await client.query<SentRow>(
    `SELECT id, kind, version, seq, CASE WHEN ${size} <= ${largest} THEN record END AS record, deleted, changed_by,
       changed_at FROM colophon.records WHERE id = ANY ($1) ORDER BY seq`,
    [ids],
  );
  return rows;
}
