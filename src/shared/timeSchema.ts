import { z } from 'zod';
import { readInstant } from './instant.ts';

/**
 * A time in an answer of main: canonical, or empty if what was stored or received is no time. The record then stays
 * usable, and formatters show `unknown date`.
 */
export const timeSchema = z.string().transform((text): string => readInstant(text) ?? '');
