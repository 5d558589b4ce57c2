import { z } from 'zod';
import { irreversible, local, nothing, reads } from '../contractParts.ts';
import { messageSchema } from '../messageSchema.ts';
import { planIdSchema } from '../plan.ts';
import { timeSchema } from '../timeSchema.ts';

/** The reason for a backup: daily, manual, before a migration of the database, or before a restore. */
const backupReasonSchema = z.enum(['daily', 'asked', 'migration', 'restore']);

export type BackupReason = z.infer<typeof backupReasonSchema>;

/** Counts of each kind in a database; the trash is counted separately. */
const backupCountsSchema = z.object({
  drafts: z.number(),
  applications: z.number(),
  trashed: z.number(),
  uploads: z.number(),
  journals: z.number(),
  searches: z.number(),
  checks: z.number(),
  accounts: z.number(),
});

export type BackupCounts = z.infer<typeof backupCountsSchema>;

const backupSchema = z.object({
  /** Identifies it in calls: the file name without the folder. */
  name: z.string(),
  at: timeSchema,
  reason: backupReasonSchema,
  bytes: z.number(),
  /** null if it cannot be read; `problem` gives the reason. */
  counts: backupCountsSchema.nullable(),
  problem: messageSchema.nullable(),
});

export type Backup = z.infer<typeof backupSchema>;

const changeCountsSchema = z.object({
  /** Missing here; restored from the backup. */
  gained: z.number(),
  /** Present here; lost by restoring. */
  lost: z.number(),
  /** In both, with differences. */
  changed: z.number(),
});

/** Drafts or applications, outside the trash. */
const bothKinds = z.object({ drafts: z.number(), applications: z.number() });

const backupPreviewSchema = z.object({
  backup: backupSchema,
  here: backupCountsSchema,
  there: backupCountsSchema,
  drafts: changeCountsSchema,
  applications: changeCountsSchema,
  /** The first 200 that would be lost, and the first 200 that would be changed, newest first. */
  titles: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(['draft', 'application']),
      change: z.enum(['lost', 'changed']),
      title: z.string(),
      updatedAt: timeSchema,
    }),
  ),
  /** Sent to the directory since the backup; Colophon still knows this after a restore. */
  sentSince: bothKinds,
  /** In progress when the backup was made; restored as paused. */
  pausedUploads: z.number(),
  /** Work in progress here that must end before a restore. */
  underWay: z.object({ uploads: z.number(), applications: z.number(), imports: z.number() }),
  /** Written by an older version: migrated first. */
  isOlder: z.boolean(),
  /** Once it is restored, the data folder is in an office, whose records then replace those of the backup. */
  followsOffice: z.boolean(),
});

export type BackupPreview = z.infer<typeof backupPreviewSchema>;

const backupName = z.string().min(1).max(100);

/** Backups of the data file. */
export const calls = {
  /** Newest first. */
  'backups.list': reads(nothing, z.array(backupSchema)),
  'backups.make': local(nothing, backupSchema),
  /** `id`: for `backups.restore`. */
  'backups.preview': reads(z.object({ name: backupName }), backupPreviewSchema.extend({ id: planIdSchema })),
  /**
   * Restores the backup that a preview compared, and backs up the current data first. AppError `state` if the backup, or
   * what would be lost or changed, is no longer what the preview showed.
   */
  'backups.restore': irreversible(
    'plan',
    z.object({ plan: planIdSchema }),
    /** The backup of the previous data; null if there was none. */
    z.object({ before: backupSchema.nullable() }),
  ),
};

export const events = {
  /** A backup was made, or removed in favour of newer ones. */
  'backups.changed': z.object({}),
};
