import { articleToWire } from '../../shared/article/article.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { ImportFormat } from '../../shared/draft/fileFormats.ts';
import type { ImportChoices } from '../../shared/draft/importChoices.ts';
import { recordChanges } from '../../shared/draft/recordChanges.ts';
import { type Message, msg } from '../../shared/message.ts';
import { draftColumns } from '../store/drafts/draftColumns.ts';
import type { ImportTable } from '../store/imports/importFiles.ts';
import type { ImportCounts } from '../store/imports/importStore.ts';
import type { ImportChange } from '../store/imports/importWriter.ts';
import type { CheckedBatch, CheckedItem, CheckedRecord } from './checkRecords.ts';
import { createFound } from './importFound.ts';
import type { JobParts } from './importJob.ts';
import { createMatcher, type DoubtedRecord, type Match } from './matching/matchDraft.ts';
import { mergeRecord } from './matching/mergeRecord.ts';

/**
 * Stores checked records as hidden rows: a draft for a new record, a change for a known one, a problem for an unreadable
 * one. Of records with the same DOI or address the first counts; later ones are shown and left out. Returns the tables
 * among the files.
 */
export async function readImport(
  parts: JobParts,
  batches: AsyncIterable<CheckedBatch>,
): Promise<readonly ImportTable[]> {
  const { status, imports } = parts;
  const counts: ImportCounts = {
    bytesRead: 0,
    read: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    problems: 0,
    readiness: { incomplete: 0, warnings: 0, ready: 0 },
    findings: {},
  };
  let format: ImportFormat = status.format ?? 'json';
  let tables: readonly ImportTable[] = [];
  const found = createFound();
  const matcher = createMatcher(parts);
  const saveCounts = () => imports.setCounts(status.id, format, counts);

  function store(checked: CheckedItem): void {
    const { file, item } = checked;
    if ('message' in item) {
      parts.addProblem({ file, ...item });
      counts.problems++;
    } else {
      counts.read++;
      const { columns, json, draft } = item;
      const place = { file, index: item.index };
      const match = matcher.find({ place, position: counts.read, columns, json, draft });
      storeRecord(parts, { ...checked, item }, match, counts, found.addEmptyCells);
      if (item.facts) found.add(item.facts);
      found.addNotes(item.notes);
      if (item.facts?.isDoubtful && match.kind !== 'twice' && parts.unticksDoubtful)
        imports.leaveOut(status.id, counts.read);
      const doubted = doubtedBy(match, { place, position: counts.read });
      if (match.kind === 'twice' && doubted) imports.addNote(status.id, doubted.position, doubted.remark);
      if (doubted) leaveOut(doubted, match.kind === 'twice' ? null : item.line);
    }
  }
  /** Whoever sees no preview learns from a problem why it was not imported. */
  function leaveOut({ place, position, remark }: DoubtedRecord, line: number | null): void {
    imports.leaveOut(status.id, position);
    if (status.choices.isAsked) return;
    parts.addProblem({ ...place, line, message: remark });
    counts.problems++;
  }
  for await (const { items, ...progress } of batches) {
    ({ format, tables } = progress);
    counts.bytesRead = progress.bytesRead;
    let at = 0;
    while (at < items.length) {
      let isBegun = false;
      const storeNext = () => {
        if (!isBegun) matcher.refresh();
        isBegun = true;
        store(items[at++]!);
        return at < items.length;
      };
      await parts.write(storeNext, saveCounts);
    }
  }
  const finish = () => {
    saveCounts();
    parts.setFound(found.found());
    return false;
  };
  // Called more than once if search texts are left.
  while (await parts.write(finish));
  return tables;
}

/** The record whose match is doubtful: this one, or an earlier one with the same identifier. */
function doubtedBy(match: Match, record: Omit<DoubtedRecord, 'remark'>): DoubtedRecord | null {
  if (match.kind === 'twice') return match.doubted;
  return match.isLeftOut && match.remark ? { ...record, remark: match.remark } : null;
}

/** A record to be stored; its running number is the count of records read so far. */
type WaitingRecord = CheckedItem & { item: CheckedRecord };

function storeRecord(
  parts: JobParts,
  waiting: WaitingRecord,
  match: Match,
  counts: ImportCounts,
  addEmptyCells: (outcome: 'kept' | 'cleared') => void,
): void {
  const position = counts.read;
  const { columns } = waiting.item;
  if (match.kind === 'new') {
    storeNew(parts, waiting, position, match.remark);
    counts.created++;
    counts.readiness[columns.readiness]++;
    countFindings(counts, waiting.item.facets.finding);
  } else if (match.kind === 'twice') {
    storeTwice(parts, waiting, position, match);
    counts.problems++;
  } else {
    const { emptyCells, ...change } = changeOf(parts, waiting, position, match);
    if (emptyCells) addEmptyCells(emptyCells);
    parts.imports.addChange(change);
    if (change.outcome === 'unchanged') counts.unchanged++;
    else {
      counts.updated++;
      counts.readiness[change.shown.readiness]++;
      countFindings(counts, change.finding);
    }
  }
}

