/**
 * Elements that help readers to find and reuse an article; `link`: to a PDF or HTML file. `licence` is a value of its
 * journal, the others are values of the record.
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

/** The upper limits, in days, of the ages of Update Requests in their state; a fourth age is for older ones. */
export const ageLimits = [7, 30, 90] as const;
