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

export const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

/** The id of the undoable step of a bulk change; null if nothing was changed. */
export const undoId = z.number().nullable();
