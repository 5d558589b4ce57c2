import { z } from 'zod';
import { accountId, id, leaves, limit, local, offset, prepares, reads } from '../contractParts.ts';
import { deletionListSchema } from '../draft/deletion.ts';
import { selectionSchema } from '../draft/draft.ts';
import { putBackSchema } from '../draft/earlierVersions.ts';
import { maxNamed, planIdSchema, sinceSchema } from '../plan.ts';
import { timeSchema } from '../timeSchema.ts';

/** Deleting articles from the directory. */
export const calls = {
  /** Lists the articles of drafts, or articles by their ids in the directory, that can be deleted there; `seconds`: the time it takes. */
  'deletions.preview': reads(
    z.object({
      accountId,
      of: z.union([
        z.object({ selection: selectionSchema }),
        z.object({
          articles: z
            .array(
              z.object({
                remoteId: z.string().min(1).max(100),
                title: z.string().max(10_000),
                /** When the record that the person saw was last changed at the directory. */
                updated: timeSchema.optional(),
              }),
            )
            .min(1)
            .max(1_000),
        }),
      ]),
    }),
    z.object({
      /** For `deletions.start`. */
      id: planIdSchema,
      /** Drafts whose article in the directory is known. */
      count: z.number(),
      /** The titles of the first of them. */
      titles: z.array(z.string()).max(maxNamed),
      /** Drafts that are being sent, and those without a known article. */
      queued: z.number(),
      unknown: z.number(),
      /** Articles that could not be read, although nothing else is known of them that could be compared at their turn. */
      uncompared: z.number(),
      /** Articles that the directory does not have any more; one that it has again at its turn is refused. */
      missing: z.number(),
      seconds: z.number(),
    }),
  ),
  /** Queues what a preview listed to be deleted; returns how many, without what is new or changed since. An article that has changed at the directory since is refused at its turn. */
  'deletions.start': leaves(
    'plan',
    z.object({ plan: planIdSchema }),
    z.object({ count: z.number(), since: sinceSchema }),
  ),
  'deletions.list': reads(z.object({ accountId, offset, limit }), deletionListSchema),
  /** Cancels deletions that have not been sent to the directory. */
  'deletions.cancel': local(z.object({ accountId }), z.object({ count: z.number() })),
  /** Ends a pause. */
  'deletions.resume': leaves('one', z.object({ accountId }), z.null()),
  /** Lists the snapshot of a deleted article and the draft that would get it; `replaces`: the draft has other content. AppError `state` while that is queued or in the trash. */
  'deletions.restorePreview': reads(
    z.object({ id }),
    z.object({ id: planIdSchema, title: z.string(), isNew: z.boolean(), replaces: z.boolean() }),
  ),
  /** Puts the snapshot of a preview into its draft, or into a new one; error `state` if the draft has changed since. Nothing is sent: it can then be sent as a new article. */
  'deletions.restore': prepares(z.object({ plan: planIdSchema }), putBackSchema),
};

export const events = {
  /** Articles were queued for deletion from the directory, deleted or refused, or a pause began or ended. */
  'deletions.changed': z.object({ accountId: z.string() }),
};
