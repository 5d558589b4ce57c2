import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';

/** The state of deleting one article; `unclear`: no answer came, so it is looked up; `gone`: the directory did not have it. */
const deletionStates = ['waiting', 'deleting', 'unclear', 'deleted', 'gone', 'refused', 'cancelled'] as const;
const deletionStateSchema = z.enum(deletionStates);
export type DeletionState = z.infer<typeof deletionStateSchema>;

/** One article that was or will be deleted from the directory. */
const deletionSchema = z.object({
  id: z.number(),
  remoteId: z.string(),
  /** The draft of the article; null if there is none. */
  draftId: z.number().nullable(),
  title: z.string(),
  state: deletionStateSchema,
  /** True if its snapshot is stored, so that it can be restored. */
  hasSnapshot: z.boolean(),
  /** The colleague in the office who queued it; null: oneself. */
  person: z.string().nullable(),
  /** Why it was not deleted. */
  message: messageSchema.nullable(),
  /** ISO time of the last change of its state. */
  at: timeSchema,
});
export type Deletion = z.infer<typeof deletionSchema>;

/** The latest deletions of an account, newest first. */
export const deletionListSchema = z.object({
  deletions: z.array(deletionSchema),
  /** How many are not finished yet. */
  open: z.number(),
  total: z.number(),
  /** Why open deletions make no progress; null if they do. */
  paused: messageSchema.nullable(),
});
export type DeletionList = z.infer<typeof deletionListSchema>;
