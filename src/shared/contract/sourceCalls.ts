import { z } from 'zod';
import { recordSchema, selectionSchema } from '../draft/draft.ts';
import {
  goneRecordSchema,
  harvestOfferSchema,
  harvestRunSchema,
  harvestSourceSchema,
} from '../harvest/harvest.ts';
import { linkCheckSchema, linkRunSchema } from '../links/linkCheck.ts';
import { timeSchema } from '../timeSchema.ts';
import { accountId, base64, call, done, id, offset } from './parts.ts';

const addresses = z.array(z.string().min(1).max(4_000));

/** Requests to servers other than the directory; error `state` while external sources are switched off. */
export const sourceCalls = {
  /** Starts checking the full-text addresses of drafts; returns the account's check that is running if there is one. */
  'links.start': call(z.object({ accountId, selection: selectionSchema }), linkRunSchema),
  /** The same for addresses of no account. */
  'links.startAddresses': call(z.object({ addresses }), linkRunSchema),
  /** Ends a check; its results stay. Without an account: that of addresses. */
  'links.cancel': call(z.object({ accountId: accountId.nullable() }), linkRunSchema.nullable()),
  /** The last check since the program started; null: none. */
  'links.get': call(z.object({ accountId: accountId.nullable() }), linkRunSchema.nullable()),
  /** The stored results of the last check's addresses, 1,000 at a time; `next` is the next offset, null at the end. */
  'links.results': call(
    z.object({ accountId: accountId.nullable(), offset }),
    z.object({ checks: z.array(linkCheckSchema), next: z.number().nullable() }),
  ),
  /** The stored results for these addresses. */
  'links.checks': call(z.object({ addresses: addresses.max(1_000) }), z.array(linkCheckSchema)),

  /**
   * The draft with everything that Crossref has for its DOI; null if Crossref does not have the DOI, which may belong
   * to another agency or to none. Each work is requested once a day.
   */
  'crossref.proposal': call(
    z.object({ draftId: id }),
    z.object({
      state: z.enum(['found', 'elsewhere', 'unknown']),
      proposed: recordSchema.nullable(),
      fetchedAt: timeSchema.nullable(),
    }),
  ),

  /** What the repository at an address offers; a journal's address is enough. */
  'harvest.offer': call(
    z.object({ accountId: accountId.nullable(), address: z.string().min(1).max(2_000) }),
    harvestOfferSchema,
  ),
  /** The repositories that an account has harvested, the newest first. */
  'harvest.sources': call(z.object({ accountId }), z.array(harvestSourceSchema)),
  'harvest.forget': call(z.object({ id }), done),
  /** Starts a harvest; returns the account's harvest that is running if there is one. */
  'harvest.start': call(
    z.object({
      accountId: accountId.nullable(),
      /** As `harvest.offer` returned it. */
      address: z.string().min(1).max(2_000),
      prefix: z.string().min(1).max(200),
      /** Empty: all. */
      set: z.string().max(500),
      /** A date (ISO); `last`: the beginning of the last complete run; null: everything. */
      since: z.union([z.literal('last'), z.iso.date(), z.null()]),
      /** Continues where the last run was stopped. */
      resumes: z.boolean(),
      /** Imports the records; otherwise `harvest.read` returns them. */
      imports: z.boolean(),
    }),
    harvestRunSchema,
  ),
  /** Ends a harvest; records received so far become an import. */
  'harvest.cancel': call(z.object({ accountId: accountId.nullable() }), harvestRunSchema.nullable()),
  /** The last harvest since the program started; null: none. */
  'harvest.get': call(z.object({ accountId: accountId.nullable() }), harvestRunSchema.nullable()),
  /** The next piece of the responses of a harvest without an import, and the size of each response in bytes. */
  'harvest.read': call(
    z.object({ accountId: accountId.nullable(), at: offset }),
    z.object({ piece: base64, sizes: z.array(z.number()) }),
  ),
  /** The records that the repository of an import no longer has. */
  'harvest.gone': call(z.object({ importId: id }), z.array(goneRecordSchema)),
} as const;
