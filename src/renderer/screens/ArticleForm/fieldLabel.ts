import { t } from '../../../shared/words.ts';

const known: Record<string, string> = {
  '': 'record',
  bibjson: 'record',
  'bibjson.title': 'title',
  'bibjson.abstract': 'abstract',
  'bibjson.year': 'year',
  'bibjson.month': 'month',
  'bibjson.identifier': 'identifiers',
  'bibjson.author': 'authors',
  'bibjson.link': 'links',
  'bibjson.keywords': 'keywords',
  'bibjson.subject': 'subjects',
  'bibjson.journal': 'journalBlock',
  'bibjson.journal.volume': 'volume',
  'bibjson.journal.number': 'number',
  'bibjson.journal.start_page': 'startPage',
  'bibjson.journal.end_page': 'endPage',
  'bibjson.journal.title': 'journalTitle',
  'bibjson.journal.publisher': 'publisher',
  'bibjson.journal.country': 'country',
  'bibjson.journal.language': 'language',
  'admin.publisher_record_id': 'recordId',
  created_date: 'created',
  last_updated: 'updated',
  id: 'id',
};
const members: Record<string, string> = {
  'author.name': 'authorName',
  'author.affiliation': 'authorAffiliation',
  'author.orcid_id': 'authorOrcid',
  'author.email': 'authorEmail',
  'link.url': 'linkUrl',
  'link.type': 'linkType',
  'link.content_type': 'linkContent',
};
const entries: Record<string, string> = {
  author: 'author',
  link: 'link',
  keywords: 'keyword',
  identifier: 'identifier',
};

/** A path of an article in the words of the form: `bibjson.author[2].orcid_id` as `ORCID of author 3`; an unknown one as it is. */
export function fieldLabel(path: string): string {
  const name = Object.hasOwn(known, path) ? known[path] : undefined;
  if (name) return t(`article.field.${name}`);
  const entry = /^bibjson\.(author|link|keywords|identifier)\[(\d*)\](?:\.(.+))?$/.exec(path);
  if (!entry) return path;
  const [, list = '', index = '', member] = entry;
  const own = member === undefined ? undefined : members[`${list}.${member}`];
  const key = `article.field.${own ?? entries[list]}`;
  const words = index === '' ? t(`${key}Any`) : t(key, { place: Number(index) + 1 });
  return member !== undefined && !own && list !== 'identifier' ? `${words}: ${member}` : words;
}
