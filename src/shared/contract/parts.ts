import { z } from 'zod';

/** What the calls of the contract are made of. */
export const nothing = z.object({}).strict();
export const done = z.null();
export const id = z.number().int().positive();
export const accountId = z.string().min(1).max(64);
export const offset = z.number().int().min(0);
export const limit = z.number().int().min(1).max(500);
export const base64 = z.string().max(3_000_000);
export const fileSchema = z.object({ name: z.string(), type: z.string(), text: z.string() });

/** One call: what goes in, what comes out. */
export const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

/** The step that takes a bulk change back; null where nothing was changed. */
export const undoId = z.number().nullable();
