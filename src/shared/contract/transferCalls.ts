import { z } from 'zod';
import { selectionSchema } from '../draft/draft.ts';
import { importChoicesSchema } from '../draft/importChoices.ts';
import {
  importFilterSchema,
  importFormatSchema,
  importProblemSchema,
  importRowSchema,
  importStatusSchema,
} from '../draft/importing.ts';
import { planIdSchema } from '../plan.ts';
import { mappingViewSchema } from '../tables/mappingView.ts';
import { savedMappingSchema, tableMappingSchema } from '../tables/tableMapping.ts';
import {
  attemptSchema,
  leftOutSchema,
  payloadSchema,
  planSchema,
  sendAgainSchema,
  startedUploadSchema,
  uploadItemSchema,
  uploadSchema,
} from '../upload/upload.ts';
import { itemStateSchema } from '../upload/uploadStates.ts';
import {
  accountId,
  base64,
  call,
  done,
  fileSchema,
  id,
  limit,
  nothing,
  offset,
  undoId,
  watch,
} from './parts.ts';

const mappingName = z.string().trim().min(1).max(100);

/** True unless false: whether the directory's version is fetched and stored before it is overwritten. */
const takesSnapshots = z.boolean().optional();

/** True if records that readers could hardly find are sent too. */
const includeHardToFind = z.boolean().optional();

/** True if articles that were deleted from the directory are sent as new ones. */
const includeDeleted = z.boolean().optional();

