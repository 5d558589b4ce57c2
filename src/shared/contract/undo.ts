import { z } from 'zod';
import { accountId, id, local, reads } from '../contractParts.ts';
import { undoStepSchema } from '../undo.ts';

/** Bulk changes that can be undone. */
export const calls = {
  /** The bulk changes of the account and those of no account, newest first. */
  'undo.list': reads(z.object({ accountId }), z.array(undoStepSchema)),
  /** Skips and counts records changed or sent since; `again` redoes it. Error `state` if already undone. */
  'undo.take': local(z.object({ id }), z.object({ step: undoStepSchema, again: z.number().nullable() })),
  /** Ends an undo that is running after the records that it is undoing: its step is `done` again and can be continued. */
  'undo.stop': local(z.object({ id }), z.null()),
};

export const events = {
  /** The list of undoable bulk changes or the progress of one changed; `accountId` null: not about an account. */
  'undo.changed': z.object({ accountId: z.string().nullable() }),
};
