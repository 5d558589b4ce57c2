import indexFields from '../../../../resources/indexFields.json' with { type: 'json' };
import { msg } from '../../message.ts';
import type { SearchKind } from '../searching.ts';
import type { SearchField } from './types.ts';

/** `text` is split into words and has an `.exact` beside it; `keyword` and `boolean` hold whole values. */
type Type = 'text' | 'keyword' | 'boolean' | 'date' | 'number' | 'object';

interface Known {
  type: Type;
  /** The full name. */
  path: string;
  isShort: boolean;
  isExact: boolean;
}

/** By short name (reference/directory-api.md 3.2); `publisher` is an object and finds nothing as deployed. */
export const shortNames: Record<SearchKind, Readonly<Record<string, string>>> = {
  article: {
    title: 'bibjson.title',
    doi: 'bibjson.identifier.id.exact',
    issn: 'index.issn.exact',
    publisher: 'bibjson.journal.publisher',
    journal: 'bibjson.journal.title',
    abstract: 'bibjson.abstract',
  },
  journal: {
    title: 'index.title',
    issn: 'index.issn.exact',
    publisher: 'bibjson.publisher',
    license: 'index.license.exact',
    username: 'admin.owner.exact',
  },
  application: {
    title: 'index.title',
    issn: 'index.issn.exact',
    publisher: 'bibjson.publisher',
    license: 'index.license.exact',
  },
};

/** The short names for sorting (reference/directory-api.md 3.5). */
export const sortNames: Record<SearchKind, Readonly<Record<string, string>>> = {
  article: { title: 'index.unpunctitle.exact' },
  journal: { title: 'index.unpunctitle.exact', issn: 'index.issn.exact' },
  application: { title: 'index.unpunctitle.exact', issn: 'index.issn.exact' },
};

/** The types of the fields in the index of articles, journals and applications, and in all three of them. */
const { everywhere, article, journal, application } = indexFields as Record<
  SearchKind | 'everywhere',
  Readonly<Record<string, Type>>
>;

const paths: Record<SearchKind, ReadonlyMap<string, Type>> = {
  article: new Map(Object.entries({ ...everywhere, ...article })),
  journal: new Map(Object.entries({ ...everywhere, ...journal })),
  application: new Map(Object.entries({ ...everywhere, ...journal, ...application })),
};

/** Looks up a field of a query by its short or full name; null if the directory has no such field. */
export function knownField(name: string, kind: SearchKind): Known | null {
  const short = Object.hasOwn(shortNames[kind], name) ? shortNames[kind][name]! : undefined;
  const path = short ?? name;
  const own = paths[kind].get(path);
  if (own !== undefined) return { type: own, path, isShort: short !== undefined, isExact: own === 'keyword' };
  const base = withoutExact(path);
  const type = base === path ? undefined : paths[kind].get(base);
  return type === undefined ? null : { type, path, isShort: short !== undefined, isExact: true };
}

/** A field's name without its `.exact`. */
export function withoutExact(name: string): string {
  return name.replace(/\.exact$/, '');
}

/** Returns true if a field compares whole values rather than words, for any kind of record. */
export function comparesWholeValues(name: string): boolean {
  if (name.endsWith('.exact')) return true;
  return (['article', 'journal', 'application'] as const).some((kind) => {
    const known = knownField(name, kind);
    return known !== null && known.type !== 'object' && (known.isExact || known.type !== 'text');
  });
}

/** Every full name of a kind of record, without objects. */
export function fullNames(kind: SearchKind): string[] {
  return [...paths[kind]].filter(([, type]) => type !== 'object').map(([path]) => path);
}

// The fields of the builder, in order; `=` after a name offers its `.exact` too, `!` marks its label as exact.
const offered: Record<SearchKind, readonly string[]> = {
  article: [
    ...['title', 'doi', 'issn', 'journal', 'publisher', 'abstract', 'bibjson.author.name='],
    ...['bibjson.author.affiliation', 'bibjson.author.orcid_id.exact', 'bibjson.keywords='],
    ...['bibjson.subject.term=', 'bibjson.year.exact', 'bibjson.journal.volume.exact'],
    ...['bibjson.journal.number.exact', 'bibjson.journal.country.exact', 'bibjson.journal.language.exact'],
    ...['bibjson.link.url.exact', 'bibjson.title.exact!', 'bibjson.journal.title.exact!'],
    ...['bibjson.journal.publisher.exact!', 'index.date', 'created_date', 'last_updated', 'id.exact'],
  ],
  journal: [
    ...['title', 'issn', 'bibjson.publisher.name=', 'license', 'username', 'bibjson.publisher.country.exact'],
    ...['bibjson.institution.name=', 'bibjson.language.exact', 'bibjson.keywords=', 'bibjson.subject.term='],
    ...['bibjson.editorial.review_process.exact', 'bibjson.preservation.service.exact'],
    ...['bibjson.deposit_policy.service.exact', 'bibjson.pid_scheme.scheme.exact', 'bibjson.apc.has_apc'],
    ...['bibjson.apc.max.price', 'bibjson.apc.max.currency.exact', 'bibjson.waiver.has_waiver'],
    ...['bibjson.oa_start', 'bibjson.publication_time_weeks', 'bibjson.title.exact!'],
    ...['bibjson.ref.journal.exact', 'created_date', 'last_updated', 'id.exact'],
  ],
  application: [
    ...['title', 'issn', 'bibjson.publisher.name=', 'license', 'admin.application_status.exact'],
    ...['bibjson.publisher.country.exact', 'bibjson.institution.name', 'bibjson.language.exact'],
    ...['bibjson.keywords', 'bibjson.oa_start', 'bibjson.title.exact!', 'created_date', 'last_updated'],
    'id.exact',
  ],
};

/** The fields that the query builder offers for a kind of record, the most used first. */
export function searchFields(kind: SearchKind): readonly SearchField[] {
  return offered[kind].flatMap((entry) => {
    const name = entry.replace(/[=!]$/, '');
    if (entry.endsWith('!')) return [asOffered(name, kind, true)];
    if (entry.endsWith('=')) return [asOffered(name, kind), asOffered(`${name}.exact`, kind, true)];
    return [asOffered(name, kind)];
  });
}

function asOffered(name: string, kind: SearchKind, saysExact = false): SearchField {
  const { type, isShort, isExact } = knownField(name, kind)!;
  const key = withoutExact(name)
    .replace(/^(?:bibjson|admin)\./, '')
    .replaceAll('.', '-');
  const label = msg(`search.field.${key}`);
  return {
    name,
    label: saysExact ? msg('search.exactly', { field: label }) : label,
    type: type === 'date' || type === 'number' ? type : isExact || type === 'boolean' ? 'exact' : 'text',
    isShort,
    sortable: canSortBy(name, kind),
  };
}

/**
 * Returns true if the directory can sort by a field: its short names for sorting, whole values, dates and numbers
 * (reference/directory-api.md 3.5).
 */
export function canSortBy(name: string, kind: SearchKind): boolean {
  if (Object.hasOwn(sortNames[kind], name)) return true;
  const known = knownField(name, kind);
  if (known === null || known.isShort) return false;
  if (known.type === 'date' || known.type === 'number') return !name.endsWith('.exact');
  return known.isExact && known.type !== 'boolean' && known.type !== 'object';
}
