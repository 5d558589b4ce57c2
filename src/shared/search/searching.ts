import { z } from 'zod';
import { searchKinds } from '../choices.ts';
import { recordSchema } from '../draft/draft.ts';
import { messageSchema } from '../messageSchema.ts';

export const searchKindSchema = z.enum(searchKinds);
export type SearchKind = z.infer<typeof searchKindSchema>;

/** A record that a search found, with what a list shows of it. */
export const hitSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Journal: publisher; article: authors; application: empty. */
  detail: z.string(),
  /** Of an application, as the directory tells it; null for the others. */
  status: messageSchema.nullable(),
  /** Journal of an article; empty for the others. */
  journal: z.string(),
  issns: z.array(z.string()),
  doi: z.string(),
  year: z.string(),
  record: recordSchema,
  /** A draft here with the same DOI or address (article), or about the same journal or application. */
  draftId: z.number().nullable(),
  /** A journal of the account. */
  mine: z.boolean(),
});
export type Hit = z.infer<typeof hitSchema>;

export const searchPageSchema = z.object({
  kind: searchKindSchema,
  /** As it was sent, before percent-encoding. */
  query: z.string(),
  sort: z.string(),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  hits: z.array(hitSchema),
  /** Milliseconds until the answer was there, the limiter's pause left out. */
  took: z.number(),
  at: z.string(),
});
export type SearchPage = z.infer<typeof searchPageSchema>;

export const savedSearchSchema = z.object({
  id: z.number(),
  accountId: z.string(),
  kind: searchKindSchema,
  /** Empty for a recent search that was not saved. */
  name: z.string(),
  query: z.string(),
  sort: z.string(),
  /** Hits when it was last run, and when that was. */
  total: z.number().nullable(),
  ranAt: z.string().nullable(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;
