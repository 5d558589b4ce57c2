import { z } from 'zod';
import { timeSchema } from './timeSchema.ts';

/** The kinds of bulk changes that can be undone; `undo.what.<kind>` describes each. */
const undoKindSchema = z.enum([
  'import',
  'trash',
  'restore',
  'take',
  'takeFromComparison',
  'setAside',
  'putBack',
  'putBackVersions',
  'editDrafts',
  'copyDrafts',
  'removeComparison',
  'trashApplications',
  'restoreApplications',
  'createMany',
  'removeMatrix',
  'removeSearch',
  'removeList',
  'removeFunder',
  'removeMapping',
  'fix',
  'assign',
  'putRight',
]);
export type UndoKind = z.infer<typeof undoKindSchema>;

/** One bulk change in the list. */
export const undoStepSchema = z.object({
  id: z.number(),
  /** null: not about an account. */
  accountId: z.string().nullable(),
  kind: undoKindSchema,
  /** Id of its subject (an import, a comparison, a matrix), and its name; may be empty. */
  subject: z.string(),
  name: z.string(),
  /** Even: the change was made (0) or redone; odd: it was undone, which can itself be undone. */
  turn: z.number(),
  /** The step that this one undid. */
  takesBack: z.number().nullable(),
  /** `done` with undone records: undoing it was stopped. */
  state: z.enum(['done', 'taking', 'taken']),
  /** Number of changed records, of undone ones among them, and of those that were skipped. */
  total: z.number(),
  taken: z.number(),
  stayed: z.number(),
  /** Titles of the first skipped records. */
  stayedNames: z.array(z.string()),
  at: timeSchema,
  takenAt: timeSchema.nullable(),
});
export type UndoStep = z.infer<typeof undoStepSchema>;
