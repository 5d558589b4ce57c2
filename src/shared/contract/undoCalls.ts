import { z } from 'zod';
import { undoStepSchema } from '../undo.ts';
import { accountId, call, id } from './parts.ts';

/** Bulk changes that can be taken back. */
export const undoCalls = {
  /** Those of the account, and those of what belongs to none; newest first. */
  'undo.list': call(z.object({ accountId }), z.array(undoStepSchema)),
  /**
   * Takes one back: what was changed, sent or removed since stays as it is and is counted. `again` is the step that does
   * the change again. Error `state` for one that was taken back before.
   */
  'undo.take': call(z.object({ id }), z.object({ step: undoStepSchema, again: z.number().nullable() })),
} as const;
