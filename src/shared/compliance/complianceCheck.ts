import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';

/** A funder in the list. The checker has no list, so Colophon includes one (reference/checker-api.md 6.1), which the user may change. */
export const funderSchema = z.object({
  /** The checker's id: an opaque, case-sensitive key. */
  id: z.string().trim().min(1).max(200),
  name: z.string().trim().min(1).max(200),
  abbr: z.string().trim().max(50),
  country: z.string().trim().max(100),
  aliases: z.array(z.string()),
  /** Added or changed by the user. */
  own: z.boolean(),
  favourite: z.boolean(),
});
export type Funder = z.infer<typeof funderSchema>;

/** A question to the checker; an empty `ror` means "not affiliated". */
export const complianceQuestionSchema = z.object({
  issn: z.string().trim().min(1).max(20),
  funder: z.string().trim().min(1).max(200),
  ror: z.string().trim().max(200),
  /** Language of the funder's texts, such as `en`. */
  lang: z.string().trim().min(2).max(10),
});
export type ComplianceQuestion = z.infer<typeof complianceQuestionSchema>;

/** A stored answer of the checker: the service's own JSON, to be read with `concludeFrom`. */
export const complianceCheckSchema = z.object({
  id: z.number(),
  question: complianceQuestionSchema,
  /** ISO time of the answer. */
  at: timeSchema,
  /** The address of the service that answered, or `sandboxSource`. */
  source: z.string(),
  /** Why the verdict does not count: the answer is about something else than was asked; null if it counts. */
  mismatch: messageSchema.nullable(),
  journalTitle: z.string(),
  funderName: z.string(),
  institutionName: z.string(),
  /** The service's own verdict; null if it gave none. */
  compliant: z.boolean().nullable(),
  answer: z.json(),
  pack: z.json(),
  /** The funder's configuration; null if the service did not return it. */
  config: z.json(),
  /** The funder's texts in English if another language was requested; else null. */
  english: z.json(),
  /** Changes since the previous answer to the question; empty without one, and in an answer to another question. */
  changes: z.array(messageSchema),
});
export type ComplianceCheck = z.infer<typeof complianceCheckSchema>;

export const complianceHistorySchema = z.object({
  id: z.number(),
  at: timeSchema,
  compliant: z.boolean().nullable(),
  /** As in an answer. */
  mismatch: messageSchema.nullable(),
  changes: z.array(messageSchema),
});
export type ComplianceHistory = z.infer<typeof complianceHistorySchema>;

export const suggestionSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Publisher and ISSNs of a journal, alternative name and country of an organisation. */
  detail: z.string(),
  issns: z.array(z.string()),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

const matrixStateSchema = z.enum(['running', 'paused', 'done']);

/** A set of questions: every journal with every funder and every organisation. */
export const matrixSchema = z.object({
  id: z.number(),
  name: z.string(),
  state: matrixStateSchema,
  /** The reason for the pause; null if the user paused it. */
  message: messageSchema.nullable(),
  journals: z.array(z.object({ issn: z.string(), title: z.string() })),
  funders: z.array(z.object({ id: z.string(), name: z.string() })),
  organisations: z.array(z.object({ ror: z.string(), name: z.string() })),
  lang: z.string(),
  /** Answers younger than this many days are reused; 0: none are. */
  maxAge: z.number(),
  cells: z.number(),
  answered: z.number(),
  failed: z.number(),
  changed: z.number(),
  /** Seconds left, including waits for the rate limiter; null before anything was measured and when nothing is left. */
  secondsLeft: z.number().nullable(),
  createdAt: timeSchema,
  finishedAt: timeSchema.nullable(),
});
export type Matrix = z.infer<typeof matrixSchema>;

/** One question of a matrix by its position, with the result of its answer. */
export const matrixCellSchema = z.object({
  id: z.number(),
  journal: z.number(),
  funder: z.number(),
  organisation: z.number(),
  state: z.enum(['waiting', 'answered', 'failed']),
  /** Id of the stored answer. */
  checkId: z.number().nullable(),
  /** null: there is no answer, or it has no verdict. */
  compliant: z.boolean().nullable(),
  /** Compliant routes, such as `fully_oa`; `unknown` lists those that could not be determined. */
  routes: z.array(z.string()),
  unknown: z.array(z.string()),
  at: timeSchema.nullable(),
  /** Who gave the answer: an address, or `sandboxSource`; null: there is none. */
  source: z.string().nullable(),
  /** Changes since the answer that the cell had before. */
  changes: z.array(messageSchema),
  /** The reason why there is no answer; of an answer, that the service does not know the organisation. */
  message: messageSchema.nullable(),
});
export type MatrixCell = z.infer<typeof matrixCellSchema>;
