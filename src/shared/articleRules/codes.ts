import type { Severity } from '../finding.ts';

/** Every rule for articles with its severity; the words are `finding.<code>` in locales/en.json. */
export const findingSeverities = {
  'record-not-object': 'error',
} as const satisfies Record<string, Severity>;

export type FindingCode = keyof typeof findingSeverities;
