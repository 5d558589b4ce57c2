/** What a start continues or tidies up; a step whose stored data cannot be read is left out and shown. */
export const startSteps = [
  'undo',
  'imports',
  'trash',
  'comparisons',
  'crossref',
  'rechecks',
  'links',
  'uploads',
  'matrices',
  'deletions',
  'applications',
] as const;

export type StartStep = (typeof startSteps)[number];
