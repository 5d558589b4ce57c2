import { toFlat } from '../../../shared/application/application.ts';
import type { ApplicationServer } from '../../../shared/application/rules/applicationContext.ts';
import { changesOf, storedDifferences } from '../../../shared/application/updateRequest.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { fieldLabel } from '../../../shared/draft/fieldLabel.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { readInstant } from '../../../shared/instant.ts';
import { isObject, member } from '../../../shared/json.ts';
import { type Message, type MessageParam, msg } from '../../../shared/message.ts';
import { type RemoteId, readRemoteId } from '../../../shared/remoteId.ts';
import type { DirectoryClient } from '../../remote/directoryClient.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { journalsById } from './journalsById.ts';
import { whatOf } from './stepAfter.ts';

/** Names of fields in one message; the others are counted. */
const named = 5;

/** Reads the journals of these applications, some in one request; throws AppError if the directory cannot be asked. */
export async function currentJournals(
  client: DirectoryClient,
  rows: readonly Pick<StoredApplication, 'journalId' | 'base'>[],
): Promise<Map<string, DraftRecord>> {
  const ids = rows.flatMap(({ journalId, base }) => (journalId && base ? [journalId] : []));
  const found = new Map<string, DraftRecord>();
  for await (const hits of journalsById(client, ids, readJournalHit))
    for (const { id, record } of hits) found.set(id, record);
  return found;
}

function readJournalHit(hit: unknown): { id: RemoteId; record: DraftRecord } | null {
  const id = readRemoteId(member(hit, 'id'));
  return id === null || !isObject(member(hit, 'bibjson')) ? null : { id, record: toFlat(hit as DraftRecord) };
}

/** Names later changes of the journal that sending an Update Request would undo; null: none. */
export function journalChange(
  row: Pick<StoredApplication, 'base' | 'record' | 'kind'>,
  now: DraftRecord | undefined,
  server: ApplicationServer,
): Message | null {
  if (row.kind !== 'update' || row.base === null || now === undefined) return null;
  const changed = new Set(storedDifferences(row.base, now).map(({ path }) => path));
  const undone = changesOf(now, row.record, server).filter(({ path }) => changed.has(path));
  if (undone.length === 0) return null;
  return msg('applicationLife.plan.journalChanged', fieldsOf(undone));
}

/** Names changes that others made to an application at the directory since we read it; null: none. */
export function requestChange(
  row: Pick<StoredApplication, 'stored' | 'kind'>,
  now: DraftRecord,
): Message | null {
  if (row.stored === null) return null;
  const [before, after] = [readInstant(dateOf(row.stored)), readInstant(dateOf(now))];
  // Without dates, only the contents tell.
  if (before !== null && after !== null && after <= before) return null;
  const changed = storedDifferences(row.stored, now);
  if (changed.length === 0) return null;
  const params = { what: whatOf(row.kind), date: dateOf(now), ...fieldsOf(changed) };
  return msg('applicationLife.plan.requestChanged', params);
}

function fieldsOf(changes: readonly { path: string }[]): { fields: MessageParam; count: number } {
  const all = changes.map(({ path }) => fieldLabel(path));
  const labels = [...new Map(all.map((label) => [JSON.stringify(label), label])).values()];
  const fields = labels.slice(0, named);
  const count = labels.length - named;
  return {
    fields: count > 0 ? msg('applicationLife.plan.andFields', { fields, count }) : fields,
    count: labels.length,
  };
}

/** Returns the ISO time of a record's last change; empty if the directory does not say. */
export function dateOf(record: unknown): string {
  const date = getAt(record, 'last_updated');
  return typeof date === 'string' ? date : '';
}
