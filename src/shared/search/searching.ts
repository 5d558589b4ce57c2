import { z } from 'zod';
import { searchKinds } from '../choices.ts';
import { recordSchema } from '../draft/draft.ts';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';

export const searchKindSchema = z.enum(searchKinds);
export type SearchKind = z.infer<typeof searchKindSchema>;

/** A record found by a search, with the values that a list shows. */
const hitSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Journal: publisher; article: authors; application: empty. */
  detail: z.string(),
  /** Status of an application as the directory reports it; null for other kinds. */
  status: messageSchema.nullable(),
  /** Journal of an article; empty for other kinds. */
  journal: z.string(),
  issns: z.array(z.string()),
  doi: z.string(),
  year: z.string(),
  record: recordSchema,
  /** A local draft with the same DOI or address (article), or about the same journal or application. */
  draftId: z.number().nullable(),
  /** A journal of the account. */
  mine: z.boolean(),
});
export type Hit = z.infer<typeof hitSchema>;

export const searchPageSchema = z.object({
  kind: searchKindSchema,
  /** As sent, before percent-encoding. */
  query: z.string(),
  sort: z.string(),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  hits: z.array(hitSchema),
  /** Milliseconds until the response, without the rate limiter's wait. */
  took: z.number(),
  at: timeSchema,
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
  /** Hits of the last run, and its time. */
  total: z.number().nullable(),
  ranAt: timeSchema.nullable(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;
