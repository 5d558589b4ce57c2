import { directoryDate } from '../python/pythonDates.ts';
import { parsePythonJson } from '../python/pythonJson.ts';
import { type PyValue, pyRepr } from '../python/pythonValue.ts';
import { type ArticleRecord, issnsOf } from '../records.ts';
import { Crash, Refusal, TEXTS } from '../refusals.ts';
import { keysOf, newId, type Placement, place, prepareNew, type Writing } from './articleService.ts';
import type { IssnReasons } from './ownership.ts';
import type { ArticleDraft } from './storedArticle.ts';

/** A bulk upload of the deployed version; `body` is present until it has run. */
export interface BulkJob {
  id: string;
  owner: string;
  created: string;
  body?: string;
  status: 'pending' | 'processed' | 'processed_partial' | 'failed';
  results?: { imported: number; failed: number; update: number; new: number };
  error?: string;
  failure_reasons?: Partial<IssnReasons>;
}

/** A batch that may be stored as a whole, or the reason why not. */
type Batch =
  | { outcome: 'accepted'; records: ArticleRecord[]; updates: number }
  | {
      outcome: 'refused';
      message: string;
      failed: number;
      passed: number;
      updates: number;
      reasons: IssnReasons;
    };

/** Accepts a body for later (reference/directory-api.md 8.3), without validation. */
export function newJob(owner: string, body: string, now: Date): BulkJob {
  return { id: newId(), owner, created: directoryDate(now), body, status: 'pending' };
}

/** A job as GET returns it. */
export function jobStatus({ owner: _owner, body: _body, ...status }: BulkJob): object {
  return status;
}

/** Runs a job: returns the records to store and the updated job (reference/directory-api.md 8.3). */
export function runJob(job: BulkJob, writing: Writing): { records: ArticleRecord[]; job: BulkJob } {
  const { body = '[]', ...rest } = job;
  try {
    const sent = entriesOf(parsePythonJson(body));
    // An empty batch ends without a verdict and stays pending for ever.
    if (sent.length === 0) return { records: [], job: rest };
    const batch = placeBatch(sent, writing);
    if (batch.outcome === 'accepted') {
      const results = tally(batch.records.length, 0, batch.updates);
      return { records: batch.records, job: { ...rest, status: 'processed', results } };
    }
    return { records: [], job: { ...rest, ...refusedStatus(batch) } };
  } catch (error) {
    return { records: [], job: { ...rest, status: 'failed', error: jobError(error) } };
  }
}

/**
 * Processes a whole batch at once, as the documented version does; throws the Refusal for the batch
 * (reference/directory-api.md 8.4).
 */
export function placeBatchAtOnce(sent: PyValue, writing: Writing): ArticleRecord[] {
  const batch = placeBatch(entriesOf(sent), writing);
  if (batch.outcome === 'accepted') return batch.records;
  throw new Refusal(400, `Ingest Exception: ${batch.message} (${report(batch)})`);
}

/** Compares the records with each other, then with the store (addenda 8.3); throws a Refusal or Crash. */
function placeBatch(sent: PyValue[], writing: Writing): Batch {
  const drafts = sent.map((entry) => prepareNew(entry, writing));
  const none: IssnReasons = { shared: [], unowned: [], unmatched: [] };
  if (hasDuplicates(drafts)) {
    const message = TEXTS.bulkDuplicates;
    return { outcome: 'refused', message, failed: drafts.length, passed: 0, updates: 0, reasons: none };
  }
  const records: ArticleRecord[] = [];
  const reasons: IssnReasons = structuredClone(none);
  let updates = 0;
  let message: string = TEXTS.bulkRefused;
  for (const draft of drafts) {
    const placement = placeInBatch(draft, writing);
    if (placement.outcome === 'accepted') {
      records.push(placement.record);
      if (placement.isUpdate) updates += 1;
      continue;
    }
    if ('message' in placement) message = placement.message;
    for (const kind of ['shared', 'unowned', 'unmatched'] as const) {
      reasons[kind] = [...new Set([...reasons[kind], ...placement.reasons[kind]])];
    }
  }
  const failed = drafts.length - records.length;
  if (failed === 0) return { outcome: 'accepted', records, updates };
  return { outcome: 'refused', message, failed, passed: records.length, updates, reasons };
}

function placeInBatch(
  draft: ArticleDraft,
  writing: Writing,
): Placement | { outcome: 'notAcceptable'; message: string; reasons: IssnReasons } {
  try {
    return place(draft, writing);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error;
    if (error.message === TEXTS.ambiguous) throw new Refusal(400, TEXTS.bulkAmbiguous);
    if (error.message === TEXTS.beforeOaStart) {
      const reasons: IssnReasons = { shared: [], unowned: [], unmatched: [] };
      return { outcome: 'notAcceptable', message: error.message, reasons };
    }
    // All its ISSNs are listed, even known ones (addenda 8.3).
    const reasons: IssnReasons = { shared: [], unowned: [], unmatched: issnsOf(draft.bibjson) };
    return { outcome: 'notAcceptable', message: error.message, reasons };
  }
}

function hasDuplicates(drafts: ArticleDraft[]): boolean {
  const dois = new Set<string>();
  const fullTexts = new Set<string>();
  return drafts.some((draft) => {
    const { doi, fullText } = keysOf(draft);
    if ((doi !== undefined && dois.has(doi)) || (fullText !== undefined && fullTexts.has(fullText)))
      return true;
    if (doi !== undefined) dois.add(doi);
    if (fullText !== undefined) fullTexts.add(fullText);
    return false;
  });
}

function refusedStatus(batch: Extract<Batch, { outcome: 'refused' }>): Partial<BulkJob> {
  const reasons = Object.fromEntries(Object.entries(batch.reasons).filter(([, issns]) => issns.length > 0));
  return {
    status: batch.passed > 0 ? 'processed_partial' : 'failed',
    ...(batch.passed > 0 ? { results: tally(batch.passed, batch.failed, batch.updates) } : {}),
    error: batch.message,
    ...(Object.keys(reasons).length > 0 ? { failure_reasons: reasons } : {}),
  };
}

function tally(imported: number, failed: number, update: number): NonNullable<BulkJob['results']> {
  return { imported, failed, update, new: imported - update };
}

/** Structure messages are passed on; the job does not expect an unknown ISSN or a crash (reference/directory-api.md 8.3). */
function jobError(error: unknown): string {
  if (error instanceof Refusal && error.message !== TEXTS.noJournal) return error.message;
  if (error instanceof Refusal || error instanceof Crash) return TEXTS.bulkCrashed;
  throw error;
}

/** The elements over which Python iterates: the entries of a list, the characters of a text, the keys of an object. */
export function entriesOf(value: PyValue): PyValue[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return [...value];
  if (value instanceof Map) return [...value.keys()];
  throw new Crash('not iterable');
}

/** The service appends its counts as Python prints them. */
function report({ passed, failed, updates, reasons }: Extract<Batch, { outcome: 'refused' }>): string {
  const set = (issns: string[]) => (issns.length === 0 ? 'set()' : `{${issns.map(pyRepr).join(', ')}}`);
  return (
    `{'success': ${passed}, 'fail': ${failed}, 'update': ${updates}, 'new': ${passed - updates}, ` +
    `'shared': ${set(reasons.shared)}, 'unowned': ${set(reasons.unowned)}, 'unmatched': ${set(reasons.unmatched)}}`
  );
}
