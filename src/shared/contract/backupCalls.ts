import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';
import { call, done, nothing } from './parts.ts';

/** Why a backup was made: once a day of use, asked for, before the database changed its form, or before a restore. */
export const backupReasonSchema = z.enum(['daily', 'asked', 'migration', 'restore']);
export type BackupReason = z.infer<typeof backupReasonSchema>;

/** How much of each kind a database holds; what lies in the trash is counted apart. */
export const backupCountsSchema = z.object({
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

export const backupSchema = z.object({
  /** Names it in calls; a file's name without its folder. */
  name: z.string(),
  at: z.string(),
  reason: backupReasonSchema,
  bytes: z.number(),
  /** null if it cannot be read; `problem` says why. */
  counts: backupCountsSchema.nullable(),
  problem: messageSchema.nullable(),
});
export type Backup = z.infer<typeof backupSchema>;

const changeCountsSchema = z.object({
  /** Not here, and back after a restore. */
  gained: z.number(),
  /** Here, and gone after a restore. */
  lost: z.number(),
  /** In both, and not the same. */
  changed: z.number(),
});
/** Drafts or applications, outside the trash. */
const bothKinds = z.object({ drafts: z.number(), applications: z.number() });

export const backupPreviewSchema = z.object({
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
      updatedAt: z.string(),
    }),
  ),
  /** Sent to the directory since the backup: Colophon goes on knowing so. */
  sentSince: bothKinds,
  /** Under way when the backup was made: they come back paused. */
  pausedUploads: z.number(),
  /** What is under way here and has to end before a restore. */
  underWay: z.object({ uploads: z.number(), applications: z.number(), imports: z.number() }),
  /** Written by an older version: brought to the form of this one first. */
  isOlder: z.boolean(),
});
export type BackupPreview = z.infer<typeof backupPreviewSchema>;

/** A message about the data folder that stays until it is dismissed or no longer true. */
export const storageNoticeSchema = z.object({
  id: z.string(),
  kind: z.enum(['damaged', 'damage-seen', 'folder', 'backup-failed', 'restored', 'foreign-files']),
  message: messageSchema,
  why: messageSchema.nullable(),
  fix: messageSchema.nullable(),
  /** The backup that it offers. */
  backup: z.string().nullable(),
  isDismissed: z.boolean(),
});
export type StorageNotice = z.infer<typeof storageNoticeSchema>;

const backupName = z.string().min(1).max(100);

/** Backups of the data file: made, looked into, restored; and what there is to say about the data folder. */
export const backupCalls = {
  /** Newest first. */
  'backups.list': call(nothing, z.array(backupSchema)),
  'backups.make': call(nothing, backupSchema),
  'backups.preview': call(z.object({ name: backupName }), backupPreviewSchema),
  /**
   * Puts the backup in the place of what is here, which is itself backed up first. Where drafts or applications would be
   * lost, `acceptLoss` has to name at least as many; else AppError `state`, which says how many.
   */
  'backups.restore': call(
    z.object({
      name: backupName,
      acceptLoss: z
        .object({ drafts: z.number().int().min(0), applications: z.number().int().min(0) })
        .nullable()
        .default(null),
    }),
    /** The backup of what was here before; null where there was nothing. */
    z.object({ before: backupSchema.nullable() }),
  ),
  'storage.notices': call(nothing, z.array(storageNoticeSchema)),
  /** What helps to understand a problem and holds nothing secret or private; reads the whole data file. */
  'storage.diagnose': call(
    nothing,
    z.object({
      /** What to call a file of it. */
      name: z.string(),
      report: z.record(z.string(), z.unknown()),
    }),
  ),
  'storage.dismiss': call(z.object({ id: z.string().max(200) }), done),
} as const;
