import { setImmediate } from 'node:timers/promises';
import { readArticle } from '../../shared/article/article.ts';
import { articleKeys } from '../../shared/article/articleKeys.ts';
import { storedYear } from '../../shared/article/storedArticle.ts';
import {
  type ArticleIdentity,
  articleDifferences,
  outcomeOf,
  pairArticles,
} from '../../shared/comparisons/compareArticles.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { parseDoi } from '../../shared/text/identifiers.ts';
import { type NewRow, rowKeys } from '../store/comparisons/comparisonStore.ts';
import type { DraftsToCompare, KnownDraft } from '../store/comparisons/draftsToCompare.ts';
import { inBatches } from '../store/inBatches.ts';
import type { FoundArticle } from './readYear.ts';

/** An article from the directory, waiting to be compared; its JSON takes less memory than the record. */
export interface HeldArticle extends ArticleIdentity {
  remoteId: string;
  title: string;
  doiText: string;
  json: string;
}

/** Rows written in one transaction, and records compared before other work may run. */
const sliceSize = 100;

/** The parts of an article that the comparison needs. */
export function holdArticle({ id, record }: FoundArticle): HeldArticle {
  const { title, doi } = readArticle(record);
  return { remoteId: id, ...articleKeys(record), title, doiText: shown(doi), json: JSON.stringify(record) };
}

/**
 * Compares the articles with all drafts of the journal and year, and others of the same articles. Returns the titles of
 * drafts that cannot be read: neither they nor their articles are in the comparison.
 */
export async function compareYear(options: {
  accountId: string;
  issns: readonly string[];
  year: string;
  there: readonly HeldArticle[];
  drafts: DraftsToCompare;
  write: (rows: readonly NewRow[]) => void;
  signal: AbortSignal;
}): Promise<string[]> {
  const { there, drafts, signal } = options;
  const { here, ofYear } = await draftsFor(options);
  const { pairs, onlyThere, onlyHere } = pairArticles(there, here);
  await setImmediate();
  const rows: NewRow[] = [];
  const unreadable: string[] = [];
  const gather = async <T>(items: readonly T[], toRow: (item: T) => NewRow | null) => {
    await inBatches(items, (slice) => rows.push(...slice.flatMap((item) => toRow(item) ?? [])), {
      size: sliceSize,
      signal,
    });
    signal.throwIfAborted();
  };
  const isUnreadable = ({ id }: KnownDraft): boolean => {
    const draft = drafts.read(id);
    if (draft === null || draft.record !== null) return false;
    unreadable.push(draft.title);
    return true;
  };
  await gather(onlyHere, (place) => {
    const known = here[place]!;
    return ofYear.has(known.id) && !isUnreadable(known) ? missingThere(known, drafts) : null;
  });
  await gather(onlyThere, (at) => missingHere(there[at]!));
  await gather(pairs, ([at, place]) =>
    isUnreadable(here[place]!) ? null : paired(there[at]!, here[place]!, drafts),
  );
  sortRows(rows);
  await inBatches(rows, options.write, { size: sliceSize, signal });
  signal.throwIfAborted();
  return unreadable;
}

/** Yields the drafts of the journal and year, then others that share an id, a DOI or an address with an article. */
async function draftsFor({
  accountId,
  issns,
  year,
  there,
  drafts,
  signal,
}: Parameters<typeof compareYear>[0]): Promise<{ here: KnownDraft[]; ofYear: Set<number> }> {
  const here: KnownDraft[] = [];
  const short = year.slice(2);
  const years = storedYear(short) === year ? [year, short] : [year];
  for (let after = 0, next: number | null = 0; next !== null; after = next ?? 0) {
    await setImmediate();
    signal.throwIfAborted();
    const page = drafts.ofYear(accountId, issns, years, { after, limit: 500 });
    here.push(...page.drafts);
    next = page.next;
  }
  const ofYear = new Set(here.map((draft) => draft.id));
  const known = new Set(ofYear);
  // Thousands of articles may share one address: their drafts are looked up only once.
  const askedFor = new Set<string>();
  await inBatches(
    there,
    (slice) => {
      for (const article of slice) {
        const isAsked = article.url !== null && askedFor.has(article.url);
        if (article.url !== null) askedFor.add(article.url);
        for (const draft of drafts.alike(accountId, isAsked ? { ...article, url: null } : article)) {
          if (known.has(draft.id)) continue;
          known.add(draft.id);
          here.push(draft);
        }
      }
    },
    { size: sliceSize, signal },
  );
  signal.throwIfAborted();
  return { here, ofYear };
}

function missingThere(known: KnownDraft, drafts: DraftsToCompare): NewRow | null {
  const draft = drafts.read(known.id);
  if (!draft) return null;
  return {
    outcome: 'missing-there',
    title: draft.title,
    doi: draft.doi,
    draftId: known.id,
    draftVersion: draft.version,
    remoteId: known.remoteId,
    differences: [],
    keys: rowKeys({ doi: known.doi, remoteId: known.remoteId, draftId: known.id }),
    record: null,
  };
}

function missingHere(article: HeldArticle): NewRow {
  return {
    outcome: 'missing-here',
    title: article.title,
    doi: article.doiText,
    draftId: null,
    draftVersion: null,
    remoteId: article.remoteId,
    differences: [],
    keys: rowKeys({ doi: article.doi, remoteId: article.remoteId, draftId: null }),
    record: article.json,
  };
}

/** If a draft is deleted during the comparison, its article is missing here. */
function paired(article: HeldArticle, known: KnownDraft, drafts: DraftsToCompare): NewRow {
  const draft = drafts.read(known.id);
  if (!draft?.record) return missingHere(article);
  const differences = articleDifferences(JSON.parse(article.json) as DraftRecord, draft.record);
  const outcome = outcomeOf(differences);
  return {
    outcome,
    title: draft.title || article.title,
    doi: draft.doi || article.doiText,
    draftId: known.id,
    draftVersion: draft.version,
    remoteId: article.remoteId,
    differences,
    keys: rowKeys({ doi: article.doi, remoteId: article.remoteId, draftId: known.id }),
    record: outcome === 'same' ? null : article.json,
  };
}

const order = { 'missing-there': 0, 'missing-here': 1, different: 2, same: 3, 'crossref-only': 4 } as const;

function sortRows(rows: NewRow[]): void {
  const folded = new Map(rows.map((row) => [row, row.title.toLowerCase()]));
  rows.sort((a, b) => {
    const [one, other] = [folded.get(a)!, folded.get(b)!];
    return order[a.outcome] - order[b.outcome] || (one < other ? -1 : one > other ? 1 : 0);
  });
}

function shown(doi: string): string {
  return parseDoi(doi) ?? doi;
}
