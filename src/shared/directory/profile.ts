import { z } from 'zod';
import { timeSchema } from '../timeSchema.ts';

/**
 * What differs between the releases of the directory's server, whatever its dialect (reference/directory-changes.md 4).
 * Rules, queries, forms and comparisons know both sides of each difference.
 */
export const serverProfileSchema = z.object({
  /** The version of the site; null: it did not say. */
  version: z.string().max(40).nullable(),
  /** `refused`: anywhere but at the start of a query; `not-first`: only there. */
  wildcards: z.enum(['refused', 'not-first']),
  /** `kept`: a DOI is stored and searched for as it was sent; `lowered`: in lower case. */
  doiCase: z.enum(['kept', 'lowered']),
  /** `mixed`: "Peer review" and "Anonymous peer review"; `by-sides`: "Single", "Double" and "Triple anonymous". */
  reviews: z.enum(['mixed', 'by-sides']),
  /** Articles have identifiers besides DOI and ISSN. */
  moreIdentifiers: z.boolean(),
  /** Articles older than the journal's first year of open access are refused. */
  oaStart: z.boolean(),
  /** The scheme of subjects: LCC, CRDC. */
  subjects: z.string().max(40),
  /** Statuses of applications that were seen, and that no reference names. */
  unknownStatuses: z.array(z.string().max(100)).max(20),
});
export type ServerProfile = z.infer<typeof serverProfileSchema>;

/** A profile, and when the server was last asked; null: never. */
export const seenProfileSchema = z.object({ profile: serverProfileSchema, askedAt: timeSchema.nullable() });
export type SeenProfile = z.infer<typeof seenProfileSchema>;

/** Returns true if stored findings may differ under the other profile. */
export function changesFindings(before: ServerProfile, after: ServerProfile): boolean {
  return before.oaStart !== after.oaStart || before.reviews !== after.reviews;
}
