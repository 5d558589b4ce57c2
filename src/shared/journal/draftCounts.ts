import type { DraftFilter } from '../draft/draft.ts';

export const draftCounts = [
  'total',
  'ready',
  'warnings',
  'undecided',
  'incomplete',
  'sent',
  'changed',
  'refused',
] as const;
export type DraftCount = (typeof draftCounts)[number];

/** The drafts that a plan for all drafts would send. */
export const readyToSend: DraftFilter = { readiness: ['ready', 'warnings'], sync: ['never', 'changed'] };

/** For each count of a journal, the filter of the list with exactly the counted drafts. */
export const draftCountFilters: Readonly<Record<DraftCount, DraftFilter>> = {
  total: {},
  ready: readyToSend,
  warnings: { readiness: ['warnings'] },
  undecided: { readiness: ['undecided'] },
  incomplete: { readiness: ['incomplete'] },
  sent: { sync: ['sent'] },
  changed: { sync: ['changed'] },
  refused: { sync: ['refused'] },
};
