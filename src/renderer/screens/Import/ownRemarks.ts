import { countedFindings } from '../../../shared/article/countedFindings.ts';
import type { ImportRow, ImportStatus } from '../../../shared/draft/importing.ts';
import { fewRecords, lossKind } from '../../../shared/draft/lossKind.ts';
import { describe } from '../../../shared/i18n/i18n.ts';
import { isSameMessage, type Message } from '../../../shared/message.ts';

/** The codes of errors and warnings among findings: values that the directory ignores need no attention here. */
export function errorsAndWarnings(codes: readonly string[]): string[] {
  return countedFindings(Object.fromEntries(codes.map((code) => [code, 1]))).map(({ code }) => code);
}

/** What a row says of its own record; the rest stands above the rows. */
export interface OwnRemarks {
  notes: readonly Message[];
  /** Codes of findings. */
  findings: readonly string[];
}

const ofFile: ReadonlySet<string> = new Set([
  ...['import.note.doubtfulEncoding', 'import.note.decodedTwice', 'import.note.seemsDecodedTwice'],
]);

/** Returns true for a remark that is about the file, and shown once for it. */
export function isOfFile({ key }: Message): boolean {
  return ofFile.has(key);
}

/** Longer reasons are cut: the record's pane has them in full. */
const maxReason = 120;

/** A remark from reading in a few words, for the row of its record. */
export function reasonText({ key, params }: Message): string {
  const name = key.slice('import.note.'.length);
  const text = describe({ key: `import.reason.${name}`, params });
  const letters = [...text];
  return letters.length > maxReason ? `${letters.slice(0, maxReason - 1).join('')}…` : text;
}

/** The remarks on a record that are neither about its file nor shared by most records. */
export function ownRemarks(
  { notes, findings }: Pick<ImportRow, 'notes' | 'findings'>,
  { found, findings: counts, read }: Pick<ImportStatus, 'found' | 'findings' | 'read'>,
): OwnRemarks {
  const isCommon = (records: number) => read >= fewRecords && records * 2 > read;
  const lost = new Set(
    (found?.losses ?? []).filter(({ records }) => isCommon(records)).map(({ part }) => lossKind(part)),
  );
  return {
    notes: notes
      .filter(
        (note) => !isOfFile(note) && !found?.remarks.some(({ message }) => isSameMessage(message, note)),
      )
      .flatMap((note) => withoutParts(note, lost)),
    findings: errorsAndWarnings(findings).filter((code) => !isCommon(counts[code] ?? 0)),
  };
}

/** Parts of a record without a field, except those that most records have; nothing if no part is left. */
function withoutParts(note: Message, lost: ReadonlySet<string>): Message[] {
  const parts = note.key === 'import.note.dropped' ? note.params?.parts : undefined;
  if (!Array.isArray(parts)) return [note];
  const left = (parts as Message[]).filter((part) => !lost.has(lossKind(part)));
  return left.length === 0 ? [] : [{ ...note, params: { ...note.params, parts: left } }];
}
