import { z } from 'zod';
import { undoStepSchema } from '../undo.ts';
import { accountId, call, id } from './parts.ts';

/** Undo of bulk changes. */
export const undoCalls = {
  /** The bulk changes of the account and those of no account, newest first. */
  'undo.list': call(z.object({ accountId }), z.array(undoStepSchema)),
  /**
   * Undoes a bulk change; records changed, sent or removed since then are skipped and counted. `again` is the step that
   * redoes it. Error `state` if it was undone before.
   */
  'undo.take': call(z.object({ id }), z.object({ step: undoStepSchema, again: z.number().nullable() })),
} as const;
