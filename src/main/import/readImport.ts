import { articleToWire } from '../../shared/article/article.ts';
import type { ImportFormat } from '../../shared/draft/importing.ts';
import { msg } from '../../shared/message.ts';
import { type DerivedDraft, draftColumns } from '../store/drafts/draftColumns.ts';
import type { ImportCounts, ImportFile } from '../store/imports/importStore.ts';
import type { ImportChange } from '../store/imports/importWriter.ts';
import type { JobParts } from './importJob.ts';
import { limitRecord } from './limitRecord.ts';
import { createMatcher, type Match } from './matchDraft.ts';
import { isRecord, type ReadProblem, type ReadRecord, readArticles } from './readArticles.ts';
import { mergeRecord, recordChanges } from './recordChanges.ts';

/** Few enough for memory and a short lock, enough that indexing them together is cheaper than one by one. */
const batchSize = 64;

/** A record with everything that needs no lookup in the database. */
interface CheckedRecord {
  read: ReadRecord;
  draft: DerivedDraft;
}

/** Items that were read and wait to be stored. */
interface WaitingItem {
  file: string;
  format: ImportFormat;
  item: CheckedRecord | ReadProblem;
}

/** Opens one of the files of an import. */
export type OpenFile = (file: ImportFile, start: number) => AsyncIterable<Uint8Array>;

/**
 * Reads files into hidden rows: a draft for a new record, a change for a known one, a problem for an unreadable one.
 * Of records with the same DOI or address the first counts; later ones are shown and left out.
 */
export async function readImport(
  parts: JobParts,
  files: readonly ImportFile[],
  openFile: OpenFile,
): Promise<void> {
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
  const findMatch = createMatcher(parts);
  const batch: WaitingItem[] = [];
  const saveCounts = () => imports.setCounts(status.id, format, counts);

  async function storeBatch(): Promise<void> {
    let at = 0;
    const storeNext = () => {
      const waiting = batch[at++]!;
      const { file, item } = waiting;
      if ('message' in item) {
        parts.addProblem({ file, ...item });
        counts.problems++;
      } else {
        counts.read++;
        const place = { file, index: item.read.index };
        storeRecord(parts, { ...waiting, item }, findMatch(place, item.draft.columns), counts);
      }
      return at < batch.length;
    };
    while (at < batch.length) await parts.write(storeNext, saveCounts);
    batch.length = 0;
  }
  let start = 0;
  for (const file of files) {
    const reading = readArticles(counting(openFile(file, start), counts), {
      format: status.format ?? 'auto',
      fileName: file.name,
      onFormat: (found) => {
        format = found;
      },
    });
    for await (const read of reading) {
      const limited = isRecord(read) ? limitRecord(read) : read;
      const item = isRecord(limited)
        ? { read: limited, draft: draftColumns(limited.record, context) }
        : limited;
      batch.push({ file: file.name, format, item });
      if (batch.length === batchSize) await storeBatch();
    }
    start += file.size;
  }
  await storeBatch();
  await parts.write(() => {
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

/** A record to be stored; its running number is the count of records read so far. */
type WaitingRecord = WaitingItem & { item: CheckedRecord };

function storeRecord(parts: JobParts, waiting: WaitingRecord, match: Match, counts: ImportCounts): void {
  const position = counts.read;
  const { draft } = waiting.item;
  if (match.kind === 'new') {
    storeNew(parts, waiting, position, match.isInTrash);
    counts.created++;
    counts.readiness[draft.columns.readiness]++;
  } else if (match.kind === 'twice') {
    storeTwice(parts, waiting, position, match);
    counts.problems++;
  } else {
    const change = changeOf(parts, waiting, position, match);
    parts.imports.addChange(change);
    if (change.outcome === 'unchanged') counts.unchanged++;
    else {
      counts.updated++;
      counts.readiness[change.shown.readiness]++;
    }
  }
}

function storeNew(
  parts: JobParts,
  { file, item: { read, draft } }: WaitingRecord,
  position: number,
  isInTrash: boolean,
): void {
  const { status, drafts, at } = parts;
  drafts.insert({
    accountId: status.accountId,
    draft,
    at,
    staged: true,
    importId: status.id,
    position,
    place: { file, index: read.index, line: read.line },
    notes: isInTrash ? [...read.notes, msg('import.note.inTrash')] : read.notes,
  });
}

function storeTwice(
  parts: JobParts,
  { file, item: { read, draft } }: WaitingRecord,
  position: number,
  { draft: earlier, first, same }: Extract<Match, { kind: 'twice' }>,
): void {
  const words = same === 'doi' ? 'import.note.sameDoi' : 'import.note.sameUrl';
  const place =
    first.file === file
      ? msg('import.note.inThisFile', { ...first })
      : msg('import.note.inOtherFile', { ...first });
  const message = msg(words, { place });
  parts.addProblem({ file, index: read.index, line: read.line, message });
  parts.imports.addChange({
    ...changeBase(parts, file, position, read, draft),
    draftId: earlier.id,
    draftVersion: earlier.version,
    outcome: 'twice-in-file',
    changes: [],
    notes: [message, ...read.notes],
    record: null,
  });
}

/** Content that is equal when sent is not a change. */
function changeOf(
  parts: JobParts,
  { file, format, item: { read, draft } }: WaitingRecord,
  position: number,
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
    ...changeBase(parts, file, position, read, merged),
    draftId,
    draftVersion,
    outcome: isUnchanged ? 'unchanged' : 'update',
    changes: isUnchanged ? [] : recordChanges(toWire(before), toWire(record)),
    notes: read.notes,
    record: isUnchanged ? null : record,
  };
}

function changeBase(
  { status }: JobParts,
  file: string,
  position: number,
  { index, line }: ReadRecord,
  { columns }: DerivedDraft,
) {
  const { title, journal, year, doi, readiness, errors, warnings } = columns;
  return {
    importId: status.id,
    position,
    file,
    index,
    line,
    shown: { title, journal, year, doi, readiness, errors, warnings },
  };
}
