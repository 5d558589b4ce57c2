import { z } from 'zod';
import type { Message, MessageParam } from './message.ts';

const paramSchema: z.ZodType<MessageParam> = z.lazy(() =>
  z.union([z.string(), z.number(), z.null(), z.array(paramSchema), messageSchema]),
);

/** A message as it is sent from main to a window, or stored in the database as JSON. */
export const messageSchema: z.ZodType<Message> = z.object({
  key: z.string(),
  params: z.record(z.string(), z.optional(paramSchema)).optional(),
});
