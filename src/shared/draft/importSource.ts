import { z } from 'zod';

/** Where a record of an import came from: lines of a text, or rows of a table with the headings of their cells. */
export const importSourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    /** The line of the file at which the text begins; null if the text is shown in another layout than in the file. */
    line: z.number().nullable(),
    text: z.string(),
    isCut: z.boolean(),
  }),
  z.object({
    kind: z.literal('rows'),
    rows: z.array(
      z.object({ line: z.number(), cells: z.array(z.object({ heading: z.string(), value: z.string() })) }),
    ),
    isCut: z.boolean(),
  }),
]);
export type ImportSource = z.infer<typeof importSourceSchema>;
