import { listReadinesses, reviews, syncs } from './draftStates.ts';

/** Values of the facet `missing`: what readers or the directory would look for in a record. */
const missingFields = [
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

interface Facet {
  /**
   * Where its values are. `grouped`: in a column of the drafts that has few different ones. `stored`: in `draft_facets`,
   * read out of the record and its findings. `assigned`: in a column that colleagues in an office set; the list can be
   * sorted by it, and shows it only with an office.
   */
  held: 'grouped' | 'stored' | 'assigned';
  /** Its only values, in order; '' if a draft may have none. */
  values?: readonly string[];
  /** The key of a value's text. Facets without it show the value itself, or its name. */
  text?: (value: string) => string;
  /** The order in which its values are shown; without it, and among equally severe ones, the most frequent first. */
  order?: 'newest' | 'listed' | 'severest';
}

/** The facets of the list of drafts, in the order in which they are shown; each is a member of the filter. */
const facets = {
  readiness: {
    held: 'grouped',
    values: listReadinesses,
    text: (value) => `common.readiness.${value}`,
    order: 'listed',
  },
  finding: { held: 'stored', text: (code) => `finding.${code}.kind`, order: 'severest' },
  missing: {
    held: 'stored',
    values: ['', ...missingFields],
    text: (field) => `drafts.facet.missingField.${field}`,
  },
  journal: { held: 'grouped' },
  year: { held: 'stored', order: 'newest' },
  issue: { held: 'stored', order: 'newest' },
  sync: { held: 'grouped', values: syncs, text: (value) => `common.sync.${value}`, order: 'listed' },
  import: { held: 'grouped', order: 'newest' },
  author: { held: 'stored' },
  keyword: { held: 'stored' },
  affiliation: { held: 'stored' },
  host: { held: 'stored' },
  review: {
    held: 'assigned',
    values: ['', ...reviews],
    text: (value) => `common.review.${value}`,
    order: 'listed',
  },
  assignee: { held: 'assigned' },
} as const satisfies Record<string, Facet>;

export type FacetName = keyof typeof facets;
export const facetNames = Object.keys(facets) as FacetName[];

/** What is known of a facet whose name is not known before. */
export function facetOf(name: FacetName): Facet {
  return facets[name];
}

type Held<H extends Facet['held']> = {
  [Name in FacetName]: (typeof facets)[Name]['held'] extends H ? Name : never;
}[FacetName];
export type GroupedFacet = Held<'grouped'>;
export type StoredFacet = Held<'stored'>;
export type AssignedFacet = Held<'assigned'>;
/** The facets that are held in memory for every draft. */
export type ValueFacet = StoredFacet | AssignedFacet;

export const storedFacets = facetNames.filter((name): name is StoredFacet => facets[name].held === 'stored');
export const assignedFacets = facetNames.filter(isAssigned);
export const valueFacets: readonly ValueFacet[] = [...storedFacets, ...assignedFacets];

export function isAssigned(name: string): name is AssignedFacet {
  return (facets as Readonly<Record<string, Facet>>)[name]?.held === 'assigned';
}

/** The orders of the list of drafts. */
export const draftSorts = [
  'updated',
  'title',
  'authors',
  'journal',
  'year',
  'readiness',
  'sync',
  'doi',
  'issue',
  'finding',
  'sent',
  ...assignedFacets,
] as const;
export type DraftSortName = (typeof draftSorts)[number];
