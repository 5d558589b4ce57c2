import { z } from 'zod';
import { findingSchema } from '../finding.ts';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';
import { listReadinesses, readinesses, reviews, syncs, undecidedReasons } from './draftStates.ts';
import { draftSorts, type FacetName, facetNames } from './facets.ts';

/** The directory's article JSON, with any other imported or typed members; any member may have any type. */
export const recordSchema = z.record(z.string(), z.json());
export type DraftRecord = z.infer<typeof recordSchema>;

export const readinessSchema = z.enum(readinesses);
export type Readiness = z.infer<typeof readinessSchema>;

export const listReadinessSchema = z.enum(listReadinesses);
export type ListReadiness = z.infer<typeof listReadinessSchema>;

export type Undecided = (typeof undecidedReasons)[number];

export const syncSchema = z.enum(syncs);
export type Sync = z.infer<typeof syncSchema>;

export const reviewSchema = z.enum(reviews);
export type Review = z.infer<typeof reviewSchema>;

/** Position of an imported record: 1-based line (XML, JSON lines) and 1-based index in the file. */
const placeSchema = z.object({ file: z.string(), index: z.number(), line: z.number().nullable() });
export type Place = z.infer<typeof placeSchema>;

export const draftRowSchema = z.object({
  id: z.number(),
  version: z.number(),
  title: z.string(),
  authors: z.string(),
  journal: z.string(),
  year: z.string(),
  doi: z.string(),
  /** Volume and issue: `12(3)`, `12` or `(3)`. */
  issue: z.string(),
  /** The first error, else the first warning. */
  finding: messageSchema.nullable(),
  readiness: listReadinessSchema,
  /** Why it is left out, if its readiness is `undecided`. */
  undecided: z.enum(undecidedReasons).nullable(),
  errors: z.number(),
  warnings: z.number(),
  ignored: z.number(),
  sync: syncSchema,
  /** True if edited since it was refused or failed, so that it is no longer held back. */
  retry: z.boolean(),
  /** ISO time of the last successful send. */
  sentAt: timeSchema.nullable(),
  /** ISO time at which its article was deleted from the directory, unless it has been sent again since. */
  deletedAt: timeSchema.nullable(),
  updatedAt: timeSchema,
  trashedAt: timeSchema.nullable(),
  /** null: being written. */
  review: reviewSchema.nullable(),
  /** The name of a person in the office. */
  assignee: z.string().nullable(),
});
export type DraftRow = z.infer<typeof draftRowSchema>;

/** The last refusal of a draft by the directory (or by our rules before sending), or the reason why it failed. */
export const refusalSchema = z.object({
  /** Field it concerns, as in Finding.path; empty if none is named. */
  path: z.string(),
  code: z.string(),
  /** Our explanation. */
  message: messageSchema,
  help: messageSchema.nullable(),
  /** The directory's own wording in full, without HTML. */
  words: z.string(),
  status: z.number().nullable(),
  /** The directory's reference code; may be empty. */
  reference: z.string(),
  uploadId: z.number().nullable(),
  at: timeSchema,
});
export type Refusal = z.infer<typeof refusalSchema>;

export const draftSchema = draftRowSchema.extend({
  accountId: z.string(),
  record: recordSchema,
  findings: z.array(findingSchema),
  remoteId: z.string().nullable(),
  importId: z.number().nullable(),
  place: placeSchema.nullable(),
  /** Remarks from the import, such as dropped values. */
  notes: z.array(messageSchema),
  refusal: refusalSchema.nullable(),
  /** Identifiers of the record as last sent: the directory refuses a change of only one of them. */
  sentKeys: z.object({ doi: z.string(), url: z.string() }).nullable(),
});
export type Draft = z.infer<typeof draftSchema>;

const facetValues = z.array(z.string().max(1_000)).max(500).optional();

/**
 * Chosen values of each facet; '' stands for drafts without a value. `journal`: ISSN keys as in
 * `facets.journals[].key`; `finding`: codes of rules; `import`: ids; `issue`: as in a row.
 */
