/** The facets of the list of drafts, in the order in which they are shown; each is a member of the filter. */
export const facetNames = [
  'finding',
  'missing',
  'journal',
  'year',
  'issue',
  'readiness',
  'sync',
  'import',
  'author',
  'keyword',
  'affiliation',
  'host',
  'review',
  'assignee',
] as const;
export type FacetName = (typeof facetNames)[number];

/** The facets that colleagues in an office set; hidden without an office. */
export const assignedFacets = ['review', 'assignee'] as const satisfies readonly FacetName[];

export function isAssigned(name: string): name is (typeof assignedFacets)[number] {
  return (assignedFacets as readonly string[]).includes(name);
}

/** Values of the facet `missing`: what readers or the directory would look for in a record. */
export const missingFields = [
  'abstract',
  'author',
  'orcid',
  'affiliation',
  'keyword',
  'doi',
  'link',
  'pdf',
  'html',
  'year',
  'issue',
  'pages',
  'journal',
] as const;
export type MissingField = (typeof missingFields)[number];
