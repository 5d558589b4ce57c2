import { msg } from '../../message.ts';
import type { SearchKind } from '../searching.ts';
import type { SearchField } from './types.ts';

/**
 * The types of fields in the directory's index. `text` is split into words and has an `.exact` beside it; `keyword` and
 * `boolean` hold whole values and have none.
 */
type Type = 'text' | 'keyword' | 'boolean' | 'date' | 'number' | 'object';

interface Known {
  type: Type;
  /** The full name. */
  path: string;
  isShort: boolean;
  isExact: boolean;
}

/**
 * The full names of the short names (reference/directory-api.md 3.2). `publisher` of journals and applications refers to an
 * object, and finds nothing in the deployed version.
 */
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

const everywhere: Record<string, Type> = {
  id: 'text',
  es_type: 'text',
  created_date: 'date',
  last_updated: 'date',
  'index.issn.exact': 'keyword',
  'index.unpunctitle.exact': 'keyword',
  bibjson: 'object',
  'bibjson.title': 'text',
  'bibjson.keywords': 'text',
  'bibjson.subject': 'object',
  'bibjson.subject.term': 'text',
  'bibjson.subject.code': 'text',
  'bibjson.subject.scheme': 'text',
  'admin.ticked': 'boolean',
};

const article: Record<string, Type> = {
  'index.date': 'date',
  'bibjson.abstract': 'text',
  'bibjson.author': 'object',
  'bibjson.author.name': 'text',
  'bibjson.author.affiliation': 'text',
  'bibjson.author.orcid_id': 'text',
  'bibjson.year': 'text',
  'bibjson.month': 'text',
  'bibjson.start_page': 'text',
  'bibjson.end_page': 'text',
  'bibjson.identifier': 'object',
  'bibjson.identifier.id': 'text',
  'bibjson.identifier.type': 'text',
  'bibjson.link': 'object',
  'bibjson.link.url': 'text',
  'bibjson.link.type': 'text',
  'bibjson.link.content_type': 'text',
  'bibjson.journal': 'object',
  'bibjson.journal.title': 'text',
  'bibjson.journal.publisher': 'text',
  'bibjson.journal.country': 'text',
  'bibjson.journal.language': 'text',
  'bibjson.journal.issns': 'text',
  'bibjson.journal.volume': 'text',
  'bibjson.journal.number': 'text',
  'admin.publisher_record_id': 'text',
};

const journal: Record<string, Type> = {
  'index.title': 'text',
  'index.license.exact': 'keyword',
  'admin.owner.exact': 'keyword',
  'admin.last_full_review': 'date',
  last_manual_update: 'date',
  'bibjson.alternative_title': 'text',
  'bibjson.pissn': 'text',
  'bibjson.eissn': 'text',
  'bibjson.publisher': 'object',
  'bibjson.publisher.name': 'text',
  'bibjson.publisher.country': 'text',
  'bibjson.institution': 'object',
  'bibjson.institution.name': 'text',
  'bibjson.institution.country': 'text',
  'bibjson.language': 'text',
  'bibjson.oa_start': 'number',
  'bibjson.discontinued_date': 'date',
  'bibjson.publication_time_weeks': 'number',
  'bibjson.boai': 'boolean',
  'bibjson.labels': 'text',
  'bibjson.replaces': 'text',
  'bibjson.is_replaced_by': 'text',
  'bibjson.license': 'object',
  'bibjson.license.type': 'text',
  'bibjson.license.url': 'text',
  'bibjson.license.BY': 'boolean',
  'bibjson.license.NC': 'boolean',
  'bibjson.license.ND': 'boolean',
  'bibjson.license.SA': 'boolean',
  'bibjson.article': 'object',
  'bibjson.article.license_display': 'text',
  'bibjson.article.license_display_example_url': 'text',
  'bibjson.copyright': 'object',
  'bibjson.copyright.author_retains': 'boolean',
  'bibjson.copyright.url': 'text',
  'bibjson.editorial': 'object',
  'bibjson.editorial.review_process': 'text',
  'bibjson.editorial.review_url': 'text',
  'bibjson.editorial.board_url': 'text',
  'bibjson.plagiarism': 'object',
  'bibjson.plagiarism.detection': 'boolean',
  'bibjson.plagiarism.url': 'text',
  'bibjson.ref': 'object',
  'bibjson.ref.journal': 'text',
  'bibjson.ref.oa_statement': 'text',
  'bibjson.ref.aims_scope': 'text',
  'bibjson.ref.author_instructions': 'text',
  'bibjson.ref.license_terms': 'text',
  'bibjson.apc': 'object',
  'bibjson.apc.has_apc': 'boolean',
  'bibjson.apc.url': 'text',
  'bibjson.apc.max': 'object',
  'bibjson.apc.max.currency': 'text',
  'bibjson.apc.max.price': 'number',
  'bibjson.waiver': 'object',
  'bibjson.waiver.has_waiver': 'boolean',
  'bibjson.waiver.url': 'text',
  'bibjson.other_charges': 'object',
  'bibjson.other_charges.has_other_charges': 'boolean',
  'bibjson.other_charges.url': 'text',
  'bibjson.preservation': 'object',
  'bibjson.preservation.has_preservation': 'boolean',
  'bibjson.preservation.service': 'text',
  'bibjson.preservation.national_library': 'text',
  'bibjson.preservation.url': 'text',
  'bibjson.deposit_policy': 'object',
  'bibjson.deposit_policy.has_policy': 'boolean',
  'bibjson.deposit_policy.service': 'text',
  'bibjson.deposit_policy.url': 'text',
  'bibjson.pid_scheme': 'object',
  'bibjson.pid_scheme.has_pid_scheme': 'boolean',
  'bibjson.pid_scheme.scheme': 'text',
};

const application: Record<string, Type> = {
  'admin.application_status': 'text',
  'admin.date_applied': 'date',
};

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

/** Returns true if the directory can sort by a field: its short names for sorting, whole values, dates and numbers (reference 3.5). */
export function canSortBy(name: string, kind: SearchKind): boolean {
  if (Object.hasOwn(sortNames[kind], name)) return true;
  const known = knownField(name, kind);
  if (known === null || known.isShort) return false;
  if (known.type === 'date' || known.type === 'number') return !name.endsWith('.exact');
  return known.isExact && known.type !== 'boolean' && known.type !== 'object';
}
