import { asObject, type JsonObject } from '../json.ts';
import { type ArticleRecord, articleToWire } from './article.ts';

const pages = ['start_page', 'end_page'] as const;
/** Members of an article that a draft has and the directory stores. */
const members = ['title', 'abstract', 'year', 'month', 'identifier', 'link', 'author', 'keywords'];
const issue = ['volume', 'number', ...pages];

/** Keeps the members that may be sent, and moves the pages (reference/directory-api.md 1.3, 4.1). */
export function takenArticle(record: ArticleRecord): ArticleRecord {
  const bibjson = asObject(record.bibjson);
  const journal: JsonObject = { ...asObject(bibjson.journal) };
  for (const name of pages)
    if (isEmpty(journal[name]) && !isEmpty(bibjson[name])) journal[name] = bibjson[name]!;
  const taken = articleToWire({ ...record, bibjson: { ...bibjson, journal } }, '4.0');
  return { ...taken, bibjson: { title: '', identifier: [], ...asObject(taken.bibjson) } };
}

/** A draft with its content replaced by the directory's article, except for members that the directory does not store. */
export function takenOver(draft: ArticleRecord, record: ArticleRecord): ArticleRecord {
  const taken = asObject(takenArticle(record).bibjson);
  const old = asObject(draft.bibjson);
  const journal = { ...without(asObject(old.journal), issue), ...asObject(taken.journal) };
  const bibjson: JsonObject = { ...without(old, [...members, 'journal']), ...taken };
  if (Object.keys(journal).length > 0) bibjson.journal = journal;
  return { ...draft, bibjson };
}

function without(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
