import { z } from 'zod';
import { done, leaves, nothing, reads } from '../contractParts.ts';
import {
  accountPreviewSchema,
  conflictSides,
  fieldChangeSchema,
  mergedRecordSchema,
  officeConflictSchema,
  officeStatusSchema,
  recordRefSchema,
} from '../office/office.ts';
import { planIdSchema } from '../plan.ts';

const login = z.object({
  /** `postgres://name@host/database`, with `?sslrootcert=file` for an authority that this computer does not trust. */
  address: z.string().min(1).max(1000),
  /** null: in the address, the environment or the keychain. */
  password: z.string().max(1000).nullable().default(null),
});

/** What several editors share. */
export const calls = {
  /** `waits`: after the next contact with the office, or attempt at one. */
  'office.status': reads(z.object({ waits: z.boolean().default(false) }), officeStatusSchema),
  /** The newest 200 that nobody has resolved. */
  'office.conflicts': reads(nothing, z.array(officeConflictSchema)),
  /**
   * Resolves a conflict; does nothing if it is already resolved, or if the record is gone. AppError `state` if the record has
   * other values than the conflict shows: from then on it shows those.
   */
  'office.settle': leaves(
    'one',
    z.object({ id: z.string().min(1).max(100), keep: z.enum(conflictSides) }),
    done,
  ),
  /**
   * The record that a window shows, for colleagues to see; null: none. A window repeats it, because it expires after
   * some minutes.
   */
  'office.setOpen': leaves(
    'given',
    z.object({ window: z.string().min(1).max(100), record: recordRefSchema.nullable() }),
    done,
  ),
  /** Who last changed each field, as far as the office's last 50 versions say; nothing without a connection. */
  'office.fieldChanges': reads(recordRefSchema, z.array(fieldChangeSchema)),
  /** Whether only approved articles of the account are sent; for everyone in the office. */
  'office.setApprovedOnly': leaves('one', z.object({ accountId: z.string(), isOn: z.boolean() }), done),
  /** Creates the office in tables that the administrator has prepared; does nothing if it is there. */
  'office.create': leaves('given', login, done),
  /** Previews joining; changes nothing. */
  'office.preview': reads(
    login,
    z.object({
      /** For `office.join`. */
      id: planIdSchema,
      accounts: z.array(accountPreviewSchema),
    }),
  ),
  /**
   * Shares the accounts that a preview listed, all except the sandbox, and fetches those of the others. AppError `state`
   * if there are others meanwhile, here or in the office, or one of them has another address.
   */
  'office.join': leaves('plan', z.object({ plan: planIdSchema }), officeStatusSchema),
  /** Lists what leaving would end: changes that the office does not have, and records queued to be sent or deleted. */
  'office.leavePreview': reads(
    nothing,
    z.object({
      /** For `office.leave`. */
      id: planIdSchema,
      address: z.string(),
      waiting: z.number(),
      queued: z.number(),
    }),
  ),
  /** Everything stays here as a copy. AppError `state` if something was changed or queued since the preview. */
  'office.leave': leaves('plan', z.object({ plan: planIdSchema }), officeStatusSchema),
};

export const events = {
  /** The state of the office, or what waits to be sent, or a conflict. */
  'office.changed': z.object({}),
  /** A colleague changed a record that is open here. */
  'office.merged': mergedRecordSchema,
};
