import { z } from 'zod';
import {
  accountId,
  base64,
  done,
  id,
  limit,
  local,
  nothing,
  offset,
  reads,
  undoId,
} from '../contractParts.ts';
import { importChoicesSchema } from '../draft/importChoices.ts';
import { encodingCandidateSchema } from '../draft/importEncodings.ts';
import {
  importFilterSchema,
  importFormatSchema,
  importProblemSchema,
  importRowSchema,
  importStatusSchema,
} from '../draft/importing.ts';
import { importSourceSchema } from '../draft/importSource.ts';
import { mappingViewSchema } from '../tables/mappingView.ts';
import { savedMappingSchema, tableMappingSchema } from '../tables/tableMapping.ts';

const mappingName = z.string().trim().min(1).max(100);

/** Imports of files, and the saved mappings of columns. */
export const calls = {
  /** One file, or several that are read as one import: `files` in the order in which their bytes are sent, concatenated. */
  'imports.open': local(
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
      /** The encoding of text files; without it the one that each shows, else the likeliest. */
      encoding: importChoicesSchema.shape.encoding.optional(),
      /** Which part of names comes first. */
      nameOrder: importChoicesSchema.shape.nameOrder.optional(),
      /** What becomes of texts that were decoded twice. */
      decodedTwice: importChoicesSchema.shape.decodedTwice.optional(),
      /** What an empty cell of a table does to a value of the draft. */
      emptyCells: importChoicesSchema.shape.emptyCells.optional(),
      /** False: tables are read as their headings suggest, without asking the user. */
      asks: z.boolean().optional(),
    }),
    importStatusSchema,
  ),
  /** The next piece of the files, in order; `at` is its offset in bytes. */
  'imports.write': local(z.object({ id, at: offset, piece: base64 }), z.object({ received: z.number() })),
  'imports.read': local(z.object({ id }), importStatusSchema),
  'imports.get': reads(z.object({ id }), importStatusSchema),
  'imports.list': reads(z.object({ accountId }), z.array(importStatusSchema)),
  /** With a filter, the records of a preview, incomplete ones first; without, all records in the order of the file. */
  'imports.rows': reads(
    z.object({ id, filter: importFilterSchema.optional(), offset, limit }),
    z.object({ total: z.number(), rows: z.array(importRowSchema) }),
  ),
  /** A record of a preview as it will be imported, each field as one text; no fields if nothing is written. */
  'imports.record': reads(
    z.object({ id, position: offset }),
    z.object({ row: importRowSchema, fields: z.array(z.object({ path: z.string(), text: z.string() })) }),
  ),
  /** The place in the files from which a record came; null if it cannot be shown. */
  'imports.source': reads(z.object({ id, position: offset }), importSourceSchema.nullable()),
  'imports.problems': reads(
    z.object({ id, offset, limit }),
    z.object({ total: z.number(), problems: z.array(importProblemSchema) }),
  ),
  /**
   * Ticks or unticks records of a preview: all that match the filter or, of these, those from one position to another in
   * the order of previews, both included. Unticked ones are not imported. `count`: those that can be imported.
   */
  'imports.tick': local(
    z.object({
      id,
      filter: importFilterSchema,
      between: z.object({ from: offset, to: offset }).optional(),
      isTicked: z.boolean(),
    }),
    z.object({ status: importStatusSchema, count: z.number() }),
  ),
  /** How the tables of an import in state `mapping` are currently read. */
  'imports.mapping': reads(z.object({ id }), mappingViewSchema),
  /** Stores another mapping, or proposes one for a sheet and a row of headings. */
  'imports.changeMapping': local(
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
  'imports.readMapped': local(
    z.object({ id, mapping: tableMappingSchema, saveAs: mappingName.optional() }),
    importStatusSchema,
  ),
  /** The encodings that a file without one may be in, the likeliest first, each with the first titles in it. */
  'imports.encodings': reads(z.object({ id, file: offset }), z.array(encodingCandidateSchema)),
  /**
   * Reads the files of a preview again with other choices; ticks stay. With other encodings, tables are recognised anew, and
   * so are those whose columns are being mapped.
   */
  'imports.choose': local(z.object({ id, choices: importChoicesSchema }), importStatusSchema),
  /** Goes back from the preview of tables to their mapping. */
  'imports.mapAgain': local(z.object({ id }), importStatusSchema),
  'imports.mappings': reads(nothing, z.array(savedMappingSchema)),
  'imports.renameMapping': local(z.object({ id, name: mappingName }), done),
  'imports.removeMapping': local(z.object({ id }), z.object({ undoId })),
  /**
   * Turns the preview into drafts; drafts that were edited after it stay as they are, and are reported as problems.
   * `shown`: as in the status that the user saw; error `state` if the preview has changed since.
   */
  'imports.accept': local(z.object({ id, shown: z.string().max(100) }), importStatusSchema),
  /** Stops an import, or dismisses a failed one. */
  'imports.cancel': local(z.object({ id }), importStatusSchema),
};

export const events = {
  'imports.changed': importStatusSchema,
  /** A column mapping was saved, renamed or removed. */
  'imports.mappingsChanged': z.object({}),
};
