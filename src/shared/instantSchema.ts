import { z } from 'zod';
import { type Instant, isCanonical } from './instant.ts';

/** Accepts canonical times only; separate from `instant.ts` because the page does not load zod. */
export const instantSchema: z.ZodType<Instant> = z.custom<Instant>(
  (value) => typeof value === 'string' && isCanonical(value),
  'not a time',
);
