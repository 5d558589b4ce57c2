import type { DraftRecord } from '../draft/draft.ts';
import { asList, asObject, member } from '../json.ts';
import {
  type ArticleTextName,
  type AuthorMember,
  authorMembers,
  type LinkMember,
  linkMembers,
  readMembers,
  readTexts,
} from './articleFields.ts';
import { type ArticleKeys, articleKeys } from './articleKeys.ts';

export { articleHash, articleToWire, canonical } from './articleWire.ts';

/** A draft's article: the directory's article JSON plus any other imported members; any member may have any type. */
export type ArticleRecord = DraftRecord;

/** An author or link as the form shows it: always texts, empty if the record has none. */
type AuthorView = Record<AuthorMember, string>;
type LinkView = Record<LinkMember, string>;

/** An article as forms and lists read it. Entries of `authors` and `links` have the same indexes as in the record. */
export interface ArticleView extends Record<ArticleTextName, string> {
  /** First DOI, and last print and online ISSN: the ones that the directory uses. */
  doi: string;
  pissn: string;
  eissn: string;
  authors: AuthorView[];
  links: LinkView[];
  keywords: string[];
}

/** The texts of the full-text search, in addition to the current title of the account's journal. */
export interface SearchTexts {
  /** Title, authors, journal, DOI, ISSNs and keywords, one per line. */
  summary: string;
  abstract: string;
}

/** The values of an article for lists, sorting and full-text search. */
export interface ArticleSummary {
  title: string;
  journalTitle: string;
  pissn: string;
  eissn: string;
  year: string;
  /** The DOI as written in the record. */
  doi: string;
  doiKey: string | null;
  urlKey: string | null;
  /** Names, separated by `; `. */
  authorsText: string;
  hasOrcid: boolean;
  searchTexts: SearchTexts;
}

export function blankArticle(): ArticleRecord {
  return { bibjson: { title: '', identifier: [], link: [], author: [], keywords: [], journal: {} } };
}

/** Reads any record, whatever the types of its values. */
export function readArticle(record: unknown): ArticleView {
  const bibjson = asObject(member(record, 'bibjson'));
  const journal = asObject(bibjson.journal);
  return {
    ...readTexts(({ isInJournal, member }) => text((isInJournal ? journal : bibjson)[member])),
    ...readIdentifiers(bibjson.identifier),
    authors: asList(bibjson.author).map((entry) => readMembers(authorMembers, entry, text)),
    links: asList(bibjson.link).map((entry) => readMembers(linkMembers, entry, text)),
    keywords: asList(bibjson.keywords).map(text),
  };
}

/** Returns the columns of a list and the text for full-text search. */
export function articleSummary(
  record: unknown,
  keys: ArticleKeys = articleKeys(record),
  view: ArticleView = readArticle(record),
): ArticleSummary {
  return {
    // Lists call a record without visible words in its title untitled.
    title: view.title.trim(),
    journalTitle: journalTitleOf(record),
    pissn: view.pissn,
    eissn: view.eissn,
    year: view.year,
    doi: view.doi,
    doiKey: keys.doi,
    urlKey: keys.url,
    authorsText: namesOf(view),
    hasOrcid: view.authors.some((author) => author.orcid_id !== ''),
    searchTexts: searchTextsOf(record, view),
  };
}

export function searchTextsOf(record: unknown, view: ArticleView = readArticle(record)): SearchTexts {
  const { title, doi, pissn, eissn, keywords, abstract } = view;
  const summary = [title, namesOf(view), journalTitleOf(record), doi, pissn, eissn, keywords.join('; ')];
  return { summary: summary.filter((part) => part !== '').join('\n'), abstract };
}

function journalTitleOf(record: unknown): string {
  return text(member(member(member(record, 'bibjson'), 'journal'), 'title'));
}

function namesOf({ authors }: ArticleView): string {
  return authors
    .map(({ name }) => name)
    .filter((name) => name !== '')
    .join('; ');
}

function readIdentifiers(value: unknown): Pick<ArticleView, 'doi' | 'pissn' | 'eissn'> {
  const found = { doi: '', pissn: '', eissn: '' };
  for (const entry of asList(value)) {
    const type = text(member(entry, 'type')).toLowerCase();
    const id = text(member(entry, 'id'));
    if (id === '') continue;
    if (type === 'doi') found.doi ||= id;
    else if (type === 'pissn' || type === 'eissn') found[type] = id;
  }
  return found;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
