/**
 * What helps readers to find and reuse an article; `link`: to a PDF or HTML file. `licence` is of its journal, the
 * others are of the record.
 */
export const coverageNames = [
  'abstract',
  'orcid',
  'affiliation',
  'keyword',
  'doi',
  'link',
  'licence',
] as const;
export type CoverageName = (typeof coverageNames)[number];

/** Days for which an Update Request has been in its state: up to a week, a month, a quarter; there is a fourth age for longer. */
export const ageLimits = [7, 30, 90] as const;
