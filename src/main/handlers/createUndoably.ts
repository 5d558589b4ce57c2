import type { Applications } from '../outbox/applications/applications.ts';
import type { BulkInput } from '../outbox/applications/bulkProposals.ts';
import { type UndoableParts, undoably } from './undoably.ts';

/** Creates or changes one draft Update Request per journal, as one undo step. */
export function createUndoably(
  parts: UndoableParts & { applications: Pick<Applications, 'createMany'> },
  input: BulkInput,
): Promise<{ ids: number[]; undoId: number | null }> {
  return undoably(parts, { accountId: input.accountId, kind: 'createMany' }, async (step) => ({
    ids: await parts.applications.createMany(input, {
      created: (id) => step.created({ source: 'applications', id }),
      changing: (id, change) => void step.change({ source: 'applications', id }, 'changed', change),
    }),
  }));
}
