import { articleToWire } from '../../shared/article.ts';
import type { ImportFormat } from '../../shared/importing.ts';
import { t } from '../../shared/words.ts';
import { type DerivedDraft, draftColumns } from '../store/draftColumns.ts';
import type { ImportCounts } from '../store/importStore.ts';
import type { ImportChange } from '../store/importWriter.ts';
import type { JobParts } from './importJob.ts';
import { createMatcher, type Match } from './matchDraft.ts';
import { isRecord, type ReadProblem, type ReadRecord, readArticles } from './readArticles.ts';
import { mergeRecord, recordChanges } from './recordChanges.ts';

/** Records read and checked ahead of a transaction: few, so that little is held in memory. */
const batchSize = 64;

/** A record with all that needs no look into the database. */
interface CheckedRecord {
  read: ReadRecord;
  draft: DerivedDraft;
}

/**
 * Reads a file into hidden rows: a draft for each new record, a change for each record that a draft is there for, a
 * problem for each that cannot be read. Of records with the same DOI or full-text address in one file the first counts;
 * later ones are shown and left out.
 */
export async function readImport(parts: JobParts, file: AsyncIterable<Uint8Array>): Promise<void> {
  const { status, imports, context } = parts;
  const counts: ImportCounts = {
    bytesRead: 0,
    read: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    problems: 0,
    readiness: { incomplete: 0, warnings: 0, ready: 0 },
  };
  let format: ImportFormat = status.format ?? 'json';
  const reading = readArticles(counting(file, counts), {
    format: status.format ?? 'auto',
    fileName: status.name,
    onFormat: (found) => {
      format = found;
    },
  });
  const findMatch = createMatcher(parts);
  const batch: (CheckedRecord | ReadProblem)[] = [];
  const saveCounts = () => imports.setCounts(status.id, format, counts);

  async function storeBatch(): Promise<void> {
    let at = 0;
    const storeNext = () => {
      const item = batch[at++]!;
      if ('message' in item) {
        parts.addProblem(item);
        counts.problems++;
      } else {
        const match = findMatch(item.read.index, item.draft.columns);
        storeRecord(parts, format, item, match, counts);
      }
      return at < batch.length;
    };
    while (at < batch.length) await parts.write(storeNext, saveCounts);
    batch.length = 0;
  }
  for await (const item of reading) {
    batch.push(isRecord(item) ? { read: item, draft: draftColumns(item.record, context) } : item);
    if (batch.length === batchSize) await storeBatch();
  }
  await storeBatch();
  await parts.write(() => {
    parts.drafts.writeTexts();
    saveCounts();
    return false;
  });
}

async function* counting(file: AsyncIterable<Uint8Array>, counts: ImportCounts): AsyncGenerator<Uint8Array> {
  for await (const piece of file) {
    counts.bytesRead += piece.length;
    yield piece;
  }
}

function storeRecord(
  parts: JobParts,
  format: ImportFormat,
  checked: CheckedRecord,
  match: Match,
  counts: ImportCounts,
): void {
  counts.read++;
  if (match.kind === 'new') {
    storeNew(parts, checked, match.isInTrash);
    counts.created++;
    counts.readiness[checked.draft.columns.readiness]++;
  } else if (match.kind === 'twice') {
    storeTwice(parts, checked, match);
    counts.problems++;
  } else {
    const change = changeOf(parts, format, checked, match);
    parts.imports.addChange(change);
    if (change.outcome === 'unchanged') counts.unchanged++;
    else {
      counts.updated++;
      counts.readiness[change.shown.readiness]++;
    }
  }
}

function storeNew(parts: JobParts, { read, draft }: CheckedRecord, isInTrash: boolean): void {
  const { status, drafts, at } = parts;
  drafts.insert({
    accountId: status.accountId,
    draft,
    at,
    staged: true,
    importId: status.id,
    place: { file: status.name, index: read.index, line: read.line },
    notes: isInTrash ? [...read.notes, t('import.note.inTrash')] : read.notes,
  });
}

function storeTwice(
  parts: JobParts,
  { read, draft }: CheckedRecord,
  { draft: earlier, first, same }: Extract<Match, { kind: 'twice' }>,
): void {
  const message = t(same === 'doi' ? 'import.note.sameDoi' : 'import.note.sameUrl', { first });
  parts.addProblem({ index: read.index, line: read.line, message });
  parts.imports.addChange({
    ...changeBase(parts, read, draft),
    draftId: earlier.id,
    draftVersion: earlier.version,
    outcome: 'twice-in-file',
    changes: [],
    notes: [message, ...read.notes],
    record: null,
  });
}

/** Equal content, as it would be sent, is no change. */
function changeOf(
  parts: JobParts,
  format: ImportFormat,
  { read, draft }: CheckedRecord,
  match: Extract<Match, { kind: 'draft' }>,
): ImportChange {
  const { context } = parts;
  const { id: draftId, version: draftVersion, hash } = match.draft;
  const isSame = draft.columns.hash === hash;
  const before = isSame ? read.record : parts.imports.record(draftId);
  const record = isSame ? read.record : mergeRecord(before, read.record, format);
  const merged = record === read.record ? draft : draftColumns(record, context);
  const isUnchanged = merged.columns.hash === hash;
  const toWire = (one: typeof record) => articleToWire(one, context.dialect);
  return {
    ...changeBase(parts, read, merged),
    draftId,
    draftVersion,
    outcome: isUnchanged ? 'unchanged' : 'update',
    changes: isUnchanged ? [] : recordChanges(toWire(before), toWire(record)),
    notes: read.notes,
    record: isUnchanged ? null : record,
  };
}

function changeBase({ status }: JobParts, { index, line }: ReadRecord, { columns }: DerivedDraft) {
  const { title, journal, year, doi, readiness, errors, warnings } = columns;
  return {
    importId: status.id,
    index,
    line,
    shown: { title, journal, year, doi, readiness, errors, warnings },
  };
}
