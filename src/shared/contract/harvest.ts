import { z } from 'zod';
import { accountId, base64, done, id, irreversible, local, offset, reads } from '../contractParts.ts';
import { gapRunSchema, gapSources } from '../gaps/gaps.ts';
import {
  goneRecordSchema,
  harvestOfferSchema,
  harvestRunSchema,
  harvestSourceSchema,
} from '../harvest/harvest.ts';

/** Harvests of OAI-PMH repositories; error `state` while external sources are switched off. */
export const calls = {
  /** What the repository at an address offers; a journal's address is enough. */
  'harvest.offer': reads(
    z.object({ accountId: accountId.nullable(), address: z.string().min(1).max(2_000) }),
    harvestOfferSchema,
  ),
  /** The repositories that an account has harvested, the newest first. */
  'harvest.sources': reads(z.object({ accountId }), z.array(harvestSourceSchema)),
  'harvest.forget': irreversible('one', z.object({ id }), done),
  /** Starts a harvest; returns the account's harvest that is running if there is one. */
  'harvest.start': local(
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
  'harvest.cancel': local(z.object({ accountId: accountId.nullable() }), harvestRunSchema.nullable()),
  /** The last harvest since the program started; null: none. */
  'harvest.get': reads(z.object({ accountId: accountId.nullable() }), harvestRunSchema.nullable()),
  /** The next piece of the responses of a harvest without an import, and the size of each response in bytes. */
  'harvest.read': reads(
    z.object({ accountId: accountId.nullable(), at: offset }),
    z.object({ piece: base64, sizes: z.array(z.number()) }),
  ),
  /** What `harvest.read` returned is kept: the account's next harvest asks for changes since this one. */
  'harvest.settle': local(z.object({ accountId: accountId.nullable() }), done),
  /** The records that the repository of an import no longer has. */
  'harvest.gone': reads(z.object({ importId: id }), z.array(goneRecordSchema)),
  // Published articles that are missing at the directory; error `state` while external sources are switched off.
  /** `issn`: of one journal only; `source`: null looks at Crossref for journals that no repository has. Returns the run that goes on already. */
  'harvest.startGaps': local(
    z.object({
      accountId,
      issn: z.string().trim().min(1).max(20).nullable(),
      source: z.enum(gapSources).nullable(),
    }),
    gapRunSchema,
  ),
  /** Ends the search; what it found so far becomes an import. */
  'harvest.stopGaps': local(z.object({ accountId }), gapRunSchema.nullable()),
  /** The last search; null: none. */
  'harvest.gaps': reads(z.object({ accountId }), gapRunSchema.nullable()),
};

export const events = {
  /** Progress of a harvest, at most four times a second. */
  'harvest.changed': harvestRunSchema,
  /** At most four times a second for each account. */
  'harvest.gapsChanged': gapRunSchema,
};
