import { z } from 'zod';
import { accountId, local, offset, reads } from '../contractParts.ts';
import { selectionSchema } from '../draft/draft.ts';
import { linkCheckSchema, linkRunSchema } from '../links/linkCheck.ts';

const addresses = z.array(z.string().min(1).max(4_000));

/** Checks of full-text addresses; error `state` while external sources are switched off. */
export const calls = {
  /** Starts checking the full-text addresses of drafts; returns the account's check that is running if there is one. */
  'links.start': local(z.object({ accountId, selection: selectionSchema }), linkRunSchema),
  /** The same for addresses of no account. */
  'links.startAddresses': local(z.object({ addresses }), linkRunSchema),
  /** Ends a check; its results stay. Without an account: that of addresses. */
  'links.cancel': local(z.object({ accountId: accountId.nullable() }), linkRunSchema.nullable()),
  /** The last check since the program started; null: none. */
  'links.get': reads(z.object({ accountId: accountId.nullable() }), linkRunSchema.nullable()),
  /** The stored results of the last check's addresses, 1,000 at a time; `next` is the next offset, null at the end. */
  'links.results': reads(
    z.object({ accountId: accountId.nullable(), offset }),
    z.object({ checks: z.array(linkCheckSchema), next: z.number().nullable() }),
  ),
  /** The stored results for these addresses. */
  'links.checks': reads(z.object({ addresses: addresses.max(1_000) }), z.array(linkCheckSchema)),
};

export const events = {
  /** Progress of checking links, at most four times a second. */
  'links.changed': linkRunSchema,
};
