import type { PlacedFinding } from './place.ts';

export type SectionState = { kind: 'error' | 'warning'; count: number } | { kind: 'good' | 'open'; count: 0 };

/** How a section stands: what is shown in it counts; findings not shown yet make it `open`. */
export function sectionState(
  section: string,
  all: readonly PlacedFinding[],
  shown: readonly PlacedFinding[],
): SectionState {
  const count = (severity: string) =>
    shown.filter((one) => one.section === section && one.severity === severity).length;
  const errors = count('error');
  if (errors > 0) return { kind: 'error', count: errors };
  const warnings = count('warning');
  if (warnings > 0) return { kind: 'warning', count: warnings };
  const isOpen = all.some((one) => one.section === section && one.severity !== 'ignored');
  return { kind: isOpen ? 'open' : 'good', count: 0 };
}
