import { type ArticleRecord, articleToWire } from './article.ts';

type JsonObject = { [name: string]: ArticleRecord[string] };

const pages = ['start_page', 'end_page'] as const;
/** Members of an article that a draft has and the directory stores. */
const members = ['title', 'abstract', 'year', 'month', 'identifier', 'link', 'author', 'keywords'];
const issue = ['volume', 'number', ...pages];

/** Keeps the members that may be sent, and moves the pages (reference/directory-api.md 1.3, 4.1). */
export function takenArticle(record: ArticleRecord): ArticleRecord {
  const bibjson = object(record.bibjson);
  const journal: JsonObject = { ...object(bibjson.journal) };
  for (const name of pages)
    if (isEmpty(journal[name]) && !isEmpty(bibjson[name])) journal[name] = bibjson[name]!;
  const taken = articleToWire({ ...record, bibjson: { ...bibjson, journal } }, '4.0');
  return { ...taken, bibjson: { title: '', identifier: [], ...object(taken.bibjson) } };
}

/** A draft with its content replaced by the directory's article, except for members that the directory does not store. */
export function takenOver(draft: ArticleRecord, record: ArticleRecord): ArticleRecord {
  const taken = object(takenArticle(record).bibjson);
  const old = object(draft.bibjson);
  const journal = { ...without(object(old.journal), issue), ...object(taken.journal) };
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

function object(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
