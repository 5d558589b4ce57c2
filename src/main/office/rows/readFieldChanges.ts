import { readInstant } from '../../../shared/instant.ts';
import { type FieldChange, fieldChanges } from '../../../shared/office/fieldChanges.ts';
import type { SharedKind } from '../../../shared/office/office.ts';
import type { OfficeClient } from '../connect.ts';
import { readContent } from './readRow.ts';

/** The number of versions compared, and the bytes of one. */
const maxVersions = 50;
const maxBytes = 1_000_000;

/** Who last changed each field of an office record, as far as its latest versions show. */
export async function readFieldChanges(
  client: OfficeClient,
  { officeId, kind }: { officeId: string; kind: SharedKind },
): Promise<FieldChange[]> {
  const columns = 'version, record, changed_by, changed_at';
  const { rows } = await client.query<{ record: string; changed_by: string; changed_at: unknown }>(
    `SELECT * FROM (SELECT ${columns} FROM colophon.records WHERE id = $1
       UNION ALL SELECT ${columns} FROM colophon.history WHERE id = $1 AND chosen) v
     WHERE octet_length(record::text) <= ${maxBytes} ORDER BY version DESC LIMIT ${maxVersions}`,
    [officeId],
  );
  return fieldChanges(
    rows.flatMap((row) => {
      const [at, content] = [readInstant(row.changed_at), readContent(kind, row.record)];
      return at === null || content === null ? [] : [{ person: row.changed_by, at, record: content.record }];
    }),
  );
}
