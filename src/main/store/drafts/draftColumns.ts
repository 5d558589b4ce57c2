import {
  type ArticleView,
  articleHash,
  articleSummary,
  articleToWire,
  canonical,
  readArticle,
  type SearchTexts,
} from '../../../shared/article/article.ts';
import { articleFacets, firstFinding } from '../../../shared/article/articleFacets.ts';
import { articleKeys } from '../../../shared/article/articleKeys.ts';
import { type ArticleContext, checkArticle, readiness } from '../../../shared/article/articleRules.ts';
import { countFindings } from '../../../shared/countFindings.ts';
import type { DraftRecord, Readiness } from '../../../shared/draft/draft.ts';
import { type StoredFacet, storedFacets } from '../../../shared/draft/facets.ts';
import type { Finding } from '../../../shared/finding.ts';
import type { JournalCard } from '../../../shared/journal/journal.ts';
import { shortenMessage } from '../../../shared/message.ts';
import { parseDoi, serviceIssn } from '../../../shared/text/identifiers.ts';
import type { ColumnsWith, Member } from '../columns.ts';
import { sortKey } from '../sortKey.ts';
import type { draftTable } from './draftTable.ts';

/** Columns of `drafts` derived from the record and the account's journals. */
export interface DraftColumns extends Record<Member<ColumnsWith<typeof draftTable, 'isDerived'>>, unknown> {
  title: string;
  /** The sort keys of titles and journals (`sortKey`). */
  titleSort: string;
  journalSort: string;
  authors: string;
  journal: string;
  journalKey: string;
  year: string;
  doi: string;
  doiKey: string | null;
  urlKey: string | null;
  hasOrcid: 0 | 1;
  hasIdentifier: 0 | 1;
  readiness: Readiness;
  errors: number;
  warnings: number;
  ignored: number;
  hash: string;
  /** The size of its JSON as sent, in bytes. */
  wireBytes: number;
}

/** Columns of `draft_facets`: the values of each facet, one per line, and the first finding as JSON. */
export type DraftFacetColumns = Record<StoredFacet, string> & { firstFinding: string | null };

export interface DerivedDraft {
  record: DraftRecord;
  columns: DraftColumns;
  facets: DraftFacetColumns;
  searchTexts: SearchTexts;
  findings: Finding[];
}

export function draftColumns(record: DraftRecord, context: ArticleContext): DerivedDraft {
  const view = readArticle(record);
  const summary = articleSummary(record, articleKeys(record), view);
  const findings = checkArticle(record, context);
  const journal = context.journals ? findJournal(summary, context.journals) : undefined;
  const wire = articleToWire(record);
  const json = canonical(wire);
  const name = journal?.title || summary.journalTitle || summary.pissn || summary.eissn;
  return {
    record,
    columns: {
      title: summary.title,
      titleSort: sortKey(summary.title),
      journalSort: sortKey(name),
      authors: summary.authorsText,
      journal: name,
      journalKey: journalKey(journal ?? summary) || name,
      year: summary.year,
      doi: parseDoi(summary.doi) ?? summary.doi,
      doiKey: summary.doiKey,
      urlKey: summary.urlKey,
      hasOrcid: summary.hasOrcid ? 1 : 0,
      hasIdentifier: summary.doiKey !== null || summary.urlKey !== null ? 1 : 0,
      readiness: readiness(findings),
      errors: countFindings(findings, 'error'),
      warnings: countFindings(findings, 'warning'),
      ignored: countFindings(findings, 'ignored'),
      hash: articleHash(wire, json),
      wireBytes: Buffer.byteLength(json),
    },
    facets: facetColumns(view, findings),
    searchTexts: summary.searchTexts,
    findings,
  };
}

/** The maximum length of texts in the message of the first finding: the list shows one line. */
const maxTextLength = 200;

function facetColumns(view: ArticleView, findings: readonly Finding[]): DraftFacetColumns {
  const facets = articleFacets(view, findings);
  const first = firstFinding(findings);
  const columns: Partial<DraftFacetColumns> = {
    firstFinding: first && JSON.stringify(shortenMessage(first, maxTextLength)),
  };
  for (const name of storedFacets) columns[name] = facets[name].join('\n');
  return columns as DraftFacetColumns;
}

/** The account's journal with this ISSN, whether it is given as print or online. */
function findJournal(
  { pissn, eissn }: { pissn: string; eissn: string },
  journals: readonly JournalCard[],
): JournalCard | undefined {
  const index = indexOf(journals);
  return (pissn && index.get(serviceIssn(pissn))) || (eissn && index.get(serviceIssn(eissn))) || undefined;
}

const indexes = new WeakMap<readonly JournalCard[], Map<string, JournalCard>>();

/** Journals by ISSN, the account's own first; cached per list, because an import looks one up for every record. */
function indexOf(journals: readonly JournalCard[]): Map<string, JournalCard> {
  let index = indexes.get(journals);
  if (!index) {
    index = new Map();
    for (const journal of journals) {
      for (const issn of [journal.pissn, journal.eissn]) {
        if (issn && !(index.get(issn)?.mine ?? false)) index.set(issn, journal);
      }
    }
    indexes.set(journals, index);
  }
  return index;
}

/** `pissn/eissn`; empty if there is no ISSN. */
function journalKey({ pissn, eissn }: { pissn: string | null; eissn: string | null }): string {
  return pissn || eissn ? `${pissn ?? ''}/${eissn ?? ''}` : '';
}
