import { msg } from '../message.ts';
import type { JournalFileNote } from './report.ts';

export interface FileFact {
  name: string;
  /** In bytes. */
  size: number;
}

/** The remarks of the directory's page on a file before it reads it (reference/journal-update-file.md 1). */
export function fileNotes({ name, size }: FileFact): JournalFileNote[] {
  const whole = { row: null, column: null };
  return [
    ...(name.endsWith('.csv') ? [] : [{ ...whole, message: msg('journalFile.loss.name') }]),
    ...(size < 1_000_000 ? [] : [{ ...whole, message: msg('journalFile.loss.size') }]),
  ];
}
