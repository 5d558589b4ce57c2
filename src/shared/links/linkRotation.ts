import { z } from 'zod';
import type { Settings } from '../settings.ts';

/** Days in which the links of all articles are checked once; null: never. */
export const rotationDays = { never: null, monthly: 30, quarterly: 90 } as const satisfies Record<
  Settings['checksLinks'],
  number | null
>;

/** How far the links of an account's articles are checked in rotation. */
export const linkRotationSchema = z.object({
  isOn: z.boolean(),
  /** A round takes so many days, or longer for hosts with very many articles; 0: there is none. */
  days: z.number(),
  isRunning: z.boolean(),
  /** Articles with links that the directory has, and how many of them were checked in this time, or in the last month. */
  total: z.number(),
  checked: z.number(),
});
export type LinkRotation = z.infer<typeof linkRotationSchema>;
