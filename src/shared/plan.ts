import { z } from 'zod';

/**
 * Names what a preview listed. A call that cannot be undone, or that changes the records of another computer, takes
 * only this: what a person saw is what happens. It can be used once, in the process that made it.
 */
export const planIdSchema = z.uuid();

/** How many titles of left out records are named. */
export const maxNamed = 20;

/** What the call leaves out because it was not part of the plan, or is not what the plan showed. */
export const sinceSchema = z.object({
  /** Records that the preview would list now, but did not. */
  added: z.number(),
  /** Records that it listed and that were changed or removed since; their first titles. */
  changed: z.number(),
  titles: z.array(z.string()).max(maxNamed),
});
export type Since = z.infer<typeof sinceSchema>;

export const nothingSince: Since = { added: 0, changed: 0, titles: [] };
