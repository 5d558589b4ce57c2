/** The fields of an article whose texts can be searched, trimmed and changed in case. */
export const textFields = [
  'title',
  'abstract',
  'authorName',
  'affiliation',
  'orcid',
  'keyword',
  'doi',
  'address',
  'volume',
  'issue',
  'year',
  'month',
  'startPage',
  'endPage',
] as const;
export type TextField = (typeof textFields)[number];

/** The fields that an edit can set to one value; those of links are set in every link. */
export const valueFields = ['volume', 'issue', 'year', 'month', 'contentType', 'linkType'] as const;
export type ValueField = (typeof valueFields)[number];

/** The fields that an edit can empty. */
export const clearableFields = [...valueFields, 'journal', 'keywords', 'affiliation', 'abstract'] as const;
export type ClearableField = (typeof clearableFields)[number];
