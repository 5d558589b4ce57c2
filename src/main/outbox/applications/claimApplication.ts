import { applicationHash, applicationToWire } from '../../../shared/application/application.ts';
import type { Message } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import { createApplicationRequest, updateApplicationRequest } from '../../remote/applicationRequests.ts';
import type { DirectoryRequest } from '../../remote/directoryClient.ts';
import type { DerivedApplication } from '../../store/applications/applicationColumns.ts';
import type { SendingAttempt, StoredApplication } from '../../store/applications/applicationRows.ts';
import type { Claim } from '../outboxAdapter.ts';
import { type ApplicationDeps, changed, derive } from './applicationDeps.ts';
import { editableNow } from './decidePlan.ts';
import { ignoredOf } from './planApplications.ts';
import { ownRefusal, refuse } from './settleApplication.ts';

/** An application that is marked as being sent, with its request. */
export interface ApplicationClaim extends Claim {
  id: number;
  accountId: string;
  attempt: SendingAttempt;
}

/**
 * Marks a queued application as being sent and keeps its request, in one transaction, before anything goes out; null if it
 * is not queued any more, or our rules hold it back since it was edited.
 */
export function claimApplication(
  deps: Pick<ApplicationDeps, 'store' | 'account' | 'journals' | 'directory' | 'clock' | 'publish'>,
  id: number,
): ApplicationClaim | null {
  const { store } = deps;
  const row = store.find(id);
  if (row?.sync !== 'queued') return null;
  const derived = derive(deps, row.accountId, row.record, row.base);
  // The account may have another dialect by now.
  if (derived.columns.hash !== row.hash) store.rederive(id, derived);
  const held = holdBack(deps, row, derived);
  if (held !== null) {
    const refusal = ownRefusal(deps, row, 'held-back', { reason: held });
    store.transaction(() =>
      refuse(deps.store, row, refusal, { hash: derived.columns.hash, state: 'refused' }),
    );
    changed(deps, row.accountId, [id]);
    return null;
  }
  const { attempt, request } = requestOf(deps, row);
  const requestId = store.transaction(() => {
    store.change(id, { sync: 'sending', attempts: row.attempts + 1, attempt });
    return deps.directory.client(row.accountId).begin(request, null);
  });
  changed(deps, row.accountId, [id]);
  return { id, accountId: row.accountId, attempt, request, requestId };
}

/** Returns the request that sends an application: over its own record if there is one, otherwise as a new one. */
export function requestOf(
  deps: Pick<ApplicationDeps, 'account' | 'clock'>,
  row: Pick<StoredApplication, 'accountId' | 'record' | 'remoteId' | 'status'>,
): { attempt: SendingAttempt; request: DirectoryRequest } {
  const body = applicationToWire(row.record, deps.account(row.accountId).dialect);
  const text = JSON.stringify(body);
  const remoteId = row.status === 'gone' ? null : row.remoteId;
  const request =
    remoteId === null ? createApplicationRequest(text) : updateApplicationRequest(remoteId, text);
  const method = remoteId === null ? 'POST' : 'PUT';
  const attempt = {
    method,
    remoteId,
    hash: applicationHash(body),
    at: isoNow(deps),
    body,
    isLocked: false,
  } as const;
  return { attempt, request };
}

/** Returns why an application that was edited while it waited cannot be sent; null if it can. */
function holdBack(
  deps: Pick<ApplicationDeps, 'account' | 'clock'>,
  row: StoredApplication,
  { findings }: DerivedApplication,
): Message | null {
  const error = findings.find((finding) => finding.severity === 'error');
  if (error) return error.message;
  const { dialect } = deps.account(row.accountId);
  const isStoredTwice = row.kind === 'new' && row.remoteId !== null && row.status === 'revisions';
  if (isStoredTwice) return editableNow(row.kind, row.status, dialect).why;
  const isMore = ignoredOf(row, findings, dialect).length > row.seenIgnored;
  return isMore ? ownRefusal(deps, row, 'unseen-ignored').message : null;
}
