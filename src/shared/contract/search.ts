import { z } from 'zod';
import { accountId, done, fileSchema, id, local, reads } from '../contractParts.ts';
import { savedSearchSchema, searchKindSchema, searchPageSchema } from '../search/searching.ts';

/** Searches at the directory. */
export const calls = {
  /** One page of hits; error `input` with the finding's message if the query may not be sent. */
  'search.run': reads(
    z.object({
      accountId,
      kind: searchKindSchema,
      query: z.string().min(1).max(4000),
      sort: z.string().max(200),
      page: z.number().int().min(1).max(1000),
      pageSize: z.number().int().min(1).max(100),
    }),
    searchPageSchema,
  ),
  /** Saved searches by name, and the recent ones, newest first. */
  'search.list': reads(
    z.object({ accountId }),
    z.object({ saved: z.array(savedSearchSchema), recent: z.array(savedSearchSchema) }),
  ),
  'search.save': local(
    z.object({
      accountId,
      kind: searchKindSchema,
      name: z.string().trim().min(1).max(100),
      query: z.string().min(1).max(4000),
      sort: z.string().max(200),
    }),
    savedSearchSchema,
  ),
  'search.rename': local(z.object({ id, name: z.string().trim().min(1).max(100) }), savedSearchSchema),
  'search.remove': local(z.object({ id }), done),
  /** Updates the number of hits of a saved search. */
  'search.count': reads(z.object({ id }), savedSearchSchema),
  /** All hits up to the directory's limit of 1,000, as a file. */
  'search.export': reads(
    z.object({
      accountId,
      kind: searchKindSchema,
      query: z.string().min(1).max(4000),
      sort: z.string().max(200),
      format: z.enum(['csv', 'json']),
    }),
    fileSchema.extend({ count: z.number(), total: z.number() }),
  ),
};

export const events = { 'search.changed': z.object({ accountId: z.string() }) };
