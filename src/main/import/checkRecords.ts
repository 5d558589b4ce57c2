import type { ArticleContext } from '../../shared/article/articleRules.ts';
import type { ImportFormat } from '../../shared/draft/fileFormats.ts';
import { isTable } from '../../shared/draft/fileFormats.ts';
import type { ImportChoices } from '../../shared/draft/importChoices.ts';
import { encodingAt } from '../../shared/draft/importEncodings.ts';
import { msg } from '../../shared/message.ts';
import type { TableMapping } from '../../shared/tables/tableMapping.ts';
import { ordinaryChoices } from '../formats/article/choices.ts';
import { issnKindsOf } from '../formats/issnKinds.ts';
import { isRecord, type ReadProblem, type ReadRecord, readArticles } from '../formats/readArticles.ts';
import type { SourceFile } from '../formats/reader.ts';
import { placeIn } from '../formats/readRecord.ts';
import { type DerivedDraft, draftColumns } from '../store/drafts/draftColumns.ts';
import type { ImportTable } from '../store/imports/importFiles.ts';
import type { ImportFile } from '../store/imports/importStore.ts';
import { fillJournal, journalsByIssn } from './fillJournal.ts';
import { type LimitedRecord, limitRecord } from './limitRecord.ts';
import { openPart } from './openPart.ts';

/** A record of the file with all of its stored data, in a form that is cheap to send to another thread. */
export interface CheckedRecord
  extends Omit<LimitedRecord, 'record'>,
    Pick<DerivedDraft, 'columns' | 'facets' | 'searchTexts'> {}

/** A record or problem, with its file. */
export interface CheckedItem {
  file: string;
  format: ImportFormat;
  item: CheckedRecord | ReadProblem;
}

/** Consecutive items, with the progress after them. */
export interface CheckedBatch {
  items: CheckedItem[];
  format: ImportFormat;
  bytesRead: number;
  /** The tables found in the files so far. */
  tables: readonly ImportTable[];
}

/** The files to read and the data that the rules need. */
export interface CheckOrder {
  /** The path at which the files are stored one after another. */
  path: string;
  files: readonly ImportFile[];
  /** Null: detected for each file. */
  format: ImportFormat | null;
  /** Null: tables are read as their headings suggest. */
  mapping: TableMapping | null;
  /** Of all files, if the user said so. */
  encoding: string | null;
  /** Of files that show none, by their place among the files. */
  encodings: ImportChoices['encodings'];
  /** The files whose encoding is doubtful. */
  doubtful: readonly number[];
  choices: ImportChoices;
  context: ArticleContext;
}

/** Few enough to fit in memory, and enough to need little merging after they are indexed in one transaction. */
const maxItems = 256;
const maxCharacters = 1_000_000;

/** Reads files and checks their records; the last batch may be empty. Uses no database. */
export async function* checkRecords(
  order: CheckOrder,
  unpack?: SourceFile['unpack'],
): AsyncGenerator<CheckedBatch> {
  const { path, files, context } = order;
  let format: ImportFormat = order.format ?? 'json';
  let bytesRead = 0;
  const tables: ImportTable[] = [];
  let items: CheckedItem[] = [];
  let characters = 0;
  const counting = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      bytesRead += piece.length;
      yield piece;
    }
  };
  const issnKinds = issnKindsOf(context.journals ?? []);
  const journals = journalsByIssn((context.journals ?? []).filter(({ mine }) => mine));
  const choices = { ...ordinaryChoices, ...order.choices, issnKinds, mapping: order.mapping };
  let start = 0;
  for (const [at, file] of files.entries()) {
    const reading = readArticles(counting(openPart(path, start, file.size)), {
      format: order.format ?? 'auto',
      fileName: file.name,
      range: { path, start, size: file.size },
      choices: { ...choices, encoding: encodingAt(order, at) },
      ...(unpack && { unpack }),
      onFormat: (found) => {
        format = found;
        if (isTable(found)) tables.push({ file: at, format });
      },
    });
    for await (const read of reading) {
      const limited = isRecord(read) ? limitRecord(filled(read, journals)) : read;
      const doubt = order.doubtful.includes(at) ? (order.encodings[at] ?? null) : null;
      const item = 'json' in limited ? checkRecord(withDoubt(limited, doubt), context) : limited;
      items.push({ file: placeIn(file.name, read), format, item });
      characters += 'json' in item ? item.json.length : 0;
      if (items.length < maxItems && characters < maxCharacters) continue;
      yield { items, format, bytesRead, tables };
      items = [];
      characters = 0;
    }
    start += file.size;
    // Formats that are not read in order do not consume the stream.
    bytesRead = start;
  }
  yield { items, format, bytesRead, tables };
}

function filled(read: ReadRecord, journals: Parameters<typeof fillJournal>[1]): ReadRecord {
  const { record, notes } = fillJournal(read.record, journals);
  return notes.length === 0 ? read : { ...read, record, notes: [...read.notes, ...notes] };
}

/** A record with a note on its doubtful encoding, if it has letters that depend on it. */
function withDoubt(record: LimitedRecord, name: string | null): LimitedRecord {
  if (name === null || !/[^\0-\x7f]/.test(record.json)) return record;
  return { ...record, notes: [...record.notes, msg('import.note.doubtfulEncoding', { name })] };
}

function checkRecord({ record, ...read }: LimitedRecord, context: ArticleContext): CheckedRecord {
  const { columns, facets, searchTexts } = draftColumns(record, context);
  return { ...read, columns, facets, searchTexts };
}
