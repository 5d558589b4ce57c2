import { z } from 'zod';
import { findingSchema } from '../finding.ts';
import { messageSchema } from '../messageSchema.ts';
import { readinesses, syncs } from './draftStates.ts';

/** The directory's article JSON, with any other imported or typed members; any member may have any type. */
export const recordSchema = z.record(z.string(), z.json());
export type DraftRecord = z.infer<typeof recordSchema>;

export const readinessSchema = z.enum(readinesses);
export type Readiness = z.infer<typeof readinessSchema>;

export const syncSchema = z.enum(syncs);
export type Sync = z.infer<typeof syncSchema>;

/** Position of an imported record: 1-based line (XML, JSON lines) and 1-based index in the file. */
export const placeSchema = z.object({ file: z.string(), index: z.number(), line: z.number().nullable() });
export type Place = z.infer<typeof placeSchema>;

export const draftRowSchema = z.object({
  id: z.number(),
  version: z.number(),
  title: z.string(),
  authors: z.string(),
  journal: z.string(),
  year: z.string(),
  doi: z.string(),
  readiness: readinessSchema,
  errors: z.number(),
  warnings: z.number(),
  ignored: z.number(),
  sync: syncSchema,
  /** True if edited since it was refused or given up, so that it is no longer held back. */
  retry: z.boolean(),
  /** ISO time of the last successful send. */
  sentAt: z.string().nullable(),
  updatedAt: z.string(),
  trashedAt: z.string().nullable(),
});
export type DraftRow = z.infer<typeof draftRowSchema>;

/** The last refusal of a draft by the directory (or by our rules before sending), or the reason why it was given up. */
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
  at: z.string(),
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

export const draftFilterSchema = z.object({
  /** Full-text search over title, authors, journal, DOI, keywords and abstract; every word must match as a prefix. */
  text: z.string().max(500).optional(),
  /** ISSN key of the journal, as in `facets.journals[].key`. */
  journal: z.string().optional(),
  readiness: z.array(readinessSchema).optional(),
  sync: z.array(syncSchema).optional(),
  importId: z.number().optional(),
  /** Predefined filters: no author with an ORCID; neither DOI nor full-text address. */
  list: z.enum(['missing-orcid', 'needs-identifier']).optional(),
  trashed: z.boolean().default(false),
});
export type DraftFilter = z.input<typeof draftFilterSchema>;

export const draftSortSchema = z.object({
  by: z.enum(['updated', 'title', 'journal', 'year', 'readiness', 'sync']),
  direction: z.enum(['asc', 'desc']),
});
export type DraftSort = z.infer<typeof draftSortSchema>;

export const facetsSchema = z.object({
  total: z.number(),
  readiness: z.record(readinessSchema, z.number()),
  sync: z.record(syncSchema, z.number()),
  journals: z.array(z.object({ key: z.string(), title: z.string(), count: z.number() })),
  imports: z.array(z.object({ id: z.number(), name: z.string(), count: z.number() })),
  lists: z.object({ 'missing-orcid': z.number(), 'needs-identifier': z.number() }),
  trashed: z.number(),
});
export type Facets = z.infer<typeof facetsSchema>;

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
