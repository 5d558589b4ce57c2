import type { BulkException } from '../../shared/application/applicationDraft.ts';
import type { Since } from '../../shared/plan.ts';
import type { Applications } from '../outbox/applications/applications.ts';
import { type UndoableParts, undoably } from './undoably.ts';

/** Creates or changes one draft Update Request per journal, as one undo step. */
export function createUndoably(
  parts: UndoableParts & { applications: Pick<Applications, 'createMany' | 'accountOfMany'> },
  { plan, except }: { plan: string; except?: readonly BulkException[] | undefined },
): Promise<{ ids: number[]; since: Since; undoId: number | null }> {
  const accountId = parts.applications.accountOfMany(plan);
  return undoably(parts, { accountId, kind: 'createMany' }, (step) =>
    parts.applications.createMany(plan, {
      except,
      created: (id) => step.created({ source: 'applications', id }),
      changing: (id, change) => void step.change({ source: 'applications', id }, 'changed', change),
    }),
  );
}