const facetChoiceSchema = z.object({
  ...(Object.fromEntries(facetNames.map((name) => [name, facetValues])) as Record<
    FacetName,
    typeof facetValues
  >),
  readiness: z.array(listReadinessSchema).optional(),
  sync: z.array(syncSchema).optional(),
  review: z.array(z.enum(['', ...reviews])).optional(),
});
export type FacetChoice = z.input<typeof facetChoiceSchema>;

export const draftFilterSchema = z.object({
  /** Full-text search over title, authors, journal, DOI, keywords and abstract; every word must match as a prefix. */
  text: z.string().max(500).optional(),
  /** Drafts with at least one of the values of each facet; a facet without values lets all pass. */
  ...facetChoiceSchema.shape,
  /** Leaves out drafts with any of these values. */
  not: facetChoiceSchema.optional(),
  /** Refused or failed for this reason (`refusal.code`). */
  refusal: z.string().max(100).optional(),
  /** Last sent in this month, in UTC: `2026-11`. */
  sentIn: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
  /** Predefined filters: no author with an ORCID; neither DOI nor full-text address. */
  list: z.enum(['missing-orcid', 'needs-identifier']).optional(),
  trashed: z.boolean().default(false),
});
export type DraftFilter = z.input<typeof draftFilterSchema>;

export const draftSortSchema = z.object({ by: z.enum(draftSorts), direction: z.enum(['asc', 'desc']) });
export type DraftSort = z.infer<typeof draftSortSchema>;

export const facetsSchema = z.object({
  total: z.number(),
  readiness: z.record(listReadinessSchema, z.number()),
  sync: z.record(syncSchema, z.number()),
  journals: z.array(z.object({ key: z.string(), title: z.string(), count: z.number() })),
  imports: z.array(z.object({ id: z.number(), name: z.string(), count: z.number() })),
  lists: z.object({ 'missing-orcid': z.number(), 'needs-identifier': z.number() }),
  trashed: z.number(),
});
export type Facets = z.infer<typeof facetsSchema>;

export const facetNameSchema = z.enum(facetNames);

/** Values of one facet with the number of drafts that each would leave, most frequent first. */
export const facetValuesSchema = z.object({
  values: z.array(z.object({ value: z.string(), label: z.string(), count: z.number() })),
  /** The number of values; only the first ones may be listed. */
  total: z.number(),
  /** False while the drafts are checked again. */
  isComplete: z.boolean(),
});
export type FacetValues = z.infer<typeof facetValuesSchema>;

/** A filter that the user saved under a name, with the number of drafts that match it now. */
export const savedListSchema = z.object({
  id: z.number(),
  accountId: z.string(),
  name: z.string(),
  /** null: another version of Colophon saved it, and this one does not know all of its filters. */
  filter: draftFilterSchema.nullable(),
  count: z.number(),
});
export type SavedList = z.infer<typeof savedListSchema>;

/** Either these drafts, or all that match a filter except some. */
export const selectionSchema = z.union([
  z.object({ ids: z.array(z.number()).max(200_000) }),
  z.object({ filter: draftFilterSchema, except: z.array(z.number()).max(200_000) }),
]);
export type Selection = z.input<typeof selectionSchema>;

/** Another record with the same DOI or full-text address. */
export const duplicateSchema = z.object({
  /** Its location: another draft, or the directory (found there, or sent earlier from here). */
  where: z.enum(['draft', 'sent', 'directory']),
  draftId: z.number().nullable(),
  remoteId: z.string().nullable(),
  same: z.array(z.enum(['doi', 'url'])).min(1),
  record: recordSchema,
  title: z.string(),
  /** The effect of sending in the account's dialect: it overwrites that record, or is refused. */
  effect: z.enum(['overwrites', 'refused', 'clash']),
  /** The effect and its reason. */
  message: messageSchema,
});
export type Duplicate = z.infer<typeof duplicateSchema>;
