import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';

/** The user's choices for all records of an import that have several values of a kind. */
export const importChoicesSchema = z.object({
  /** The language of title, abstract and keywords; null: the article's own. */
  language: z.string().max(3).nullable().default(null),
  date: z.enum(['online', 'print']).default('online'),
  /** An author with several affiliations gets the first one, or is listed once for each. */
  affiliation: z.enum(['first', 'repeat']).default('first'),
  /** The journal of records that name none. */
  journal: z
    .object({
      title: z.string().max(1_000),
      pissn: z.string().max(20).nullable(),
      eissn: z.string().max(20).nullable(),
    })
    .nullable()
    .default(null),
  /**
   * What an empty cell of a table does to a value of the draft. Null: it clears the value in Colophon's own tables, unless
   * the draft was edited since, and keeps it otherwise.
   */
  emptyCells: z.enum(['keep', 'clear']).nullable().default(null),
  /** The encoding of text files; null: the one that each shows, else the likeliest. */
  encoding: z.string().max(40).nullable().default(null),
  /** The encodings of single files, by their place among the files. */
  encodings: z.record(z.string().regex(/^\d{1,5}$/), z.string().max(40)).default({}),
  /** What becomes of texts that were decoded twice ("Ã¼"). */
  decodedTwice: z.enum(['correct', 'keep']).default('correct'),
  /** The order of names whose parts the file states; null: as usual, with the family name first where the culture has it so. */
  nameOrder: z.enum(['family', 'given']).nullable().default(null),
  /** False: nobody sees a preview, so doubtful records are imported as well. */
  isAsked: z.boolean().default(true),
});
export type ImportChoices = z.infer<typeof importChoicesSchema>;

/** A name as it is usual, and with either part first. */
const nameOrdersSchema = z.object({ usual: z.string(), family: z.string(), given: z.string() });
export type NameOrders = z.infer<typeof nameOrdersSchema>;

/** The choices that an import offers, and the data that it loses; counts are of records. */
export const importFoundSchema = z.object({
  /** By language: the records that have texts in it and in others. */
  languages: z.record(z.string(), z.number()),
  /** Records that appeared online and in print at different times. */
  dates: z.number(),
  /** Records with an author of several affiliations. */
  affiliations: z.number(),
  /** Records without an ISSN, in all and by the title of their journal. */
  noJournal: z.number(),
  journalTitles: z.record(z.string(), z.number()),
  /** Records that are left unticked at first. */
  doubtful: z.number(),
  /** Records with empty cells where the draft has a value, which is kept or cleared unless the user chooses. */
  emptyCells: z.object({ kept: z.number(), cleared: z.number() }).default({ kept: 0, cleared: 0 }),
  /** Records with texts that were decoded twice, and some of these before and after they are decoded back. */
  decodedTwice: z
    .object({ records: z.number(), examples: z.array(z.object({ before: z.string(), after: z.string() })) })
    .default({ records: 0, examples: [] }),
  /** Records with names for whose order the culture decides, and one of the names in each order. */
  names: z
    .object({ records: z.number(), example: nameOrdersSchema.nullable() })
    .default({ records: 0, example: null }),
  /** Remarks that most records have. */
  remarks: z.array(z.object({ message: messageSchema, records: z.number() })).default([]),
  /** Data that the directory has no field for, by kind. */
  losses: z.array(z.object({ part: messageSchema, records: z.number() })),
});
export type ImportFound = z.infer<typeof importFoundSchema>;
