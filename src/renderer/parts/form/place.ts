import type { Finding, Fix } from '../../../shared/finding.ts';
import type { Message } from '../../../shared/message.ts';

/** Where a form shows a path of the record. */
export interface Place {
  section: string;
  /** Name of the control, as `fieldId` takes it. */
  field: string;
}
export type PlacedFinding = Finding & Place;

/** A message beside a field: a finding of the rules, or the directory's answer. */
export interface Note {
  key: string;
  /** The rule that found it. */
  code: string;
  severity: Finding['severity'];
  message: Message;
  help: Message | null;
  fix?: Fix;
  /** The directory's original message and its reference code. */
  details?: string;
}

export type NotesByField = ReadonlyMap<string, readonly Note[]>;

/** A shared empty list, so that fields without notes do not render again. */
export const noNotes: readonly Note[] = [];

/** Returns true if `path` is `holder` or lies inside of it. */
export function isWithin(path: string, holder: string): boolean {
  return path === holder || (path.startsWith(holder) && /^[.[]/.test(path.slice(holder.length)));
}

/** Findings sorted by severity, worst first; otherwise in their order. */
export function worstFirst<T extends { severity: Finding['severity'] }>(findings: readonly T[]): T[] {
  const rank = { error: 0, warning: 1, ignored: 2 };
  return [...findings].sort((a, b) => rank[a.severity] - rank[b.severity]);
}

/** The id of the element of a control. */
export function fieldId(field: string): string {
  return `field-${field}`;
}

/** The id of the notes of a control, where they are apart from it. */
export function notesId(field: string): string {
  return `notes-${field}`;
}

export function sectionId(section: string): string {
  return `section-${section}`;
}

/** The React key of a row that only its position identifies: all of its state is in the record. */
export function placeKey(index: number): string {
  return `place-${index}`;
}
