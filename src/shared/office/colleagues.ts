import { z } from 'zod';

const name = z.string().max(200);

/** What the office tells about colleagues; accounts and records by their ids there. */
export const colleaguesSchema = z.object({
  people: z.array(z.object({ person: name, version: name })),
  members: z.array(z.object({ id: name, person: name, maySend: z.boolean() })),
  senders: z.array(z.object({ id: name, person: name, left: z.number() })),
  open: z.array(z.object({ person: name, id: name })),
  storing: z.array(z.object({ person: name, rows: z.number(), megabytes: z.number() })),
  mayManage: z.boolean(),
});
