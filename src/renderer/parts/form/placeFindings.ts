import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Finding } from '../../../shared/finding.ts';
import type { FormDefinition } from './formDefinition.ts';
import { isWithin, type Place, worstFirst } from './place.ts';

/** Findings with the place where the form shows each: worst first, otherwise in the order of the form. */
export function placeFindings<T extends Pick<Finding, 'path' | 'severity'>>(
  findings: readonly T[],
  record: DraftRecord,
  form: Pick<FormDefinition, 'fields' | 'placeOf' | 'otherPaths'>,
): (T & Place)[] {
  const others = form.otherPaths(record);
  const placed = findings.map((finding) => ({
    ...finding,
    ...placeAmong(others, finding.path, record, form),
  }));
  const ranks = new Map(placed.map((one) => [one, rankOf(one.field, form)]));
  return worstFirst(placed.sort((a, b) => ranks.get(a)! - ranks.get(b)!));
}

/** The section and the control that show a path, or the value that contains it. */
export function placePath(
  path: string,
  record: DraftRecord,
  form: Pick<FormDefinition, 'placeOf' | 'otherPaths'>,
): Place {
  return placeAmong(form.otherPaths(record), path, record, form);
}

function placeAmong(
  others: readonly string[],
  path: string,
  record: DraftRecord,
  form: Pick<FormDefinition, 'placeOf'>,
): Place {
  const { section, field } = form.placeOf(path, record);
  return { section, field: section === 'other' ? nearestPath(others, field) : field };
}

/** The position of a control in the form; controls of no field come last. */
function rankOf(control: string, { fields }: Pick<FormDefinition, 'fields'>): number {
  const at = fields.findIndex(({ path }) => isWithin(control, path));
  return at < 0 ? fields.length : at;
}

/** The longest listed path that contains `path`; `other`, the whole section, if there is none. */
function nearestPath(paths: readonly string[], path: string): string {
  const holders = paths.filter((one) => isWithin(path, one));
  return holders.sort((a, b) => b.length - a.length)[0] ?? 'other';
}
