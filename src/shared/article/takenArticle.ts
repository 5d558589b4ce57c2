import { asObject, type JsonObject } from '../json.ts';
import { type ArticleRecord, articleToWire } from './article.ts';
import { articleTexts, storedMembers } from './articleFields.ts';

/** The members of `bibjson` and of its journal block that the directory stores. */
const members = storedMembers('bibjson');
const membersOfJournal = storedMembers('bibjson.journal');

/** Keeps the members that may be sent, and moves the pages (reference/directory-api.md 1.3, 4.1). */
export function takenArticle(record: ArticleRecord): ArticleRecord {
  const bibjson = asObject(record.bibjson);
  const journal: JsonObject = { ...asObject(bibjson.journal) };
  for (const { member, stray } of articleTexts)
    if (stray !== null && isEmpty(journal[member]) && !isEmpty(bibjson[stray]))
      journal[member] = bibjson[stray]!;
  const taken = articleToWire({ ...record, bibjson: { ...bibjson, journal } });
  return { ...taken, bibjson: { title: '', identifier: [], ...asObject(taken.bibjson) } };
}

/** A draft with its content replaced by the directory's article, except for members that the directory does not store. */
export function takenOver(draft: ArticleRecord, record: ArticleRecord): ArticleRecord {
  const taken = asObject(takenArticle(record).bibjson);
  const old = asObject(draft.bibjson);
  const journal = { ...without(asObject(old.journal), membersOfJournal), ...asObject(taken.journal) };
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
