import { z } from 'zod';
import {
  complianceCheckSchema,
  complianceHistorySchema,
  complianceQuestionSchema,
  funderSchema,
  matrixCellSchema,
  matrixSchema,
  suggestionSchema,
} from '../compliance/complianceCheck.ts';
import { messageSchema } from '../messageSchema.ts';
import { call, done, fileSchema, id, nothing } from './parts.ts';

export const complianceCalls = {
  /** Funders by name: the included ones with the user's changes applied. */
  'compliance.funders': call(nothing, z.array(funderSchema)),
  /** Adds a funder, or changes the name, country or mark of an existing one. */
  'compliance.saveFunder': call(funderSchema.omit({ own: true }), funderSchema),
  /** Removes a funder that the user added, or their changes to an included one. */
  'compliance.removeFunder': call(z.object({ id: z.string().min(1).max(200) }), done),
  /** Asks the checker; a stored answer younger than `maxAge` minutes is reused. */
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
  /** Returns whether the journal is transformative, and accepted by the funder if one is given, with an explanation. */
  'compliance.transformativeJournal': call(
    z.object({ issn: z.string().trim().min(1).max(20), funder: z.string().trim().max(200) }),
    z.object({ isTransformative: z.boolean(), meaning: messageSchema }),
  ),
  /** The agreements that journal and organisation share, with an explanation. */
  'compliance.agreements': call(
    z.object({ issn: z.string().trim().min(1).max(20), ror: z.string().trim().min(1).max(200) }),
    z.object({
      compliant: z.enum(['yes', 'no', 'unknown']),
      agreements: z.array(z.object({ id: z.string(), endDate: z.string(), isOver: z.boolean() })),
      qualifications: z.array(messageSchema),
      log: z.array(messageSchema),
      meaning: messageSchema,
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
      /** An empty text or no entry means "not affiliated". */
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
  /** Repeats the questions with answers older than this many days, and those that failed. */
  'matrix.refresh': call(z.object({ id, maxAge: z.number().int().min(0) }), matrixSchema),
  'matrix.remove': call(z.object({ id }), done),
  'matrix.export': call(z.object({ id, format: z.enum(['csv', 'json', 'html']) }), fileSchema),
  /** The printable report as a PDF; only in the desktop application (`state` elsewhere). */
  'matrix.pdf': call(z.object({ id }), z.object({ name: z.string(), base64: z.string() })),
} as const;