/** Counts a record once for each of its findings. */
function countFindings({ findings }: ImportCounts, codes: string): void {
  for (const code of codes.split('\n')) if (code !== '') findings[code] = (findings[code] ?? 0) + 1;
}

function storeNew(
  parts: JobParts,
  { file, item }: WaitingRecord,
  position: number,
  remark: Message | null,
): void {
  const { status, drafts, at } = parts;
  drafts.insert({
    accountId: status.accountId,
    draft: item,
    at,
    staged: true,
    importId: status.id,
    position,
    place: { file, index: item.index, line: item.line },
    notes: withRemark(remark, item.notes),
  });
}

function storeTwice(
  parts: JobParts,
  { file, item }: WaitingRecord,
  position: number,
  { draft: earlier, first, same }: Extract<Match, { kind: 'twice' }>,
): void {
  const words = same === 'doi' ? 'import.note.sameDoi' : 'import.note.sameUrl';
  const place =
    first.file === file
      ? msg('import.note.inThisFile', { ...first })
      : msg('import.note.inOtherFile', { ...first });
  const message = msg(words, { place });
  parts.addProblem({ file, index: item.index, line: item.line, message });
  parts.imports.addChange({
    ...changeBase(parts, file, position, item, item),
    draftId: earlier.id,
    draftVersion: earlier.version,
    outcome: 'twice-in-file',
    changes: [],
    notes: [message, ...item.notes],
    record: null,
  });
}

/** Content that would be sent identically is not a change. */
function changeOf(
  parts: JobParts,
  { file, format, item }: WaitingRecord,
  position: number,
  match: DraftOfRecord,
): ImportChange & Pick<DraftUpdate, 'emptyCells'> {
  const { id: draftId, version: draftVersion, hash } = match.draft;
  const update = item.columns.hash === hash ? null : updateOf(parts, match, item, format);
  return {
    emptyCells: update?.emptyCells ?? null,
    ...changeBase(parts, file, position, item, update ?? item),
    draftId,
    draftVersion,
    outcome: update?.record ? 'update' : 'unchanged',
    changes: update?.changes ?? [],
    notes: withRemark(match.remark, item.notes),
    record: update?.record ?? null,
  };
}

type DraftOfRecord = Extract<Match, { kind: 'draft' }>;

/** The values to write are null if nothing that is sent changes. */
interface DraftUpdate extends Pick<CheckedRecord, 'columns' | 'facets'> {
  record: DraftRecord | null;
  changes: ImportChange['changes'];
  /** What empty cells do to values of the draft unless the user chooses; null if they meet none. */
  emptyCells: 'kept' | 'cleared' | null;
}

/** The draft with the record of the file. */
function updateOf(
  { imports, context, status: { choices } }: JobParts,
  match: DraftOfRecord,
  item: CheckedRecord,
  format: ImportFormat,
): DraftUpdate {
  const { id, hash } = match.draft;
  const read = JSON.parse(item.json) as DraftRecord;
  const before = imports.record(id);
  const merged = (clears: boolean) =>
    mergeRecord(before, read, { format, owned: item.owned, clears, hasLink: item.facts?.hasLink });
  const isCleared = clearsByItself(match, item, choices);
  const clears = choices.emptyCells === null ? isCleared : choices.emptyCells === 'clear';
  const record = merged(clears);
  const isAsked = item.owned !== undefined && JSON.stringify(record) !== JSON.stringify(merged(!clears));
  const emptyCells = isAsked ? (isCleared ? 'cleared' : 'kept') : null;
  const { columns, facets } = record === read ? item : draftColumns(record, context);
  if (columns.hash === hash) return { columns, facets, record: null, changes: [], emptyCells };
  const toWire = (one: DraftRecord) => articleToWire(one);
  return { columns, facets, record, changes: recordChanges(toWire(before), toWire(record)), emptyCells };
}

/**
 * Empty cells clear values in a table that Colophon wrote, and in one that it returned if nobody edited the draft since: all
 * its values came from the table. Without a preview, an edited draft keeps its values in any case.
 */
function clearsByItself(
  { draft, isNamed }: DraftOfRecord,
  { isOwn = false }: CheckedRecord,
  { isAsked }: ImportChoices,
): boolean {
  return draft.isEdited ? isOwn && isAsked : isOwn || isNamed;
}

function withRemark(remark: Message | null, notes: readonly Message[]): readonly Message[] {
  return remark === null ? notes : [remark, ...notes];
}

function changeBase(
  { status }: JobParts,
  file: string,
  position: number,
  { index, line }: CheckedRecord,
  { columns, facets }: Pick<CheckedRecord, 'columns' | 'facets'>,
) {
  const { title, journal, year, doi, readiness, errors, warnings } = columns;
  return {
    importId: status.id,
    position,
    file,
    index,
    line,
    finding: facets.finding,
    shown: { title, journal, year, doi, readiness, errors, warnings },
  };
}
