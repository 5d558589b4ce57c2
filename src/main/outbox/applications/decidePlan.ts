import type {
  ApplicationPlan,
  ApplicationRow,
  ApplicationStatus,
} from '../../../shared/application/applicationDraft.ts';
import { hasLeft } from '../../../shared/application/applicationStatus.ts';
import { editability } from '../../../shared/application/updateRequest.ts';
import { countWithMore } from '../../../shared/countFindings.ts';
import type { Dialect } from '../../../shared/directory/account.ts';
import type { Finding } from '../../../shared/finding.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { whatOf } from './stepAfter.ts';

/** An Update Request that is open at the directory. */
export interface OpenRequest {
  remoteId: string;
  status: ApplicationStatus;
  /** ISO time of its last change; may be empty. */
  at: string;
  /** Our draft for it; null: created elsewhere. */
  rowId: number | null;
}

export interface PlanFacts {
  row: Pick<ApplicationRow, 'id' | 'kind' | 'sync' | 'status' | 'remoteId' | 'trashedAt'>;
  dialect: Dialect;
  /** The errors that our rules found. */
  errors: readonly Pick<Finding, 'message' | 'more'>[];
  changes: number;
  /** The journal of an Update Request is known not to be in the directory. */
  isWithdrawn: boolean;
  /** An earlier application of the selection is about the same journal. */
  isSecond: boolean;
  /** Another open Update Request for the same journal. */
  open: OpenRequest | null;
}

export type Decision = Pick<ApplicationPlan, 'action' | 'message'>;

/** Returns the effect of sending an application, or why it is held back (reference/directory-api.md 5.7). */
export function decidePlan(facts: PlanFacts): Decision {
  return heldLocally(facts) ?? (hasOwn(facts.row) ? overOwn(facts) : asNew(facts));
}

/** Returns why an application is held back, as far as the directory need not be asked; null if it is not. */
export function heldLocally({ row, errors, isWithdrawn, isSecond }: PlanFacts): Decision | null {
  const what = whatOf(row.kind);
  if (row.trashedAt !== null) return held(msg('applicationLife.plan.trashed', { what }));
  if (row.sync === 'queued' || row.sync === 'sending')
    return held(msg('applicationLife.plan.inQueue', { what }));
  if (row.sync === 'unsure') return held(msg('applicationLife.plan.unsure', { what }));
  if (isWithdrawn) return held(msg('applicationLife.plan.withdrawn'));
  const [first] = errors;
  if (first !== undefined) {
    const { message } = first;
    const count = countWithMore(errors) - 1;
    return held(count === 0 ? message : msg('applicationLife.plan.errors', { message, count }));
  }
  return isSecond ? held(msg('applicationLife.plan.second')) : null;
}

/**
 * Whether the directory accepts changes, and why not. A new application sent back for revision would be stored twice
 * (reference/directory-api.md 5.7).
 */
export function editableNow(
  kind: ApplicationRow['kind'],
  status: ApplicationStatus | null,
  dialect: Dialect,
): { now: boolean; why: Message | null } {
  if (kind === 'new' && status === 'revisions') {
    return { now: false, why: msg('applicationLife.plan.plainRevisions') };
  }
  return editability(status, dialect);
}

function overOwn({ row, dialect }: PlanFacts): Decision {
  const what = whatOf(row.kind);
  const { why } = editableNow(row.kind, row.status, dialect);
  if (why !== null) return held(why);
  if (row.sync === 'sent' && row.status !== 'revisions')
    return held(msg('applicationLife.plan.unchanged', { what }));
  const key = row.status === 'revisions' ? 'updateRevisions' : 'update';
  return { action: 'update', message: msg(`applicationLife.plan.${key}`, { what }) };
}

function asNew({ row, dialect, open, changes }: PlanFacts): Decision {
  if (row.kind === 'new') return { action: 'create', message: msg('applicationLife.plan.createNew') };
  if (open === null) {
    const message =
      changes === 0
        ? msg('applicationLife.plan.createNothing')
        : msg('applicationLife.plan.createUpdate', { count: changes });
    return { action: 'create', message };
  }
  const { now } = editability(open.status, dialect);
  if (!now) {
    const isChecking = open.status === 'checking';
    return held(msg(`applicationLife.plan.${isChecking ? 'openChecking' : 'openReview'}`));
  }
  const key = open.rowId === null ? 'overwrite' : 'overwriteOwn';
  return { action: 'overwrite', message: msg(`applicationLife.plan.${key}`, { date: open.at }) };
}

function hasOwn({ remoteId, status }: PlanFacts['row']): boolean {
  return remoteId !== null && !hasLeft(status);
}

function held(message: Message): Decision {
  return { action: 'held-back', message };
}
