import { getAt } from './fieldPath.ts';
import { t } from './words.ts';

/** The members of an article that the form shows, by their path without places, with the key of their label under `field`. */
const labels: Record<string, string> = {
  'bibjson.title': 'title',
  'bibjson.abstract': 'abstract',
  'bibjson.author': 'authors',
  'bibjson.author[]': 'author',
  'bibjson.author[].name': 'name',
  'bibjson.author[].affiliation': 'affiliation',
  'bibjson.author[].orcid_id': 'orcid',
  'bibjson.author[].email': 'email',
  'bibjson.identifier': 'identifiers',
  'bibjson.identifier[]': 'identifier',
  'bibjson.identifier[].type': 'type',
  'bibjson.link': 'links',
  'bibjson.link[]': 'link',
  'bibjson.link[].url': 'address',
  'bibjson.link[].type': 'type',
  'bibjson.link[].content_type': 'contentType',
  'bibjson.year': 'year',
  'bibjson.month': 'month',
  'bibjson.keywords': 'keywords',
  'bibjson.keywords[]': 'keyword',
  'bibjson.subject': 'subjects',
  'bibjson.journal': 'journal',
  'bibjson.journal.title': 'journalTitle',
  'bibjson.journal.publisher': 'publisher',
  'bibjson.journal.country': 'country',
  'bibjson.journal.language': 'language',
  'bibjson.journal.volume': 'volume',
  'bibjson.journal.number': 'number',
  'bibjson.journal.start_page': 'startPage',
  'bibjson.journal.end_page': 'endPage',
  'admin.publisher_record_id': 'recordId',
};

/**
 * The label of the field at `path` as the form writes it, with its place in a list: `Title`, `Author 2, ORCID`. With
 * the record an identifier is named by its type, `DOI`. Members that the form does not show keep their path.
 */
export function fieldLabel(path: string, record?: unknown): string {
  const found = /^(.*?)\[(\d+)\](?:\.(.+))?$/.exec(path);
  if (!found) return path === '' ? t('field.record') : labelOf(path, path);
  const [, list, place, member] = found;
  if (list === 'bibjson.identifier') {
    const type = getAt(record, `${list}[${place}].type`);
    const slot = typeof type === 'string' ? type.toLowerCase() : '';
    if (slot === 'doi' || slot === 'pissn' || slot === 'eissn') return t(`field.${slot}`);
    return numbered(`${list}[]`, place!);
  }
  const entry = numbered(`${list}[]`, place!);
  return member === undefined ? entry : `${entry}, ${labelOf(`${list}[].${member}`, member)}`;
}

function numbered(list: string, place: string): string {
  return `${labelOf(list, list)} ${Number(place) + 1}`;
}

function labelOf(path: string, otherwise: string): string {
  const key = Object.hasOwn(labels, path) ? labels[path] : undefined;
  return key === undefined ? otherwise : t(`field.${key}`);
}
