import { z } from 'zod';
import { undoStepSchema } from '../undo.ts';
import { accountId, call, id } from './parts.ts';

export const undoCalls = {
  /** The bulk changes of the account and those of no account, newest first. */
  'undo.list': call(z.object({ accountId }), z.array(undoStepSchema)),
  /** Skips and counts records changed or sent since; `again` redoes it. Error `state` if already undone. */
  'undo.take': call(z.object({ id }), z.object({ step: undoStepSchema, again: z.number().nullable() })),
} as const;
