import { z } from 'zod';
import { done, local, nothing, reads } from '../contractParts.ts';
import { messageSchema } from '../messageSchema.ts';

/** A notice about the data folder that stays until it is dismissed or no longer true. */
const storageNoticeSchema = z.object({
  id: z.string(),
  kind: z.enum([
    'folder-gone',
    'damaged',
    'damage-seen',
    'folder',
    'backup-failed',
    'restored',
    'foreign-files',
  ]),
  message: messageSchema,
  why: messageSchema.nullable(),
  fix: messageSchema.nullable(),
  /** The backup that the notice offers. */
  backup: z.string().nullable(),
  isDismissed: z.boolean(),
});

export type StorageNotice = z.infer<typeof storageNoticeSchema>;

/** The state of the data folder. */
export const calls = {
  'storage.notices': reads(nothing, z.array(storageNoticeSchema)),
  /** Information for troubleshooting, without secret or private data; reads the whole data file. */
  'storage.diagnose': reads(
    nothing,
    z.object({
      /** Suggested file name. */
      name: z.string(),
      report: z.record(z.string(), z.unknown()),
    }),
  ),
  'storage.dismiss': local(z.object({ id: z.string().max(200) }), done),
};

export const events = {
  /** The notices about the data folder changed (`storage.notices`). */
  'storage.changed': z.object({}),
  /** Another database replaced the open one: everything may be different. */
  'storage.restored': z.object({}),
};
