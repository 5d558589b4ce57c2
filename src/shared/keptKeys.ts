import { z } from 'zod';

/** An entry of the keychain: a secret with the origin that it was entered for. */
export const keptKeySchema = z.strictObject({
  origin: z.string().min(1).max(1_000),
  key: z.string().min(1).max(1_000),
});
export type KeptKey = z.infer<typeof keptKeySchema>;

/** The file of confirmed origins, by account id. */
export const confirmedOriginsSchema = z.record(z.string().max(200), z.string().max(1_000));