export const transferCalls = {
  /** One file, or several that are read as one import: `files` in the order in which their bytes are sent, concatenated. */
  'imports.open': call(
    z.object({
      accountId,
      name: z.string().min(1).max(300),
      size: z.number().int().min(0),
      files: z
        .array(z.object({ name: z.string().min(1).max(300), size: z.number().int().min(0) }))
        .min(1)
        .max(10_000)
        .optional(),
      format: importFormatSchema.optional(),
      /** How the columns of tables become articles; without it the user is asked, unless the tables are recognised. */
      mapping: tableMappingSchema.optional(),
      /** The journal of records that name none. */
      journal: importChoicesSchema.shape.journal.optional(),
      /** What an empty cell of a table does to a value of the draft. */
      emptyCells: importChoicesSchema.shape.emptyCells.optional(),
      /** False: tables are read as their headings suggest, without asking the user. */
      asks: z.boolean().optional(),
    }),
    importStatusSchema,
  ),
  /** The next piece of the files, in order; `at` is its offset in bytes. */
  'imports.write': call(z.object({ id, at: offset, piece: base64 }), z.object({ received: z.number() })),
  'imports.read': call(z.object({ id }), importStatusSchema),
  'imports.get': call(z.object({ id }), importStatusSchema),
  'imports.list': call(z.object({ accountId }), z.array(importStatusSchema)),
  /** With a filter, the records of a preview, incomplete ones first; without, all records in the order of the file. */
  'imports.rows': call(
    z.object({ id, filter: importFilterSchema.optional(), offset, limit }),
    z.object({ total: z.number(), rows: z.array(importRowSchema) }),
  ),
  'imports.problems': call(
    z.object({ id, offset, limit }),
    z.object({ total: z.number(), problems: z.array(importProblemSchema) }),
  ),
  /** Ticks or unticks `count` records of a filtered preview from `offset` on; unticked ones are not imported. */
  'imports.tick': call(
    z.object({ id, filter: importFilterSchema, offset, count: offset, isTicked: z.boolean() }),
    importStatusSchema,
  ),
  /** How the tables of an import in state `mapping` are currently read. */
  'imports.mapping': call(z.object({ id }), mappingViewSchema),
  /** Stores another mapping, or proposes one for a sheet and a row of headings. */
  'imports.changeMapping': call(
    z.object({
      id,
      change: z.union([
        z.object({ mapping: tableMappingSchema }),
        z.object({ sheet: z.string().nullable(), headingRow: z.number().int().positive().nullable() }),
      ]),
    }),
    mappingViewSchema,
  ),
  /** Reads the tables by the mapping, which is also saved if it gets a name. */
  'imports.readMapped': call(
    z.object({ id, mapping: tableMappingSchema, saveAs: mappingName.optional() }),
    importStatusSchema,
  ),
  /** Reads the files of a preview again with other choices; ticks stay. */
  'imports.choose': call(z.object({ id, choices: importChoicesSchema }), importStatusSchema),
  /** Goes back from the preview of tables to their mapping. */
  'imports.mapAgain': call(z.object({ id }), importStatusSchema),
  'mappings.list': call(nothing, z.array(savedMappingSchema)),
  'mappings.rename': call(z.object({ id, name: mappingName }), done),
  'mappings.remove': call(z.object({ id }), z.object({ undoId })),

  /**
   * Turns the preview into drafts; drafts that were edited after it stay as they are, and are reported as problems.
   * `shown`: as in the status that the user saw; error `state` if the preview has changed since.
   */
  'imports.accept': call(z.object({ id, shown: z.string().max(100) }), importStatusSchema),
  /** Stops an import, or dismisses a failed one. */
  'imports.cancel': call(z.object({ id }), importStatusSchema),

  /** Plans an upload; `look` asks the directory what exists. Under the name `watch` it reports progress (`uploads.planning`) and can be cancelled: error `cancelled`. */
  'uploads.plan': call(
    z.object({
      accountId,
      selection: selectionSchema,
      includeUnchanged: z.boolean(),
      includeHardToFind,
      includeDeleted,
      takesSnapshots,
      look: z.boolean().optional(),
      watch: watch.optional(),
    }),
    planSchema,
  ),
  /** Cancels the plan in progress under this name. */
  'uploads.leavePlan': call(z.object({ watch }), done),
  /** The exact request for one record, without the key. */
  'uploads.payload': call(z.object({ draftId: id }), payloadSchema),
  /** Queues what a plan listed. What is new since is not included, what has changed is left out, and both are reported. */
  'uploads.start': call(
    z.object({ plan: planIdSchema, name: z.string().trim().max(200) }),
    startedUploadSchema,
  ),
  'uploads.list': call(z.object({ accountId: accountId.optional() }), z.array(uploadSchema)),
  'uploads.get': call(z.object({ id }), uploadSchema),
  /** The records that the plan of an upload did not send; the first 500. */
  'uploads.leftOut': call(z.object({ id }), z.array(leftOutSchema)),
  'uploads.items': call(
    z.object({ id, states: z.array(itemStateSchema), offset, limit }),
    z.object({ total: z.number(), items: z.array(uploadItemSchema) }),
  ),
  'uploads.attempts': call(
    z.object({ id, itemId: z.number().int().optional(), offset, limit }),
    z.object({ total: z.number(), attempts: z.array(attemptSchema) }),
  ),
  'uploads.pause': call(z.object({ id }), uploadSchema),
  'uploads.resume': call(z.object({ id }), uploadSchema),
  'uploads.cancel': call(z.object({ id }), uploadSchema),
  /** Lists the refused and failed records of an upload: all of them, or these. */
  'uploads.retryPreview': call(z.object({ id, itemIds: z.array(id).optional() }), sendAgainSchema),
  /** Queues what a preview listed again, without what is new or changed since. */
  'uploads.retry': call(z.object({ plan: planIdSchema }), startedUploadSchema),
  /** Lists the queued records of an upload that wait until what they overwrite is stored. */
  'uploads.unkeptPreview': call(z.object({ id }), sendAgainSchema),
  /** Sends what a preview listed without fetching and storing what it overwrites. */
  'uploads.sendUnkept': call(z.object({ plan: planIdSchema }), startedUploadSchema),
  'uploads.export': call(z.object({ id, format: z.enum(['csv', 'json']) }), fileSchema),
} as const;
