import type { Application } from '../../../shared/application/applicationDraft.ts';
import { storedDifferences } from '../../../shared/application/updateRequest.ts';
import type { Finding } from '../../../shared/finding.ts';
import { isSameMessage } from '../../../shared/message.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import type { ApplicationRules } from './applicationRules.ts';
import { editableNow } from './decidePlan.ts';
import { refusalFindings } from './explainApplication.ts';

/** Returns an application with everything that follows from its row. */
export function applicationView(
  store: Pick<ApplicationStore, 'events'>,
  rules: ApplicationRules,
  row: StoredApplication,
): Omit<Application, 'waitsToKeep'> {
  const {
    hash: _hash,
    sentHash: _sentHash,
    refusalHash: _refusalHash,
    attempts: _attempts,
    dueMs: _dueMs,
    seenIgnored: _seenIgnored,
    confirmedHash: _confirmedHash,
    confirmedOpenId: _confirmedOpenId,
    attempt: _attempt,
    readMs: _readMs,
    reads: _reads,
    mayBeSent: _mayBeSent,
    isCancelled: _isCancelled,
    createdAt: _createdAt,
    ...shown
  } = row;
  const { findings } = rules.derive(row.accountId, row.record, row.base);
  return {
    ...shown,
    findings: [...findings, ...refusalFindings(rules, row).filter((one) => !isReported(one, findings))],
    differences: row.sent && row.stored ? storedDifferences(row.sent, row.stored) : [],
    timeline: store.events(row.id),
    editable: editableNow(row.kind, row.status, rules.dialect(row.accountId)),
  };
}

/** Returns true if our rules already report the same. */
function isReported({ path, message }: Finding, findings: readonly Finding[]): boolean {
  return findings.some((one) => one.path === path && isSameMessage(one.message, message));
}
