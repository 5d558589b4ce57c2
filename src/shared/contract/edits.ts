import { z } from 'zod';
import { bulkEditSchema } from '../article/edits/bulkEdit.ts';
import { accountId, id, limit, local, offset, reads, undoId, watch } from '../contractParts.ts';
import { draftSortSchema, selectionSchema } from '../draft/draft.ts';
import { recordChangeSchema } from '../draft/recordChanges.ts';
import { sinceSchema } from '../plan.ts';

/** How many articles an edit leaves unchanged because they are, or would become, too large. */
const tooLarge = z.number();

/** How many stay unchanged because their records cannot be read. */
const unreadable = z.number();

/** One article that an edit changes: the places where it differs, with long texts cut around the difference. */
const editedRowSchema = z.object({
  id: z.number(),
  title: z.string(),
  journal: z.string(),
  /** True if it is queued: a request under way still sends the old version. */
  isQueued: z.boolean(),
  changes: z.array(recordChangeSchema),
});

export type EditedRow = z.infer<typeof editedRowSchema>;

const editPreviewSchema = z.object({
  /** For `drafts.editPreviewRows` and `drafts.edit`; the latest previews are remembered. */
  id: z.number(),
  selected: z.number(),
  changed: z.number(),
  tooLarge,
  unreadable,
});

export type EditPreview = z.infer<typeof editPreviewSchema>;

const fixableSchema = z.object({
  /** As in the edit `fix`. */
  code: z.string(),
  label: z.string(),
  /** Number of articles. */
  count: z.number(),
});

/** Edits of many drafts. Under the name `watch` each reports progress (`edits.progress`) and can be cancelled. */
export const calls = {
  /** Previews an edit. Another preview under the same name cancels this one: error `cancelled`. */
  'edits.preview': reads(
    z.object({
      accountId,
      selection: selectionSchema,
      sort: draftSortSchema,
      edit: bulkEditSchema,
      watch: watch.optional(),
    }),
    editPreviewSchema,
  ),
  /** The articles that it changes, in the order of the list, as they are now. Error `not_found` for an old preview. */
  'edits.previewRows': reads(
    z.object({ id, offset, limit }),
    z.object({ total: z.number(), rows: z.array(editedRowSchema) }),
  ),
  /**
   * Edits the articles of a preview, except those that were changed since, as one step that can be undone. Cancelling
   * keeps what was done.
   */
  'edits.apply': local(
    z.object({ preview: id, except: z.array(z.number()).max(200_000), watch: watch.optional() }),
    z.object({
      changed: z.number(),
      unchanged: z.number(),
      tooLarge,
      unreadable,
      since: sinceSchema,
      isCancelled: z.boolean(),
      undoId,
    }),
  ),
  /** Finds out which drafts another account does not have yet, by DOI or full-text address. */
  'edits.copyPreview': reads(
    z.object({ accountId, selection: selectionSchema, to: accountId, watch: watch.optional() }),
    z.object({
      /** For `edits.copy`. */
      id: z.number(),
      selected: z.number(),
      fresh: z.number(),
      known: z.number(),
      tooLarge,
      unreadable,
    }),
  ),
  /** Copies the drafts of a preview, except those that were changed since, as new ones that were never sent, as one step that can be undone. Cancelling keeps what was done. */
  'edits.copy': local(
    z.object({ preview: id, watch: watch.optional() }),
    z.object({
      copied: z.number(),
      known: z.number(),
      tooLarge,
      unreadable,
      since: sinceSchema,
      isCancelled: z.boolean(),
      undoId,
    }),
  ),
  'edits.cancel': local(z.object({ watch }), z.null()),
  /** The kinds of fixes that the findings of the selected drafts offer, the most frequent first. */
  'edits.fixable': reads(
    z.object({ accountId, selection: selectionSchema, watch: watch.optional() }),
    z.array(fixableSchema),
  ),
};

export const events = {
  /** Progress of a call that edits many drafts, under the name given in the call; at most four times a second. */
  'edits.progress': z.object({ watch: z.string(), done: z.number(), total: z.number() }),
};
