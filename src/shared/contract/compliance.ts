import { z } from 'zod';
import {
  complianceCheckSchema,
  complianceHistorySchema,
  complianceQuestionSchema,
  funderSchema,
  suggestionSchema,
} from '../compliance/complianceCheck.ts';
import { done, id, irreversible, local, nothing, reads } from '../contractParts.ts';
import { messageSchema } from '../messageSchema.ts';

/** Funders, and questions to the compliance checker. */
export const calls = {
  /** Funders by name: the included ones with the user's changes applied. */
  'compliance.funders': reads(nothing, z.array(funderSchema)),
  /** Adds a funder, or changes the name, country or mark of an existing one. */
  'compliance.saveFunder': local(funderSchema.omit({ own: true }), funderSchema),
  /** Removes a funder that the user added, or their changes to an included one. */
  'compliance.removeFunder': irreversible('one', z.object({ id: z.string().min(1).max(200) }), done),
  /** Asks the checker; a stored answer younger than `maxAge` minutes is reused. */
  'compliance.check': reads(
    complianceQuestionSchema.extend({ maxAge: z.number().int().min(0) }),
    complianceCheckSchema,
  ),
  'compliance.get': reads(z.object({ id }), complianceCheckSchema),
  /** Earlier answers to the same question, newest first. */
  'compliance.history': reads(complianceQuestionSchema, z.array(complianceHistorySchema)),
  'compliance.suggest': reads(
    z.object({ kind: z.enum(['journal', 'institution', 'funder']), text: z.string().max(200) }),
    z.array(suggestionSchema),
  ),
  /** The agreements that journal and organisation share, with an explanation. */
  'compliance.agreements': reads(
    z.object({ issn: z.string().trim().min(1).max(20), ror: z.string().trim().min(1).max(200) }),
    z.object({
      compliant: z.enum(['yes', 'no', 'unknown']),
      agreements: z.array(z.object({ id: z.string(), endDate: z.string(), isOver: z.boolean() })),
      qualifications: z.array(messageSchema),
      log: z.array(messageSchema),
      meaning: messageSchema,
    }),
  ),
};

export const events = { 'compliance.fundersChanged': z.object({}) };
