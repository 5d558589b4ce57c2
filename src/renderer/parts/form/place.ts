import type { Finding, Fix } from '../../../shared/finding.ts';

/** Where a form shows what a path of the record is about. */
export interface Place {
  section: string;
  /** Name of the control, as `fieldId` takes it. */
  field: string;
}
export type PlacedFinding = Finding & Place;

/** Something to be said beside a field: a finding of the rules, or what the directory answered. */
export interface Note {
  key: string;
  severity: Finding['severity'];
  message: string;
  help: string;
  fix?: Fix;
  /** The directory's own words, and its reference code. */
  details?: string;
}

/** The same empty list everywhere, so that nothing is drawn anew for it. */
export const noNotes: readonly Note[] = [];

/** Findings in the order of severity, worst first; otherwise as they were. */
export function worstFirst<T extends { severity: Finding['severity'] }>(findings: readonly T[]): T[] {
  const rank = { error: 0, warning: 1, ignored: 2 };
  return [...findings].sort((a, b) => rank[a.severity] - rank[b.severity]);
}

/** The id of the element of a control. */
export function fieldId(field: string): string {
  return `field-${field}`;
}

/** The id of what is said about a control, where that stands apart from it. */
export function notesId(field: string): string {
  return `notes-${field}`;
}

/** The id of a section's heading. */
export function sectionId(section: string): string {
  return `section-${section}`;
}

/** The React key of a row whose controls are told apart by their place alone: all of their state is in the record. */
export function placeKey(index: number): string {
  return `place-${index}`;
}
