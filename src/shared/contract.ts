import { z } from 'zod';
import {
  accountInputSchema,
  accountSchema,
  connectionSchema,
  dialectSchema,
  limiterStatusSchema,
} from './account.ts';
import {
  applicationCountsSchema,
  applicationFilterSchema,
  applicationPlanSchema,
  applicationRowSchema,
  applicationSchema,
  applicationStatusSchema,
  bulkChangeSchema,
} from './applicationDraft.ts';
import {
  complianceCheckSchema,
  complianceHistorySchema,
  complianceQuestionSchema,
  funderSchema,
  matrixCellSchema,
  matrixSchema,
  suggestionSchema,
} from './complianceCheck.ts';
import {
  draftFilterSchema,
  draftRowSchema,
  draftSchema,
  draftSortSchema,
  duplicateSchema,
  facetsSchema,
  recordSchema,
  selectionSchema,
} from './draft.ts';
import { findingSchema } from './finding.ts';
import { importFormatSchema, importProblemSchema, importRowSchema, importStatusSchema } from './importing.ts';
import { reconcileOutcomeSchema, reconcileRowSchema, reconciliationSchema } from './reconciling.ts';
import { savedSearchSchema, searchKindSchema, searchPageSchema } from './searching.ts';
import { attemptSchema, payloadSchema, planSchema, uploadItemSchema, uploadSchema } from './upload.ts';
import { itemStateSchema } from './uploadStates.ts';

const nothing = z.object({}).strict();
const done = z.null();
const id = z.number().int().positive();
const accountId = z.string().min(1).max(64);
const offset = z.number().int().min(0);
const limit = z.number().int().min(1).max(500);
const base64 = z.string().max(3_000_000);

/** A journal of an account as the form needs it. */
export const journalSchema = z.object({
  id: z.string(),
  title: z.string(),
  publisher: z.string(),
  pissn: z.string().nullable(),
  eissn: z.string().nullable(),
  inDirectory: z.boolean(),
  mine: z.boolean(),
});
export type Journal = z.infer<typeof journalSchema>;

/** The journals of an account, and when the directory gave them. */
export const journalListSchema = z.object({
  journals: z.array(journalSchema),
  fetchedAt: z.string().nullable(),
  /** They were found without the account's name, so that there may be more: no rule counts on them. */
  isPartial: z.boolean().optional(),
});

/** A journal with its whole record, and what of it is here. */
export const journalDetailSchema = z.object({
  journal: journalSchema,
  /** As the directory gave it, in either shape; null: the directory does not show it (withdrawn). */
  record: recordSchema.nullable(),
  fetchedAt: z.string().nullable(),
  /** The journal's drafts here, by what became of them. */
  drafts: z.object({
    total: z.number(),
    ready: z.number(),
    sent: z.number(),
    changed: z.number(),
    refused: z.number(),
    /** `facets.journals[].key`, for a link to the list. */
    key: z.string(),
  }),
  applications: z.array(applicationRowSchema),
});
export type JournalDetail = z.infer<typeof journalDetailSchema>;

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']),
  /** The account whose drafts are shown. */
  accountId: z.string().nullable(),
  density: z.enum(['compact', 'comfortable']),
  /** Target size of a batch in bytes of UTF-8 JSON, and the bulk time-out in seconds. */
  batchBytes: z.number().int().min(10_000).max(5_000_000),
  bulkTimeout: z.number().int().min(10).max(900),
  /** Minutes between two looks at the state of what was sent; 0: only when asked. */
  followEvery: z.number().int().min(0).max(1440),
  /** Address of the compliance checker; empty: the sandbox's. */
  checker: z.string().trim().max(500),
});
export type Settings = z.infer<typeof settingsSchema>;

export const fileSchema = z.object({ name: z.string(), type: z.string(), text: z.string() });

const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

