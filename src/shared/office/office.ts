import { z } from 'zod';
import { recordSchema } from '../draft/draft.ts';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';

/** The kinds of rows that an office shares. */
export const sharedKinds = ['account', 'article', 'application'] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** What joining the office would do for one account. */
export const accountPreviewSchema = z.object({
  name: z.string(),
  /** The address to which this account's key is sent. */
  base: z.string(),
  isHere: z.boolean(),
  isThere: z.boolean(),
  /** False: it is only here and stays here, because this person may not add accounts to the office. */
  isShared: z.boolean(),
  same: z.number(),
  /** Only here, or changed here since the office was left. */
  newerHere: z.number(),
  /** Only in the office, or changed there since. */
  newerThere: z.number(),
  /** Different on both sides: merged by field; fields that differ are shown as conflicts. */
  different: z.number(),
});
export type AccountPreview = z.infer<typeof accountPreviewSchema>;

/** The side of a conflict whose values are kept. */
export const conflictSides = ['mine', 'theirs'] as const;
export type ConflictSide = (typeof conflictSides)[number];

/**
 * `off`: this data folder belongs to no office. `current`: everything is sent and fetched. `sending`: changes wait, and
 * are being sent. `blocked`: a colleague's program keeps the office waiting. All others need something: a connection, a
 * password, a permission, disk space, or another version.
 */
const officeStates = [
  'off',
  'connecting',
  'current',
  'sending',
  'offline',
  'password',
  'certificate',
  'notPermitted',
  'blocked',
  'notAccepted',
  'readOnly',
  'full',
  'quota',
  'newerSchema',
  'olderSchema',
  'missing',
  'failed',
] as const;

/** An article or an application by its id here. */
const recordRef = { kind: z.enum(['article', 'application']), id: z.number() };
export const recordRefSchema = z.object(recordRef);
export type RecordRef = z.infer<typeof recordRefSchema>;

export const fieldChangeSchema = z.object({ path: z.string(), person: z.string(), at: timeSchema });

/** A colleague's change of an open record, merged with what was here. */
export const mergedRecordSchema = z.object({
  ...recordRef,
  person: z.string(),
  at: timeSchema,
  /** As it was here, and as it is now. */
  before: recordSchema,
  after: recordSchema,
});
export type MergedRecord = z.infer<typeof mergedRecordSchema>;

export const officeConflictSchema = z.object({
  id: z.string(),
  /** The row here; null if it is gone. */
  row: z.object({ kind: z.enum(sharedKinds), localId: z.union([z.string(), z.number()]) }).nullable(),
  title: z.string(),
  /** Who saved the value that the office kept first, and when by the clock of its database. */
  changedBy: z.string(),
  changedAt: timeSchema,
  /** Paths of the fields; an empty path is a deletion. */
  fields: z.array(z.object({ path: z.string(), mine: z.json().optional(), theirs: z.json().optional() })),
});
export type OfficeConflict = z.infer<typeof officeConflictSchema>;

export const officeStatusSchema = z.object({
  state: z.enum(officeStates),
  /** The reason. */
  message: messageSchema,
  /** When the state began (ISO, by this computer's clock). */
  since: timeSchema,
  /** Without the password; null: no office. */
  address: z.string().nullable(),
  /** Changes that wait to be sent. */
  waiting: z.number(),
  conflicts: z.number(),
  /** Records of the office that cannot be read and were left out. */
  unreadable: z.number(),
  /** Who is connected, as of the last contact. */
  people: z.array(z.object({ person: z.string(), version: z.string() })),
  /** Who sends for which account here, and how many records are left, as of the last contact. */
  senders: z.array(z.object({ accountId: z.string(), person: z.string(), left: z.number() })),
  /** Who else has which record open, as of the last contact. */
  open: z.array(z.object({ person: z.string(), ...recordRef })),
  /** The name of this person in the office; empty without one. */
  me: z.string(),
  /** Who may see each account here, and send for it, as of the last contact. */
  members: z.array(z.object({ accountId: z.string(), person: z.string(), maySend: z.boolean() })),
  /** Who has stored much in the office today, as of the last contact. */
  storing: z.array(z.object({ person: z.string(), rows: z.number(), megabytes: z.number() })),
  /** This person may add accounts to the office, and change those that it has. */
  mayManage: z.boolean(),
  /** The accounts that send only approved articles. */
  approvedOnly: z.array(z.object({ accountId: z.string(), isOn: z.boolean() })),
});
export type OfficeStatus = z.infer<typeof officeStatusSchema>;
export type OfficeState = OfficeStatus['state'];
