import { applicationHash, applicationToWire } from '../../../../shared/application/application.ts';
import { hasLeft } from '../../../../shared/application/applicationStatus.ts';
import { countWithMore } from '../../../../shared/countFindings.ts';
import type { Dialect } from '../../../../shared/directory/account.ts';
import type { Finding } from '../../../../shared/finding.ts';
import { type Message, msg } from '../../../../shared/message.ts';
import { isoNow } from '../../../platform/clock.ts';
import { createApplicationRequest, updateApplicationRequest } from '../../../remote/applicationRequests.ts';
import type { DirectoryClient, DirectoryRequest } from '../../../remote/directoryClient.ts';
import type { SendingAttempt, StoredApplication } from '../../../store/applications/applicationRows.ts';
import type { Claim } from '../../outboxAdapter.ts';
import type { ApplicationParts } from '../applicationParts.ts';
import type { ApplicationWriter } from '../applicationWriter.ts';
import { editableNow } from '../decidePlan.ts';
import { ignoredOf } from '../planApplications.ts';
import { replacesAnother } from './takeSnapshot.ts';

export interface ApplicationClaim extends Claim {
  id: number;
  attempt: SendingAttempt;
}

/**
 * Marks a queued application as being sent and stores its request; null if it is not queued, is not what was confirmed, or
 * our rules hold it back.
 */
export function claimApplication(
  {
    store,
    writer,
    rules,
    opens,
    clock,
  }: Pick<ApplicationParts, 'store' | 'writer' | 'rules' | 'opens' | 'clock'>,
  client: DirectoryClient,
  id: number,
): ApplicationClaim | null {
  const row = store.find(id);
  if (row?.sync !== 'queued') return null;
  const { accountId } = row;
  const derived = rules.derive(accountId, row.record, row.base);
  const dialect = rules.dialect(accountId);
  const isConfirmed = row.hash === row.confirmedHash;
  // The account's dialect may have changed, which is no change of the record.
  if (derived.columns.hash !== row.hash) store.rederive(id, derived);
  const sent = requestOf(row, dialect, isoNow({ clock }));
  const held = client.hasKeyIn(sent.request.body ?? '')
    ? msg('queue.held.ownKey')
    : holdBack(row, derived.findings, { dialect, writer });
  if (held !== null || !isConfirmed || replacesAnother(row, opens)) {
    const refusal = held
      ? writer.ownRefusal(row, 'held-back', { reason: held })
      : writer.ownRefusal(row, isConfirmed ? 'open-since-plan' : 'changed-since-plan');
    store.transaction(() => writer.refuse(id, refusal, { hash: derived.columns.hash, state: 'refused' }));
    writer.changed(accountId, [id]);
    return null;
  }
  const { attempt, request } = sent;
  const requestId = store.transaction(() => {
    store.change(id, { sync: 'sending', attempts: row.attempts + 1, attempt });
    return client.begin(request, null);
  });
  if (attempt.method === 'POST') opens.forget(row);
  writer.changed(accountId, [id]);
  return { id, ids: [id], attempt, request, requestId };
}

/** Returns the request that updates an application's record, or creates one if the directory has none. */
export function requestOf(
  row: Pick<StoredApplication, 'record' | 'remoteId' | 'status'>,
  dialect: Dialect,
  at: string,
): { attempt: SendingAttempt; request: DirectoryRequest } {
  const body = applicationToWire(row.record, dialect);
  const text = JSON.stringify(body);
  const remoteId = hasLeft(row.status) ? null : row.remoteId;
  const isNew = remoteId === null;
  return {
    request: isNew ? createApplicationRequest(text) : updateApplicationRequest(remoteId, text),
    attempt: {
      method: isNew ? 'POST' : 'PUT',
      remoteId,
      hash: applicationHash(body),
      at,
      body,
      isLocked: false,
    },
  };
}

/** Returns why an application cannot be sent as its journal and the account are now; null if it can. */
function holdBack(
  row: StoredApplication,
  findings: readonly Finding[],
  { dialect, writer }: { dialect: Dialect; writer: ApplicationWriter },
): Message | null {
  const error = findings.find((finding) => finding.severity === 'error');
  if (error) return error.message;
  const isStoredTwice = row.kind === 'new' && row.remoteId !== null && row.status === 'revisions';
  if (isStoredTwice) return editableNow(row.kind, row.status, dialect).why;
  const isMore = countWithMore(ignoredOf(row, findings, dialect)) > row.seenIgnored;
  return isMore ? writer.ownRefusal(row, 'unseen-ignored').message : null;
}
