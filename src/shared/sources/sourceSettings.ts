import { z } from 'zod';

/** Servers other than the directory's that Colophon contacts, if the user allows it (reference/sources.md 1). */
export const sourceSettingsSchema = z.object({
  isOn: z.boolean(),
  /** The e-mail address sent to these servers, so that their administrators can complain; empty: none. */
  contact: z.string().trim().max(200),
  /** Seconds between two requests to the same server. */
  pause: z.number().int().min(1).max(60),
  /** Base addresses, ending in a slash, of Crossref and of the handle system that resolves DOIs. */
  crossref: z.string().trim().max(500),
  handles: z.string().trim().max(500),
});
export type SourceSettings = z.infer<typeof sourceSettingsSchema>;
