import { countFindings } from '../../../../shared/countFindings.ts';
import type { PlacedFinding } from '../place.ts';

/** The counts of a section: findings shown in it, values that the directory ignores, and errors not shown yet. */
export interface SectionSummary {
  /** The most serious of them; `open` while a finding is not shown yet; `empty`: nothing is filled in yet. */
  kind: 'error' | 'warning' | 'ignored' | 'open' | 'good' | 'empty';
  errors: number;
  warnings: number;
  ignored: number;
  open: number;
}

/** Counts the findings of a section, and the controls in it whose values are ignored. */
export function summarise(
  section: string,
  parts: {
    all: readonly PlacedFinding[];
    shown: readonly PlacedFinding[];
    ignoredFields?: ReadonlySet<string>;
    isEmpty?: boolean;
  },
): SectionSummary {
  const seen = new Set(parts.shown);
  const here = parts.all.filter((one) => one.section === section);
  const shown = parts.shown.filter((one) => one.section === section);
  const errors = countFindings(shown, 'error');
  const warnings = countFindings(shown, 'warning');
  const { ignoredFields } = parts;
  const ignored = ignoredFields
    ? new Set(
        here
          .filter((one) => one.severity === 'ignored' || ignoredFields.has(one.field))
          .map((one) => one.field),
      ).size
    : 0;
  const hidden = here.filter((one) => one.severity !== 'ignored' && !seen.has(one));
  const open = countFindings(hidden, 'error');
  const kind =
    errors > 0
      ? 'error'
      : warnings > 0
        ? 'warning'
        : ignored > 0
          ? 'ignored'
          : hidden.length > 0
            ? 'open'
            : parts.isEmpty
              ? 'empty'
              : 'good';
  return { kind, errors, warnings, ignored, open };
}
