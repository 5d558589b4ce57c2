import { articleHash } from '../../shared/article/article.ts';
import { articleKeys } from '../../shared/article/articleKeys.ts';
import { storedContentHash } from '../../shared/article/storedContent.ts';
import { asList, asObject, member } from '../../shared/json.ts';
import { linkAddresses } from '../../shared/links/linkAddresses.ts';
import { isRemoteId } from '../../shared/remoteId.ts';
import { mailLine, ownIssns } from '../../shared/watch/mailLine.ts';
import { linkText } from '../store/links/linkText.ts';
import type { SeenArticle } from '../store/watch/ledgerStore.ts';
import { wholeSecond } from './askDirectory.ts';

/** Characters of a title, and of the names of other things. */
const longest = 1_000;

/** What is remembered of an article that search showed; null if it has no id or no dates. */
export function readSeenArticle(record: unknown): SeenArticle | null {
  const remoteId = member(record, 'id');
  const createdAt = wholeSecond(member(record, 'created_date'));
  const updatedAt = wholeSecond(member(record, 'last_updated')) ?? createdAt;
  if (!isRemoteId(remoteId) || createdAt === null || updatedAt === null) return null;
  const bibjson = asObject(member(record, 'bibjson'));
  const journal = asObject(bibjson.journal);
  const keys = articleKeys(record);
  return {
    remoteId,
    title: textOf(bibjson.title),
    journal: textOf(journal.title),
    issns: ownIssns(record),
    line: mailLine(record),
    doiKey: keys.doi,
    urlKey: keys.url,
    ownHash: storedContentHash(record),
    copiedHash: copiedHash(record),
    createdAt,
    updatedAt,
    links: linkText(linkAddresses(record)),
  };
}

/** The ISSNs by which the article is found: its own, and those copied from its journal. */
export function allIssns(record: unknown): string[] {
  const copied = asList(asObject(asObject(member(record, 'bibjson')).journal).issns);
  const all = [...ownIssns(record).split('/'), ...copied];
  return [...new Set(all.filter((issn) => typeof issn === 'string' && issn !== ''))] as string[];
}

/** Hash of what the directory copies from the journal into the article (reference/directory-changes.md 2.3). */
function copiedHash(record: unknown): string {
  const bibjson = asObject(member(record, 'bibjson'));
  const journal = asObject(bibjson.journal);
  const copied = ['title', 'publisher', 'country', 'language', 'issns'].map((name) => journal[name] ?? null);
  return articleHash({ copied, subject: bibjson.subject ?? null });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longest) : '';
}
