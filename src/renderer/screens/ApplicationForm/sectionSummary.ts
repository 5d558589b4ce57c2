import type { Section } from '../../parts/application/fieldFacts.ts';
import type { PlacedFinding } from '../../parts/form/place.ts';

/** How a section stands, by number: what is shown in it, values that the directory will not take, and required things that nobody has looked at yet. */
export interface SectionSummary {
  kind: 'error' | 'warning' | 'ignored' | 'open' | 'good';
  errors: number;
  warnings: number;
  ignored: number;
  open: number;
}

/** Counts a section; the gravest thing names it. */
export function summarise(
  section: Section,
  parts: {
    all: readonly PlacedFinding[];
    shown: readonly PlacedFinding[];
    ignoredFields: ReadonlySet<string>;
  },
): SectionSummary {
  const here = parts.shown.filter((one) => one.section === section);
  const count = (severity: string) => here.filter((one) => one.severity === severity).length;
  const errors = count('error');
  const warnings = count('warning');
  const ignored = new Set(
    parts.all
      .filter((one) => one.section === section)
      .filter((one) => one.severity === 'ignored' || parts.ignoredFields.has(one.field))
      .map((one) => one.field),
  ).size;
  const open = parts.all.filter(
    (one) => one.section === section && one.severity === 'error' && !parts.shown.includes(one),
  ).length;
  const kind =
    errors > 0 ? 'error' : warnings > 0 ? 'warning' : ignored > 0 ? 'ignored' : open > 0 ? 'open' : 'good';
  return { kind, errors, warnings, ignored, open };
}
