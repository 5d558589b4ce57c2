import { z } from 'zod';
import { selectionSchema } from '../draft/draft.ts';
import { linkCheckSchema, linkRunSchema } from '../links/linkCheck.ts';
import { accountId, call } from './parts.ts';

const addresses = z.array(z.string().min(1).max(4_000));

/** Questions to other servers than the directory; error `state` while the user does not allow them. */
export const sourceCalls = {
  /** Starts checking the full-text addresses of drafts; returns the account's check that is running if there is one. */
  'links.start': call(z.object({ accountId, selection: selectionSchema }), linkRunSchema),
  /** The same for addresses of no account. */
  'links.startAddresses': call(z.object({ addresses }), linkRunSchema),
  /** Ends a check; what it found stays. Without an account: that of addresses. */
  'links.cancel': call(z.object({ accountId: accountId.nullable() }), linkRunSchema.nullable()),
  /** The last check since the start; null: none. */
  'links.get': call(z.object({ accountId: accountId.nullable() }), linkRunSchema.nullable()),
  /** The stored results for these addresses. */
  'links.checks': call(z.object({ addresses: addresses.max(1_000) }), z.array(linkCheckSchema)),
} as const;
