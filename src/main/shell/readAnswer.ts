import type { ZodError, ZodType } from 'zod';
import { unreadable } from '../../shared/unreadable.ts';

type Path = readonly PropertyKey[];

export interface ReadAnswer {
  value: unknown;
  /** The number of rows that are left out. */
  leftOut: number;
  /** The place and kind of the first fault; empty if there is none. */
  problem: string;
}

/**
 * Checks what a call answers. Rows that cannot be read, because something else than Colophon wrote them or the data file
 * is damaged, are left out and counted, so that the others are shown. Throws AppError `unreadable` if it is not a row.
 */
export function readAnswer(schema: ZodType, value: unknown): ReadAnswer {
  const read = schema.safeParse(value);
  if (read.success) return { value: read.data, leftOut: 0, problem: '' };
  const rows = rowsOf(read.error, value);
  if (rows === null) throw unreadable(placeOf(read.error));
  const again = schema.safeParse(without(value, rows, []));
  if (!again.success) throw unreadable(placeOf(again.error));
  return { value: again.data, leftOut: rows.size, problem: placeOf(read.error) };
}

/** The outermost rows that have a fault, as JSON of their paths; null if a fault is in no row. */
function rowsOf({ issues }: ZodError, value: unknown): Set<string> | null {
  const rows = new Set<string>();
  for (const { path } of issues) {
    let at = value;
    let row: Path | null = null;
    for (const [depth, name] of path.entries()) {
      if (Array.isArray(at)) {
        row = path.slice(0, depth + 1);
        break;
      }
      at = (at as Record<PropertyKey, unknown> | null)?.[name];
    }
    if (row === null) return null;
    rows.add(JSON.stringify(row));
  }
  return rows;
}

/** A copy without these rows; handlers may keep what they answered. */
function without(value: unknown, rows: ReadonlySet<string>, path: Path): unknown {
  if (Array.isArray(value)) return value.filter((_, at) => !rows.has(JSON.stringify([...path, at])));
  const isAbove = [...rows].some((row) => row.startsWith(JSON.stringify(path).slice(0, -1)));
  if (typeof value !== 'object' || value === null || !isAbove) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, without(inner, rows, [...path, name])]),
  );
}

/** Where the first fault is, and its kind; never a value. */
function placeOf({ issues: [issue] }: ZodError): string {
  return issue ? `${issue.path.map(String).join('.')}: ${issue.code}`.slice(0, 200) : '';
}
