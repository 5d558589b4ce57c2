import { z } from 'zod';

export const nothing = z.object({}).strict();
export const done = z.null();
export const id = z.number().int().positive();
export const accountId = z.string().min(1).max(64);
/** A name for a call in progress. */
export const watch = z.string().min(1).max(64);
export const offset = z.number().int().min(0);
export const limit = z.number().int().min(1).max(500);
export const base64 = z.string().max(3_000_000);
export const fileSchema = z.object({ name: z.string(), type: z.string(), text: z.string() });

/** The id of the undoable step of a bulk change; null if nothing was changed. */
export const undoId = z.number().nullable();

/**
 * What a call may do. What an office shares by itself, such as an edit, does not count as leaving. Whoever adds a call
 * that ends in irreversible work or at another computer also needs a `Confirmed` (`src/main/platform/plans.ts`), which
 * only a plan gives.
 */
export type Effect = 'reads' | 'local' | 'irreversible' | 'leaves';

/**
 * How a person says what an irreversible or leaving call is about:
 * - `plan`: the call takes what a preview showed, and nothing else decides about its records.
 * - `one`: one thing named by its id; there is no way to name several.
 * - `given`: the call carries the content itself.
 */
export type Confirmation = 'plan' | 'one' | 'given';

/** A call that changes nothing, or only what is remembered of another server's answers. */
export const reads = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) =>
  declare('reads', null, input, output);

/** A call that changes data of this computer so that it can be undone, done again, or is lost without harm. */
export const local = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) =>
  declare('local', null, input, output);

/** A local call that takes exactly what a preview listed; what it prepares is sent only with a plan of its own. */
export const prepares = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) =>
  declare('local', 'plan', input, output);

/** A call that removes or replaces data of this computer for ever. */
export const irreversible = <I extends z.ZodType, O extends z.ZodType>(
  by: Confirmation,
  input: I,
  output: O,
) => declare('irreversible', by, input, output);

/** A call that changes the records of another computer: the directory or the office. */
export const leaves = <I extends z.ZodType, O extends z.ZodType>(by: Confirmation, input: I, output: O) =>
  declare('leaves', by, input, output);

function declare<I, O>(effect: Effect, by: Confirmation | null, input: I, output: O) {
  return { input, output, effect, by };
}
