import { statusOf } from '../../../shared/application/applicationStatus.ts';
import { articleSummary } from '../../../shared/article/article.ts';
import { articleKeys } from '../../../shared/article/articleKeys.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { readJournal } from '../../../shared/journal/journal.ts';
import { isObject } from '../../../shared/json.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { readRemoteId } from '../../../shared/remoteId.ts';
import type { Hit, SearchKind } from '../../../shared/search/searching.ts';
import type { SearchStore } from '../../store/searches/searchStore.ts';

/** The local data that hits are matched with. */
export interface HitParts {
  drafts: Pick<SearchStore, 'articleDraft' | 'applicationDraft'>;
  isMine: (accountId: string, journalId: string) => boolean;
}

/** The hits of a page as lists show them; entries that are not records are left out. */
export function readSearchHits(
  results: readonly unknown[],
  { accountId, kind }: { accountId: string; kind: SearchKind },
  parts: HitParts,
): Hit[] {
  return results.flatMap((result) => {
    const record = isObject(result) ? result : undefined;
    const id = readRemoteId(record?.id);
    if (!record || id === null) return [];
    if (kind === 'article') return [articleHit(accountId, id, record, parts)];
    return journalHit(accountId, id, record, kind, parts) ?? [];
  });
}

/** Articles include their journal's ISSNs beside their own (reference/directory-api.md 1.3). */
function articleHit(accountId: string, id: string, record: DraftRecord, { drafts }: HitParts): Hit {
  const keys = articleKeys(record);
  const { title, authorsText, journalTitle, year, doi, pissn, eissn } = articleSummary(record, keys);
  const listed = getAt(record, 'bibjson.journal.issns');
  const issns = [pissn, eissn, ...(Array.isArray(listed) ? listed : [])];
  return {
    id,
    title,
    detail: authorsText,
    status: null,
    journal: journalTitle,
    issns: distinct(issns),
    doi,
    year,
    record,
    draftId: drafts.articleDraft(accountId, { id, ...keys }),
    mine: false,
  };
}

function journalHit(
  accountId: string,
  id: string,
  record: DraftRecord,
  kind: 'journal' | 'application',
  { drafts, isMine }: HitParts,
): Hit | null {
  const journal = readJournal(record);
  if (!journal) return null;
  const status = getAt(record, 'admin.application_status');
  const since = getAt(record, 'bibjson.oa_start');
  const isJournal = kind === 'journal';
  return {
    id,
    title: journal.title,
    detail: isJournal ? journal.publisher : '',
    status: isJournal ? null : statusText(typeof status === 'string' ? status : null),
    journal: '',
    issns: distinct([journal.pissn, journal.eissn]),
    doi: '',
    year: isJournal && typeof since === 'number' ? String(since) : '',
    record,
    draftId: drafts.applicationDraft(accountId, isJournal ? { journalId: id } : { remoteId: id }),
    mine: isJournal && isMine(accountId, id),
  };
}

function statusText(word: string | null): Message | null {
  return word === null ? null : msg(`search.state.${statusOf(word)}`, { word });
}

function distinct(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))] as string[];
}