/** Every call between the renderer (or the command line) and main: the one declaration that types, checks and shells derive from. */
export const calls = {
  'app.info': call(
    nothing,
    z.object({
      version: z.string(),
      shell: z.enum(['electron', 'web', 'cli']),
      platform: z.string(),
      /** `unavailable`: keys are kept for this session only; `message` says why, in words. */
      keychain: z.object({ state: z.enum(['system', 'unavailable']), message: z.string() }),
    }),
  ),
  'settings.get': call(nothing, settingsSchema),
  'settings.set': call(settingsSchema.partial(), settingsSchema),

  'accounts.list': call(nothing, z.array(accountSchema)),
  'accounts.presets': call(
    nothing,
    z.array(z.object({ id: z.string(), name: z.string(), base: z.string(), dialect: dialectSchema })),
  ),
  'accounts.create': call(accountInputSchema, accountSchema),
  'accounts.update': call(accountInputSchema.partial().extend({ id: accountId }), accountSchema),
  /** Moves nothing away that a person made: refused while the account has drafts, unless `withDrafts`. */
  'accounts.remove': call(z.object({ id: accountId, withDrafts: z.boolean() }), done),
  /** Tests the key against the account, then keeps it; answers where. Never returns the key. */
  'accounts.setKey': call(z.object({ id: accountId, key: z.string().trim().min(1).max(200) }), accountSchema),
  'accounts.removeKey': call(z.object({ id: accountId }), accountSchema),
  /** Asks the directory whether the address answers and the key is known. */
  'accounts.test': call(z.object({ id: accountId }), connectionSchema),
  'accounts.connection': call(z.object({ id: accountId }), connectionSchema),
  'accounts.limiter': call(z.object({ id: accountId }), limiterStatusSchema),
  /** Changes a 3.0.1 account whose address says "no longer supported" to 4.0: address and dialect in one step. */
  'accounts.switchTo4': call(z.object({ id: accountId }), accountSchema),

  'journals.list': call(z.object({ accountId }), journalListSchema),
  'journals.refresh': call(z.object({ accountId }), journalListSchema),

  /** From what is kept; `fresh` asks the directory first. AppError `not_found` where neither knows it. */
  'journals.get': call(
    z.object({ accountId, id: z.string().min(1).max(100), fresh: z.boolean() }),
    journalDetailSchema,
  ),
  /** Journals of the directory with this ISSN or with these words in the title. */
  'journals.find': call(
    z.object({ accountId, text: z.string().trim().min(1).max(200) }),
    z.object({ journals: z.array(journalSchema), total: z.number() }),
  ),

  'drafts.list': call(
    z.object({ accountId, filter: draftFilterSchema, sort: draftSortSchema, offset, limit }),
    z.object({ total: z.number(), rows: z.array(draftRowSchema) }),
  ),
  'drafts.facets': call(z.object({ accountId, filter: draftFilterSchema }), facetsSchema),
  'drafts.get': call(z.object({ id }), draftSchema),
  'drafts.create': call(z.object({ accountId, record: recordSchema.optional() }), draftSchema),
  /** Saves where `version` is the stored one, else error `conflict`; a draft may be saved in any state. */
  'drafts.save': call(z.object({ id, version: z.number().int(), record: recordSchema }), draftSchema),
  'drafts.check': call(z.object({ accountId, record: recordSchema }), z.array(findingSchema)),
  'drafts.trash': call(z.object({ accountId, selection: selectionSchema }), z.object({ count: z.number() })),
  'drafts.restore': call(
    z.object({ accountId, selection: selectionSchema }),
    z.object({ count: z.number() }),
  ),
  /** Removes for good; only what is in the trash. */
  'drafts.purge': call(z.object({ accountId, selection: selectionSchema }), z.object({ count: z.number() })),
  /** Same DOI or full-text address among drafts and what was sent before. */
  'drafts.duplicates': call(z.object({ id }), z.array(duplicateSchema)),
  /** The same, asked of the directory now. */
  'drafts.askDirectory': call(z.object({ id }), z.array(duplicateSchema)),

  /** Fetches articles of the directory into drafts, counted as sent; those that a draft is there for are left as they are. */
  'drafts.take': call(
    z.object({ accountId, remoteIds: z.array(z.string().min(1).max(100)).min(1).max(500) }),
    z.object({
      drafts: z.array(z.object({ remoteId: z.string(), draftId: z.number(), isNew: z.boolean() })),
    }),
  ),

  'applications.list': call(
    z.object({ accountId, filter: applicationFilterSchema, offset, limit }),
    z.object({ total: z.number(), rows: z.array(applicationRowSchema) }),
  ),
  'applications.counts': call(z.object({ accountId }), applicationCountsSchema),
  'applications.get': call(z.object({ id }), applicationSchema),
  /** An Update Request draft that describes the journal as the directory has it now, or an empty new application. */
  'applications.create': call(
    z.object({
      accountId,
      journalId: z.string().min(1).max(100).nullable(),
      record: recordSchema.optional(),
    }),
    applicationSchema,
  ),
  /** Saves where `version` is the stored one, else error `conflict`; a draft may be saved in any state. */
  'applications.save': call(
    z.object({ id, version: z.number().int(), record: recordSchema }),
    applicationSchema,
  ),
  /** Fetches the journal anew, so that the draft is held against what the directory has now; the draft stays as it is. */
  'applications.refreshBase': call(z.object({ id }), applicationSchema),
  'applications.trash': call(
    z.object({ accountId, ids: z.array(id).max(10_000) }),
    z.object({ count: z.number() }),
  ),
  'applications.restore': call(
    z.object({ accountId, ids: z.array(id).max(10_000) }),
    z.object({ count: z.number() }),
  ),
  'applications.purge': call(
    z.object({ accountId, ids: z.array(id).max(10_000) }),
    z.object({ count: z.number() }),
  ),
  /** What sending would do; asks the directory for open Update Requests of the same journals. */
  'applications.plan': call(
    z.object({ accountId, ids: z.array(id).min(1).max(1000) }),
    z.object({
      plans: z.array(applicationPlanSchema),
      requests: z.number(),
      seconds: z.number(),
      /** The directory could not be asked for open requests: why, in words. */
      unasked: z.string(),
    }),
  ),
  /** Queues applications; `seenIgnored` is how many ignored values were shown: error `state` if there are more by now. */
  'applications.send': call(
    z.object({ accountId, ids: z.array(id).min(1).max(1000), seenIgnored: z.number().int().min(0) }),
    z.object({ queued: z.number() }),
  ),
  /** Takes back what is still queued. */
  'applications.cancel': call(
    z.object({ accountId, ids: z.array(id).min(1).max(1000) }),
    z.object({ count: z.number() }),
  ),
  /** The exact request of one application, key left out. */
  'applications.payload': call(z.object({ id }), payloadSchema),
  /** Looks up one whose outcome is unknown, and settles it. */
  'applications.lookUp': call(z.object({ id }), applicationSchema),
  /** Asks the directory for the state of what was sent, and for applications of the account that are not known here. */
  'applications.refresh': call(
    z.object({ accountId, ids: z.array(id).max(1000).optional() }),
    z.object({ asked: z.number(), changed: z.number(), found: z.number() }),
  ),
  /** Withdraws it at the directory; the draft stays here. */
  'applications.delete': call(z.object({ id }), applicationSchema),
  /** The same changes for many journals: what they would make of each, nothing kept. */
  'applications.previewMany': call(
    z.object({
      accountId,
      journalIds: z.array(z.string().min(1).max(100)).min(1).max(1000),
      changes: z.array(bulkChangeSchema).min(1).max(50),
    }),
    z.array(
      z.object({
        journalId: z.string(),
        title: z.string(),
        changes: applicationPlanSchema.shape.changes,
        findings: z.array(findingSchema),
        /** A draft for this journal that is there already. */
        draftId: z.number().nullable(),
        /** Why there can be none for this journal, in words; empty if there can. */
        problem: z.string(),
      }),
    ),
  ),
  /** One Update Request draft for each journal, with the changes made. */
  'applications.createMany': call(
    z.object({
      accountId,
      journalIds: z.array(z.string().min(1).max(100)).min(1).max(1000),
      changes: z.array(bulkChangeSchema).min(1).max(50),
    }),
    z.object({ ids: z.array(z.number()) }),
  ),

  /** One page of hits; error `input` with the finding's words if the query may not be sent. */
  'search.run': call(
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
  'search.list': call(
    z.object({ accountId }),
    z.object({ saved: z.array(savedSearchSchema), recent: z.array(savedSearchSchema) }),
  ),
  'search.save': call(
    z.object({
      accountId,
      kind: searchKindSchema,
      name: z.string().trim().min(1).max(100),
      query: z.string().min(1).max(4000),
      sort: z.string().max(200),
    }),
    savedSearchSchema,
  ),
  'search.rename': call(z.object({ id, name: z.string().trim().min(1).max(100) }), savedSearchSchema),
  'search.remove': call(z.object({ id }), done),
  /** Counts the hits of a saved search anew. */
  'search.count': call(z.object({ id }), savedSearchSchema),
  /** All hits up to the directory's wall of 1,000, as a file. */
  'search.export': call(
    z.object({
      accountId,
      kind: searchKindSchema,
      query: z.string().min(1).max(4000),
      sort: z.string().max(200),
      format: z.enum(['csv', 'json']),
    }),
    fileSchema.extend({ count: z.number(), total: z.number() }),
  ),

  'reconcile.start': call(
    z.object({ accountId, issn: z.string().trim().min(1).max(20), year: z.string().regex(/^\d{4}$/) }),
    reconciliationSchema,
  ),
  'reconcile.list': call(z.object({ accountId }), z.array(reconciliationSchema)),
  'reconcile.get': call(z.object({ id }), reconciliationSchema),
  'reconcile.rows': call(
    z.object({
      id,
      outcomes: z.array(reconcileOutcomeSchema),
      /** Only those set aside, or only those that are not. */
      aside: z.boolean(),
      offset,
      limit,
    }),
    z.object({ total: z.number(), rows: z.array(reconcileRowSchema) }),
  ),
  'reconcile.stop': call(z.object({ id }), reconciliationSchema),
  'reconcile.remove': call(z.object({ id }), done),
  /** Takes articles into drafts: new ones as `drafts.take`, and over drafts that differ. `rowIds` absent: all of these outcomes. */
  'reconcile.take': call(
    z.object({ id, outcome: reconcileOutcomeSchema, rowIds: z.array(z.number()).max(10_000).optional() }),
    z.object({ taken: z.number(), left: z.number() }),
  ),
  'reconcile.setAside': call(
    z.object({ id, rowIds: z.array(z.number()).min(1).max(10_000), aside: z.boolean() }),
    reconciliationSchema,
  ),
  /** The drafts of these rows, for a plan of sending. */
  'reconcile.draftIds': call(
    z.object({ id, outcomes: z.array(reconcileOutcomeSchema).min(1) }),
    z.object({ draftIds: z.array(z.number()) }),
  ),

  /** Funders by name: those that come along, changed by what the person made of them. */
  'compliance.funders': call(nothing, z.array(funderSchema)),
  /** Adds a funder, or changes name, country or mark of one that there is. */
  'compliance.saveFunder': call(funderSchema.omit({ own: true }), funderSchema),
  /** Removes one that the person added, or their changes to one that came along. */
  'compliance.removeFunder': call(z.object({ id: z.string().min(1).max(200) }), done),
  /** Asks the checker; an answer younger than `maxAge` minutes is taken from what is kept. */
  'compliance.check': call(
    complianceQuestionSchema.extend({ maxAge: z.number().int().min(0) }),
    complianceCheckSchema,
  ),
  'compliance.get': call(z.object({ id }), complianceCheckSchema),
  /** Earlier answers to the same question, newest first. */
  'compliance.history': call(complianceQuestionSchema, z.array(complianceHistorySchema)),
  'compliance.suggest': call(
    z.object({ kind: z.enum(['journal', 'institution', 'funder']), text: z.string().max(200) }),
    z.array(suggestionSchema),
  ),
  /** Whether the journal is a transformative journal, and accepted by the funder where one is given; with what that means in words. */
  'compliance.transformativeJournal': call(
    z.object({ issn: z.string().trim().min(1).max(20), funder: z.string().trim().max(200) }),
    z.object({ isTransformative: z.boolean(), words: z.string() }),
  ),
  /** The agreements that journal and organisation share; with what that means in words. */
  'compliance.agreements': call(
    z.object({ issn: z.string().trim().min(1).max(20), ror: z.string().trim().min(1).max(200) }),
    z.object({
      compliant: z.enum(['yes', 'no', 'unknown']),
      agreements: z.array(z.object({ id: z.string(), endDate: z.string(), isOver: z.boolean() })),
      qualifications: z.array(z.string()),
      log: z.array(z.string()),
      words: z.string(),
    }),
  ),
  'matrix.plan': call(
    z.object({
      issns: z.array(z.string()).min(1).max(1000),
      funders: z.array(z.string()).min(1).max(200),
      rors: z.array(z.string()).max(200),
      lang: z.string(),
      maxAge: z.number().int().min(0),
    }),
    z.object({ cells: z.number(), kept: z.number(), requests: z.number(), seconds: z.number() }),
  ),
  'matrix.start': call(
    z.object({
      name: z.string().trim().max(200),
      issns: z.array(z.string().min(1).max(20)).min(1).max(1000),
      funders: z.array(z.string().min(1).max(200)).min(1).max(200),
      /** An empty text is "not affiliated"; no entry at all as well. */
      rors: z.array(z.string().max(200)).max(200),
      lang: z.string().min(2).max(10),
      maxAge: z.number().int().min(0),
    }),
    matrixSchema,
  ),
  'matrix.list': call(nothing, z.array(matrixSchema)),
  'matrix.get': call(z.object({ id }), matrixSchema),
  'matrix.cells': call(z.object({ id }), z.array(matrixCellSchema)),
  'matrix.pause': call(z.object({ id }), matrixSchema),
  'matrix.resume': call(z.object({ id }), matrixSchema),
  /** Asks again for what is older than this many days, and for what failed. */
  'matrix.refresh': call(z.object({ id, maxAge: z.number().int().min(0) }), matrixSchema),
  'matrix.remove': call(z.object({ id }), done),
  'matrix.export': call(z.object({ id, format: z.enum(['csv', 'json', 'html']) }), fileSchema),
  /** The printable report as a PDF; only the desktop application has it (`state` elsewhere). */
  'matrix.pdf': call(z.object({ id }), z.object({ name: z.string(), base64: z.string() })),

  /** One file, or several that are read as one import: `files` in the order in which their bytes are sent, one behind the other. */
  'imports.open': call(
    z.object({
      accountId,
      name: z.string().min(1).max(300),
      size: z.number().int().min(0),
      files: z
        .array(z.object({ name: z.string().min(1).max(300), size: z.number().int().min(0) }))
        .min(1)
        .max(10_000)
        .optional(),
      format: importFormatSchema.optional(),
    }),
    importStatusSchema,
  ),
  /** The next piece of the files, in order; `at` is its offset in bytes. */
  'imports.write': call(z.object({ id, at: offset, piece: base64 }), z.object({ received: z.number() })),
  'imports.read': call(z.object({ id }), importStatusSchema),
  'imports.get': call(z.object({ id }), importStatusSchema),
  'imports.list': call(z.object({ accountId }), z.array(importStatusSchema)),
  'imports.rows': call(
    z.object({ id, offset, limit }),
    z.object({ total: z.number(), rows: z.array(importRowSchema) }),
  ),
  'imports.problems': call(
    z.object({ id, offset, limit }),
    z.object({ total: z.number(), problems: z.array(importProblemSchema) }),
  ),
  'imports.accept': call(z.object({ id }), importStatusSchema),
  'imports.cancel': call(z.object({ id }), importStatusSchema),

  'uploads.plan': call(
    z.object({ accountId, selection: selectionSchema, includeUnchanged: z.boolean() }),
    planSchema,
  ),
  /** The exact request of one record, key left out. */
  'uploads.payload': call(z.object({ draftId: id }), payloadSchema),
  'uploads.start': call(
    z.object({
      accountId,
      selection: selectionSchema,
      includeUnchanged: z.boolean(),
      name: z.string().trim().max(200),
    }),
    uploadSchema,
  ),
  'uploads.list': call(z.object({ accountId: accountId.optional() }), z.array(uploadSchema)),
  'uploads.get': call(z.object({ id }), uploadSchema),
  'uploads.items': call(
    z.object({ id, states: z.array(itemStateSchema), offset, limit }),
    z.object({ total: z.number(), items: z.array(uploadItemSchema) }),
  ),
  'uploads.attempts': call(
    z.object({ id, itemId: z.number().int().optional(), offset, limit }),
    z.object({ total: z.number(), attempts: z.array(attemptSchema) }),
  ),
  'uploads.pause': call(z.object({ id }), uploadSchema),
  'uploads.resume': call(z.object({ id }), uploadSchema),
  'uploads.cancel': call(z.object({ id }), uploadSchema),
  /** Queues refused and failed items again: all of them, or the given ones. */
  'uploads.retry': call(z.object({ id, itemIds: z.array(id).optional() }), uploadSchema),
  'uploads.export': call(z.object({ id, format: z.enum(['csv', 'json']) }), fileSchema),
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallInput<N extends CallName> = z.input<Calls[N]['input']>;
export type CallData<N extends CallName> = z.output<Calls[N]['input']>;
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>;

/** Handlers, one for each call; `createServices` returns this table. */
export type Handlers = { [N in CallName]: (input: CallData<N>) => Promise<CallOutput<N>> | CallOutput<N> };

/** Every event that main sends to its windows. */
export const events = {
  'accounts.changed': z.object({}),
  'settings.changed': settingsSchema,
  'connection.changed': connectionSchema,
  'limiter.changed': limiterStatusSchema,
  'journals.changed': z.object({ accountId: z.string() }),
  /** `ids` null: many. */
  'drafts.changed': z.object({ accountId: z.string(), ids: z.array(z.number()).nullable() }),
  'applications.changed': z.object({ accountId: z.string(), ids: z.array(z.number()).nullable() }),
  /** The directory decided or did something: for a notification. */
  'application.status': z.object({
    id: z.number(),
    accountId: z.string(),
    title: z.string(),
    status: applicationStatusSchema,
    /** One sentence. */
    message: z.string(),
  }),
  'funders.changed': z.object({}),
  /** At most four times a second for each. */
  'matrix.changed': matrixSchema,
  'searches.changed': z.object({ accountId: z.string() }),
  /** At most four times a second for each. */
  'reconcile.changed': reconciliationSchema,
  'import.changed': importStatusSchema,
  /** At most four times a second for each upload, and at every change of its state. */
  'upload.changed': uploadSchema,
  /** A command of the native menu. */
  'menu.command': z.object({
    command: z.enum([
      'new-article',
      'import',
      'send',
      'save',
      'search',
      'go-drafts',
      'go-uploads',
      'go-journals',
      'go-update-requests',
      'go-search',
      'go-compliance',
      'go-settings',
    ]),
  }),
} as const;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventData<N extends EventName> = z.output<Events[N]>;

/** Sends an event to everybody who listens. */
export type Publish = <N extends EventName>(name: N, data: EventData<N>) => void;

/** What the renderer has of main, whichever shell it is in. */
export interface Bridge {
  invoke(name: string, input: unknown): Promise<unknown>;
  /** Calls `listener` for every event; returns a function that stops it. */
  subscribe(listener: (name: string, data: unknown) => void): () => void;
}

/** The answer of `dispatch`, the same in every shell. */
export type Answer<T = unknown> =
  | { ok: true; value: T }
  | { ok: false; error: import('./errors.ts').WireError };
