import { z } from 'zod';
import { messageSchema } from './messageSchema.ts';

/**
 * The result of a rule.
 * - `error`: the directory will refuse the record (or crash on it);
 * - `warning`: the directory will accept the record, but the user should look at it;
 * - `ignored`: the directory will accept the record and drop or replace this value.
 */
const severitySchema = z.enum(['error', 'warning', 'ignored']);
export type Severity = z.infer<typeof severitySchema>;

/** A change that fixes a finding and is safe to make without review: sets the value at `path`, or removes it if `value` is absent. */
const fixSchema = z.object({
  /** Text of the button, e.g. "Use https instead". */
  label: messageSchema,
  changes: z.array(z.object({ path: z.string(), value: z.json().optional() })).min(1),
});
export type Fix = z.infer<typeof fixSchema>;

export const findingSchema = z.object({
  severity: severitySchema,
  /** Path in the record, as the directory writes it: `bibjson.author[0].orcid_id`; empty for the whole record. */
  path: z.string(),
  /** Stable name of the rule, in kebab case; its texts are `finding.<code>.message` and `.help` in locales/en.json. */
  code: z.string(),
  /** The problem in one sentence, using the labels of the form. */
  message: messageSchema,
  /** The fix in one sentence; its text may be empty. */
  help: messageSchema.nullable(),
  fix: fixSchema.optional(),
  /** Further findings of the same rule in the same field that are only counted; absent: none. */
  more: z.number().int().positive().optional(),
});
export type Finding = z.infer<typeof findingSchema>;
