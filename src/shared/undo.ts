import { z } from 'zod';

/** The bulk changes that can be taken back; `undo.what.<kind>` says each in words. */
export const undoKindSchema = z.enum([
  'import',
  'trash',
  'restore',
  'take',
  'takeFromComparison',
  'setAside',
  'putBack',
  'putBackVersions',
  'removeComparison',
  'trashApplications',
  'restoreApplications',
  'createMany',
  'removeMatrix',
  'removeSearch',
  'removeFunder',
]);
export type UndoKind = z.infer<typeof undoKindSchema>;

/** One bulk change, as it is listed. */
export const undoStepSchema = z.object({
  id: z.number(),
  /** null: of what belongs to no account. */
  accountId: z.string().nullable(),
  kind: undoKindSchema,
  /** Id of what it is about (an import, a comparison, a matrix), and its name; may be empty. */
  subject: z.string(),
  name: z.string(),
  /** Even: the change was made (0) or made again; odd: it was taken back, which can be taken back in its turn. */
  turn: z.number(),
  /** The step that this one took back. */
  takesBack: z.number().nullable(),
  state: z.enum(['done', 'taking', 'taken']),
  /** How many it changed, how many of these were taken back, and how many stay as they are. */
  total: z.number(),
  taken: z.number(),
  stayed: z.number(),
  /** Titles of the first that stay. */
  stayedNames: z.array(z.string()),
  at: z.string(),
  takenAt: z.string().nullable(),
});
export type UndoStep = z.infer<typeof undoStepSchema>;
