import { type FieldChange, fieldChanges } from '../../shared/office/fieldChanges.ts';
import { parseContent } from '../store/office/officeTriggers.ts';
import type { OfficeClient } from './connect.ts';
import type { OfficeRow } from './receive.ts';

/** The number of versions compared. */
const maxVersions = 50;

/** Who last changed each field of an office record, as far as its latest versions show. */
export async function readFieldChanges(client: OfficeClient, officeId: string): Promise<FieldChange[]> {
  const columns = 'version, record, changed_by, changed_at';
  const { rows } = await client.query<Pick<OfficeRow, 'record' | 'changed_by' | 'changed_at'>>(
    `SELECT ${columns} FROM colophon.records WHERE id = $1
     UNION ALL SELECT ${columns} FROM colophon.history WHERE id = $1 AND chosen
     ORDER BY version DESC LIMIT ${maxVersions}`,
    [officeId],
  );
  return fieldChanges(
    rows.map(({ record, changed_by: person, changed_at }) => ({
      ...{ person, at: changed_at.toISOString() },
      record: parseContent(record).record,
    })),
  );
}
