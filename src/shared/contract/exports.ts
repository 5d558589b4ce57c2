import { z } from 'zod';
import { accountId, base64, done, id, local, offset, reads, watch } from '../contractParts.ts';
import { draftSortSchema, selectionSchema } from '../draft/draft.ts';
import { exportFormats } from '../draft/fileFormats.ts';
import { returnedRows } from '../draft/returnedRows.ts';
import { messageSchema } from '../messageSchema.ts';

const format = z.enum(exportFormats);

/** The records to export: drafts in the order of a list, or those of an import or upload in the order of its files. */
const exportSourceSchema = z.union([
  z.object({ accountId, selection: selectionSchema, sort: draftSortSchema }),
  z.object({ importId: id }),
  z.object({ uploadId: id }),
]);

export type ExportSource = z.output<typeof exportSourceSchema>;

/** The import or upload of a report. */
const reportSourceSchema = z.union([z.object({ importId: id }), z.object({ uploadId: id })]);

/** A table among the files of an import. */
const tableSchema = z.object({ importId: id, file: offset });

const exportResultSchema = z.object({
  /** Records in the file, or rows of a report; if 0, there is no file. */
  written: z.number(),
  /** Bytes. */
  size: z.number(),
  /** The parts for which the format has no place, and how many records have each. */
  lost: z.array(z.object({ part: messageSchema, records: z.number() })),
  /** The records that the format cannot hold at all. */
  leftOut: z.array(z.object({ title: z.string(), reason: messageSchema })),
});

export type ExportResult = z.infer<typeof exportResultSchema>;

const exportedFile = exportResultSchema.extend({ id, name: z.string(), type: z.string() });

/** Records and reports as files. */
export const calls = {
  /** Writes records to a temporary file. Under the name `watch` it reports progress (`exports.progress`) and can be cancelled: error `cancelled`. */
  'exports.write': local(
    z.object({ source: exportSourceSchema, format, watch: watch.optional() }),
    exportedFile,
  ),
  /** Writes the problems of an import or upload in the same way, one row for each, with file, record, line and advice. */
  'exports.report': local(
    z.object({ source: reportSourceSchema, format: z.enum(['csv', 'json']), watch: watch.optional() }),
    exportedFile,
  ),
  /**
   * The imported tables of an import, or those that an upload's records come from; `records` counts the upload's
   * records.
   */
  'exports.tables': reads(
    z.object({ source: reportSourceSchema }),
    z.array(tableSchema.extend({ name: z.string(), records: z.number().nullable() })),
  ),
  /** Writes such a table in the same way, unchanged except for added columns with the problems of its rows. */
  'exports.returned': local(
    z.object({
      source: reportSourceSchema,
      table: tableSchema,
      rows: z.enum(returnedRows),
      watch: watch.optional(),
    }),
    exportedFile,
  ),
  'exports.cancel': local(z.object({ watch }), done),
  /** The next piece of the file from a byte on; empty after the last one. */
  'exports.read': reads(z.object({ id, at: offset }), z.object({ piece: base64 })),
  /** Removes the temporary file. */
  'exports.remove': local(z.object({ id }), done),
  /** The parts of a record for which a format has no place. */
  'exports.losses': reads(z.object({ format }), z.array(messageSchema)),
};

export const events = {
  /** Progress of a call that exports records, under the name given in the call; at most four times a second. */
  'exports.progress': z.object({ watch: z.string(), done: z.number(), total: z.number() }),
};
