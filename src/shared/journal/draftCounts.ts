import type { DraftFilter } from '../draft/draft.ts';

export const draftCounts = [
  'total',
  'ready',
  'warnings',
  'incomplete',
  'sent',
  'changed',
  'refused',
] as const;
export type DraftCount = (typeof draftCounts)[number];

/** For each count of a journal, the filter of the list with exactly the counted drafts. */
export const draftCountFilters: Readonly<Record<DraftCount, DraftFilter>> = {
  total: {},
  ready: { readiness: ['ready', 'warnings'], sync: ['never', 'changed'] },
  warnings: { readiness: ['warnings'] },
  incomplete: { readiness: ['incomplete'] },
  sent: { sync: ['sent'] },
  changed: { sync: ['changed'] },
  refused: { sync: ['refused'] },
};
