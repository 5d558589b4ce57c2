import { z } from 'zod';
import { applicationStatusSchema } from '../application/applicationDraft.ts';
import { menuCommands } from '../commands/commands.ts';
import { comparisonSchema } from '../comparisons/comparison.ts';
import { matrixSchema } from '../compliance/complianceCheck.ts';
import { connectionSchema, limiterStatusSchema } from '../directory/account.ts';
import { importStatusSchema } from '../draft/importing.ts';
import { harvestRunSchema } from '../harvest/harvest.ts';
import { linkRunSchema } from '../links/linkCheck.ts';
import { messageSchema } from '../messageSchema.ts';
import { mergedRecordSchema } from '../office/office.ts';
import { countingSchema } from '../overview/overview.ts';
import { settingsSchema } from '../settings.ts';
import { uploadSchema } from '../upload/upload.ts';
import { updateSchema } from './appCalls.ts';

export const events = {
  'accounts.changed': z.object({}),
  'settings.changed': settingsSchema,
  'update.changed': updateSchema,
  'connection.changed': connectionSchema,
  'limiter.changed': limiterStatusSchema,
  'journals.changed': z.object({ accountId: z.string() }),
  /** null: too many to list. */
  'drafts.changed': z.object({ accountId: z.string(), ids: z.array(z.number()).nullable() }),
  /** Progress of a call that edits many drafts, under the name given in the call; at most four times a second. */
  'drafts.editing': z.object({ watch: z.string(), done: z.number(), total: z.number() }),
  /** Progress of a call that exports records, under the name given in the call; at most four times a second. */
  'exports.progress': z.object({ watch: z.string(), done: z.number(), total: z.number() }),
  /** Articles were queued for deletion from the directory, deleted or refused, or a pause began or ended. */
  'deletions.changed': z.object({ accountId: z.string() }),
  'applications.changed': z.object({ accountId: z.string(), ids: z.array(z.number()).nullable() }),
  /** The directory decided or did something: shown as a notification. */
  'application.status': z.object({
    id: z.number(),
    accountId: z.string(),
    title: z.string(),
    status: applicationStatusSchema,
    message: messageSchema,
  }),
  /** The state of the office, or what waits to be sent, or a conflict. */
  'office.changed': z.object({}),
  /** A colleague changed a record that is open here. */
  'office.merged': mergedRecordSchema,
  'funders.changed': z.object({}),
  /** The list of undoable bulk changes or the progress of one changed; `accountId` null: not about an account. */
  'undo.changed': z.object({ accountId: z.string().nullable() }),
  /** A fixing mode was started, moved to another record, ended or resumed. */
  'fixing.changed': z.object({ accountId: z.string(), id: z.number() }),
  /** At most four times a second for each. */
  'matrix.changed': matrixSchema,
  'lists.changed': z.object({ accountId: z.string() }),
  'searches.changed': z.object({ accountId: z.string() }),
  /** At most four times a second for each. */
  'comparisons.changed': comparisonSchema,
  'import.changed': importStatusSchema,
  /** A column mapping was saved, renamed or removed. */
  'mappings.changed': z.object({}),
  /** At most four times a second for each upload, and at every change of its state. */
  'upload.changed': uploadSchema,
  /** Progress of planning an upload, under the name given in the call; at most four times a second. */
  'uploads.planning': z.object({
    watch: z.string(),
    stage: z.enum(['checking', 'looking']),
    done: z.number(),
    total: z.number(),
  }),
  /** Progress of a harvest, at most four times a second. */
  'harvest.changed': harvestRunSchema,
  /** Progress of checking links, at most four times a second. */
  'links.changed': linkRunSchema,
  /** After each counted journal, and at the end. */
  'overview.counting': countingSchema,
  /** A backup was made, or removed in favour of newer ones. */
  'backups.changed': z.object({}),
  /** The notices about the data folder changed (`storage.notices`). */
  'storage.changed': z.object({}),
  /** Another database replaced the open one: everything may be different. */
  'storage.restored': z.object({}),
  /** A command of the native menu. */
  'menu.command': z.object({ command: z.enum(menuCommands) }),
} as const;
