import type { Application } from '../../../shared/application/applicationDraft.ts';
import { storedDifferences } from '../../../shared/application/updateRequest.ts';
import type { Finding } from '../../../shared/finding.ts';
import { isSameMessage } from '../../../shared/message.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { type ApplicationDeps, type DeriveDeps, derive } from './applicationDeps.ts';
import { editableNow } from './decidePlan.ts';
import { refusalFindings } from './explainApplication.ts';

/** Returns an application with everything that follows from its row. */
export function applicationView(
  deps: DeriveDeps & Pick<ApplicationDeps, 'store'>,
  row: StoredApplication,
): Omit<Application, 'waitsToKeep'> {
  const {
    hash: _hash,
    sentHash: _sentHash,
    refusalHash: _refusalHash,
    attempts: _attempts,
    dueMs: _dueMs,
    seenIgnored: _seenIgnored,
    attempt: _attempt,
    readMs: _readMs,
    reads: _reads,
    ...shown
  } = row;
  const { findings } = derive(deps, row.accountId, row.record, row.base);
  return {
    ...shown,
    findings: [...findings, ...refusalFindings(deps, row).filter((one) => !isSaid(one, findings))],
    differences: row.sent && row.stored ? storedDifferences(row.sent, row.stored) : [],
    timeline: deps.store.events(row.id),
    editable: editableNow(row.kind, row.status, deps.account(row.accountId).dialect),
  };
}

/** Returns true if our rules already report the same. */
function isSaid({ path, message }: Finding, findings: readonly Finding[]): boolean {
  return findings.some((one) => one.path === path && isSameMessage(one.message, message));
}
