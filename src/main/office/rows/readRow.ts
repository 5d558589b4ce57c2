import { type Instant, readInstant } from '../../../shared/instant.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { type SharedKind, sharedKinds } from '../../../shared/office/office.ts';
import { readSharedContent } from '../../store/office/sharedRows.ts';
import type { SentRow } from './fetchRows.ts';

/** A row as the office has it, which this Colophon can store. */
export interface OfficeRow {
  id: string;
  kind: SharedKind;
  version: number;
  seq: number;
  /** The content as the office has it; JSON. */
  record: string;
  /** What it says; null: deleted. */
  content: JsonObject | null;
  changedBy: string;
  changedAt: Instant;
}

/** Parses a row, which any program can have written; null if it is none that Colophon can store. Never throws. */
export function readRow(row: SentRow): OfficeRow | null {
  const { id, record, deleted, version, seq } = row;
  const kind = sharedKinds.find((one) => one === row.kind);
  const changedAt = readInstant(row.changed_at);
  if (kind === undefined || record === null || changedAt === null) return null;
  if (!Number.isSafeInteger(version) || version < 1 || !Number.isSafeInteger(seq)) return null;
  const content = deleted ? null : readContent(kind, record);
  if (!deleted && content === null) return null;
  return { id, kind, version, seq, record, content, changedBy: String(row.changed_by), changedAt };
}

/** The content of a row, or of an earlier version of it. */
export function readContent(kind: SharedKind, record: string): JsonObject | null {
  try {
    return readSharedContent(kind, JSON.parse(record));
  } catch {
    return null;
  }
}

/** A column of JSON text that is no record; null if it is not what the schema says. Never throws. */
export function readColumn<T>(
  schema: { safeParse(value: unknown): { data?: T | undefined } },
  json: unknown,
): T | null {
  try {
    return schema.safeParse(JSON.parse(String(json))).data ?? null;
  } catch {
    return null;
  }
}
