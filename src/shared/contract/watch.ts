import { z } from 'zod';
import { accountId, id, limit, local, offset, prepares, reads, undoId } from '../contractParts.ts';
import { selectionSchema } from '../draft/draft.ts';
import { linkRunSchema } from '../links/linkCheck.ts';
import { linkRotationSchema } from '../links/linkRotation.ts';
import { messageSchema } from '../messageSchema.ts';
import { maxNamed, planIdSchema, sinceSchema } from '../plan.ts';
import { allWatchActions, findingKinds } from '../watch/findingKinds.ts';
import {
  findingSchema,
  mailLineSchema,
  watchDaySchema,
  watchedJournalSchema,
  watchStateSchema,
} from '../watch/watch.ts';

/** Findings named one by one, or `null`: all open ones of the kind. */
const which = z.array(id).min(1).max(10_000).nullable();

/** Watching what the directory changes on its own, and putting it right. */
export const calls = {
  'watch.state': reads(z.object({ accountId }), watchStateSchema),
  /** Looks now; `isInventory`: reads every article. Returns the state of what runs already. */
  'watch.start': local(z.object({ accountId, isInventory: z.boolean() }), watchStateSchema),
  'watch.stop': local(z.object({ accountId }), watchStateSchema),
  /** Newest first; open ones, or those that were decided. */
  'watch.findings': reads(
    z.object({ accountId, kind: z.enum(findingKinds), isOpen: z.boolean(), offset, limit }),
    z.object({ total: z.number(), findings: z.array(findingSchema) }),
  ),
  /** null: it is gone. */
  'watch.finding': reads(z.object({ accountId, id }), findingSchema.nullable()),
  /** Leaves findings as they are, or opens them again. */
  'watch.leave': local(
    z.object({ accountId, kind: z.enum(findingKinds), which, isLeft: z.boolean() }),
    z.object({ count: z.number() }),
  ),
  /**
   * Lists what an action would change here; asks the directory where it must (a page for 80 articles). `count`: drafts
   * that it changes or has sent, with the titles of the first; `left`: findings that it cannot help, with the reasons.
   */
  'watch.preview': reads(
    z.object({ accountId, kind: z.enum(findingKinds), which, action: z.enum(allWatchActions) }),
    z.object({
      id: planIdSchema,
      count: z.number(),
      titles: z.array(z.string()).max(maxNamed),
      left: z.array(z.object({ title: z.string(), reason: messageSchema })).max(maxNamed),
      leftCount: z.number(),
      /** The drafts are then sent with a plan of their own. */
      isSent: z.boolean(),
    }),
  ),
  /** Carries out a preview; `toSend`: the drafts that are then planned and sent, null if nothing is. */
  'watch.apply': prepares(
    z.object({ plan: planIdSchema }),
    z.object({ count: z.number(), toSend: selectionSchema.nullable(), since: sinceSchema, undoId }),
  ),
  /** What was noticed and put right in the last days, to be written in a mail. */
  'watch.summary': reads(
    z.object({ accountId, days: z.number().int().min(1).max(366) }),
    z.object({
      from: z.string(),
      to: z.string(),
      present: z.number(),
      putRight: z.number(),
      kinds: z.array(
        z.object({
          kind: z.enum(findingKinds),
          total: z.number(),
          open: z.number(),
          /** The first of them. */
          lines: z.array(z.object({ title: z.string(), about: z.string(), day: z.string() })).max(100),
        }),
      ),
    }),
  ),
  /** How far the links of the account's articles are checked in rotation. */
  'watch.links': reads(z.object({ accountId }), linkRotationSchema),
  /** Checks the broken links of findings again, as `links.start` does; they end if they work. */
  'watch.checkLinks': local(z.object({ accountId, which }), linkRunSchema),
  /** The last year, oldest first. */
  'watch.history': reads(z.object({ accountId }), z.array(watchDaySchema)),
  /** The account's journals, the longest without an update first. */
  'watch.journals': reads(z.object({ accountId }), z.array(watchedJournalSchema)),
  /**
   * Looks for the lines of the directory's weekly mail among the articles that are known, and asks the directory about each.
   * `more`: lines at its end that were not looked for, because there are so many.
   */
  'watch.mail': reads(
    z.object({ accountId, text: z.string().max(2_000_000) }),
    z.object({ lines: z.array(mailLineSchema), more: z.number(), isMail: z.boolean() }),
  ),
};

export const events = {
  /** A look began or ended, or findings were noticed or decided; at most four times a second. */
  'watch.changed': z.object({ accountId: z.string() }),
  /** Something was noticed of which nobody knew; for a notification. */
  'watch.noticed': z.object({ accountId: z.string(), message: messageSchema }),
};
