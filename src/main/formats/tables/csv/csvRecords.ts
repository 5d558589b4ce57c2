import type { Message } from '../../../../shared/message.ts';
import { maxTextRecord } from '../../readRecord.ts';
import type { DecodedLine } from '../../text/decodeLines.ts';

/** The lines of one record, or of text that cannot be a record. */
export interface CsvLines {
  /** From 1. */
  line: number;
  /** Its lines, joined by line feeds. */
  text: string;
  lines: readonly DecodedLine[];
  guess: Message | null;
  /** `tooLong`: longer than any record; `open`: a quoted cell has no end. */
  state: 'whole' | 'tooLong' | 'open';
}

/** The rest of a file; lines can be put back to be split differently. */
export interface RecordSource {
  /** `separator`: lines of nothing but it and blanks are left out too. */
  next: (separator?: string) => Promise<CsvLines | null>;
  putBack: (lines: readonly DecodedLine[]) => void;
}

/**
 * Splits the lines of a CSV file into records, each with an even number of quotation marks. Blank lines between records
 * are left out.
 */
export function csvRecords(source: AsyncIterator<DecodedLine[]>): RecordSource {
  /** Lines that were put back; the next one is the last. */
  const ahead: DecodedLine[] = [];
  let read: readonly DecodedLine[] = [];
  let at = 0;
  /** The next line that needs no waiting; undefined if there is none. */
  const lineAtHand = () => ahead.pop() ?? read[at++];
  const nextLine = async (): Promise<DecodedLine | null> => {
    for (;;) {
      const line = lineAtHand();
      if (line) return line;
      const { value, done } = await source.next();
      if (done) return null;
      read = value;
      at = 0;
    }
  };
  const putBack = (lines: readonly DecodedLine[]) => {
    for (let from = lines.length - 1; from >= 0; from--) ahead.push(lines[from]!);
  };

  const next = async (separator = ' '): Promise<CsvLines | null> => {
    const isBlank = (line: DecodedLine) => !line.isTooLong && isOnly(line.text, separator);
    let first = lineAtHand() ?? (await nextLine());
    while (first && isBlank(first)) first = lineAtHand() ?? (await nextLine());
    if (!first) return null;
    if (first.isTooLong || first.text.length > maxTextRecord) return recordOf([first], 'tooLong');
    if (hasWholeQuotes(first.text)) return recordOf([first], 'whole');
    const lines = [first];
    let length = first.text.length;
    for (let line = await nextLine(); line !== null; line = lineAtHand() ?? (await nextLine())) {
      lines.push(line);
      length += line.text.length + 1;
      if (line.isTooLong || length > maxTextRecord) break;
      if (!hasWholeQuotes(line.text)) return recordOf(lines, 'whole');
    }
    putBack(lines.slice(1));
    return recordOf([first], 'open');
  };
  return { next, putBack };
}

function recordOf(lines: readonly DecodedLine[], state: CsvLines['state']): CsvLines {
  return {
    line: lines[0]!.line,
    text: lines.length === 1 ? lines[0]!.text : lines.map(({ text }) => text).join('\n'),
    lines,
    guess: lines.find(({ guess }) => guess !== null)?.guess ?? null,
    state,
  };
}

function isOnly(text: string, separator: string): boolean {
  for (const character of text) if (character !== separator && character.trim() !== '') return false;
  return true;
}

function hasWholeQuotes(text: string): boolean {
  let isWhole = true;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isWhole = !isWhole;
  return isWhole;
}
