import { z } from 'zod';
import { messageSchema } from './messageSchema.ts';

/**
 * What every rule returns.
 * - `error`: the directory will refuse the record (or fall over it);
 * - `warning`: it will take it, but somebody should look;
 * - `ignored`: it will take the record and drop or replace this value.
 */
export const severitySchema = z.enum(['error', 'warning', 'ignored']);
export type Severity = z.infer<typeof severitySchema>;

/** A change that fixes a finding and is safe to make without looking: set the value at `path`, or remove it where `value` is absent. */
export const fixSchema = z.object({
  /** Text of the button, e.g. "Use https instead". */
  label: messageSchema,
  changes: z.array(z.object({ path: z.string(), value: z.json().optional() })).min(1),
});
export type Fix = z.infer<typeof fixSchema>;

export const findingSchema = z.object({
  severity: severitySchema,
  /** Where in the record, as the directory writes paths: `bibjson.author[0].orcid_id`; empty for the whole record. */
  path: z.string(),
  /** Stable name of the rule, in kebab case; its words are `finding.<code>.message` and `.help` in locales/en.json. */
  code: z.string(),
  /** What is the matter, one sentence, in the words of the form's labels. */
  message: messageSchema,
  /** How to fix it, one sentence; its text may be empty. */
  help: messageSchema.nullable(),
  fix: fixSchema.optional(),
});
export type Finding = z.infer<typeof findingSchema>;
