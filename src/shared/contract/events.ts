import { z } from 'zod';
import { applicationStatusSchema } from '../application/applicationDraft.ts';
import { menuCommands } from '../commands/commands.ts';
import { matrixSchema } from '../compliance/complianceCheck.ts';
import { connectionSchema, limiterStatusSchema } from '../directory/account.ts';
import { importStatusSchema } from '../draft/importing.ts';
import { messageSchema } from '../messageSchema.ts';
import { reconciliationSchema } from '../reconcile/reconciling.ts';
import { uploadSchema } from '../upload/upload.ts';
import { settingsSchema, updateSchema } from './appCalls.ts';

/** Every event that main sends to its windows. */
export const events = {
  'accounts.changed': z.object({}),
  'settings.changed': settingsSchema,
  'update.changed': updateSchema,
  'connection.changed': connectionSchema,
  'limiter.changed': limiterStatusSchema,
  'journals.changed': z.object({ accountId: z.string() }),
  /** `ids` null: many. */
  'drafts.changed': z.object({ accountId: z.string(), ids: z.array(z.number()).nullable() }),
  'applications.changed': z.object({ accountId: z.string(), ids: z.array(z.number()).nullable() }),
  /** The directory decided or did something: for a notification. */
  'application.status': z.object({
    id: z.number(),
    accountId: z.string(),
    title: z.string(),
    status: applicationStatusSchema,
    message: messageSchema,
  }),
  'funders.changed': z.object({}),
  /** The bulk changes that can be taken back are others, or how far one is taken back; `accountId` null: of no account. */
  'undo.changed': z.object({ accountId: z.string().nullable() }),
  /** At most four times a second for each. */
  'matrix.changed': matrixSchema,
  'searches.changed': z.object({ accountId: z.string() }),
  /** At most four times a second for each. */
  'reconcile.changed': reconciliationSchema,
  'import.changed': importStatusSchema,
  /** At most four times a second for each upload, and at every change of its state. */
  'upload.changed': uploadSchema,
  /** How far a plan of sending is, under the name it was asked for with; at most four times a second. */
  'uploads.planning': z.object({
    watch: z.string(),
    stage: z.enum(['checking', 'looking']),
    done: z.number(),
    total: z.number(),
  }),
  /** A backup was made, or removed for newer ones. */
  'backups.changed': z.object({}),
  /** There is something else to say about the data folder (`storage.notices`). */
  'storage.changed': z.object({}),
  /** Another database took the place of the one that was open: everything may be different. */
  'storage.restored': z.object({}),
  /** A command of the native menu. */
  'menu.command': z.object({
    command: z.enum(menuCommands),
  }),
} as const;
