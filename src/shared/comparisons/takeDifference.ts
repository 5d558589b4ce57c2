import type { ValueDifference } from '../application/applicationDraft.ts';
import type { ArticleRecord } from '../article/article.ts';
import { storedArticle } from '../article/storedArticle.ts';
import { takenArticle } from '../article/takenArticle.ts';
import { getAt, removeAt, setAt } from '../draft/fieldPath.ts';
import { takeParts } from '../draft/takeParts.ts';
import { asList, asObject, type Json } from '../json.ts';

/** The draft with one difference of `articleDifferences` resolved to the directory's value. */
export function takeDifference(
  draft: ArticleRecord,
  record: ArticleRecord,
  { path, before }: ValueDifference,
): ArticleRecord {
  const article = takenArticle(record);
  const identifier = /^bibjson\.identifier\[(\d+)\]\.id$/.exec(path);
  if (identifier) return takeIdentifier(draft, article, Number(identifier[1]), before);
  const list = /^bibjson\.(?:author|keywords|link)(?=\[)/.exec(path)?.[0];
  // The path counts only entries that the directory stores; in a draft with others, the positions differ.
  const isMoved = list !== undefined && !(isAsStored(draft, list) && isAsStored(article, list));
  return takeParts(draft, article, [isMoved ? list : path]);
}

/** A single identifier, found by its type: its index is that of the draft. */
function takeIdentifier(draft: ArticleRecord, article: ArticleRecord, at: number, id: Json): ArticleRecord {
  if (id === null) return removeAt(draft, `bibjson.identifier[${at}]`);
  const there = storedArticle(article).identifier.findIndex((entry) => entry.id === id);
  const entries = asList(asObject(article.bibjson).identifier).filter((entry) => asObject(entry).id);
  const entry = entries[there];
  if (entry === undefined) return draft;
  const own = asList(getAt(draft, 'bibjson.identifier'));
  // Types that the draft lacks have indexes beyond its last entry.
  return setAt(draft, 'bibjson.identifier', at < own.length ? own.with(at, entry) : [...own, entry]);
}

/** Returns true if the directory stores every entry of the list. */
function isAsStored(record: ArticleRecord, list: string): boolean {
  const name = list.slice('bibjson.'.length) as 'author' | 'keywords' | 'link';
  return asList(getAt(record, list)).length === storedArticle(record)[name].length;
}
