import { z } from 'zod';
import { columnTargets, commonSeparators, tablePresets } from './columnTargets.ts';

const dateOrderSchema = z.enum(['day', 'month']);

const columnMappingSchema = z.object({
  /** As in the heading row; compared without regard to case and blanks. */
  heading: z.string(),
  target: z.enum(columnTargets),
  /** The number of the author, if each author has their own columns. */
  author: z.int().min(0).optional(),
  /** The code of the language of a title, subtitle, abstract or keywords. */
  language: z.string().optional(),
  /** Whether 03/04/2024 is in April or in March; overrides the mapping's answer. */
  dateOrder: dateOrderSchema.optional(),
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

/** How the columns of a table become articles. */
export const tableMappingSchema = z.object({
  columns: z.array(columnMappingSchema).min(1).max(16_384),
  /** The name of the only sheet to read; null: every sheet with a heading row. */
  sheet: z.string().nullable().default(null),
  /** The row of the headings, from 1; null: the first row with such headings. */
  headingRow: z.int().min(1).nullable().default(null),
  /**
   * The texts between the entries of a list in one cell. A cell is split only at the first of them that it contains; the
   * lines of a list of authors are split at semicolons, too.
   */
  listSeparators: z.array(z.string().min(1)).default(commonSeparators),
  /** The text between name, affiliation and ORCID of an author in a list; null: the list has names only. */
  partSeparator: z.string().min(1).nullable().default(null),
  /** The order of dates in columns that do not state theirs, as older versions saved it for the whole table. */
  dateOrder: dateOrderSchema.nullable().default(null),
  preset: z.enum(tablePresets).nullable().default(null),
});
export type TableMapping = z.infer<typeof tableMappingSchema>;

/** A mapping that the user has saved, for tables with its headings. */
export const savedMappingSchema = z.object({ id: z.number(), name: z.string(), mapping: tableMappingSchema });
export type SavedMapping = z.infer<typeof savedMappingSchema>;
