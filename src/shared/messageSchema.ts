import { z } from 'zod';
import type { Message, MessageParam } from './message.ts';

const paramSchema: z.ZodType<MessageParam> = z.lazy(() =>
  z.union([z.string(), z.number(), z.null(), z.array(paramSchema), messageSchema]),
);

/** A message as it crosses from main to a window, or as the database keeps it in JSON. */
export const messageSchema: z.ZodType<Message> = z.object({
  key: z.string(),
  params: z.record(z.string(), z.optional(paramSchema)).optional(),
});
