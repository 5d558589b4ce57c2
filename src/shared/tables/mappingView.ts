import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';
import { tableMappingSchema } from './tableMapping.ts';

/** How a mapping reads the tables of an import, for the user to check. */
export const mappingViewSchema = z.object({
  mapping: tableMappingSchema,
  /** The sheets of a workbook that have rows; empty for a text file. */
  sheets: z.array(z.string()),
  /** The first rows, one of which has the headings; empty if several tables are read. */
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
  /** The row of the headings that is used; null if there are several tables. */
  headingRow: z.number().nullable(),
  /**
   * For each of the first columns of the mapping: its first values, and dates that may have the day or the month first.
   */
  columns: z.array(z.object({ values: z.array(z.string()), unclearDates: z.array(z.string()) })),
  articles: z.number(),
  /** The fields of the first articles. */
  first: z.array(
    z.object({
      fields: z.array(z.object({ path: z.string(), text: z.string() })),
      notes: z.array(messageSchema),
    }),
  ),
});
export type MappingView = z.infer<typeof mappingViewSchema>;
