import { t } from '../../../shared/i18n/i18n.ts';
import {
  type ColumnTarget,
  columnTargets,
  targetFacts,
  targetGroups,
} from '../../../shared/tables/columnTargets.ts';
import { isDateTarget } from '../../../shared/tables/dateOrder.ts';
import type { ColumnMapping } from '../../../shared/tables/tableMapping.ts';

/** The fields that a column can be mapped to, in the groups in which they are listed. */
export const targetChoices = targetGroups.map((name) => ({
  name,
  targets: columnTargets.filter((target) => targetFacts[target].group === name),
}));

export function targetLabel(target: ColumnTarget): string {
  return targetFacts[target].isField ? t(`field.${target}`) : t(`import.map.target.${target}`);
}

/** The heading of a column, or its number. */
export function columnName({ heading }: ColumnMapping, at: number): string {
  return heading.trim() || t('import.map.noHeading', { number: at + 1 });
}

/** Returns true if no field takes the column's values. */
export function isUnmapped({ target }: ColumnMapping): boolean {
  return target === 'ignored' || target === 'authorOther';
}

/** Returns true for a field that each author may have a column for. */
export function isOfOneAuthor(target: ColumnTarget): boolean {
  return target.startsWith('author') && target !== 'authors';
}

/** Returns true for a field that may be given in several languages. */
export function hasLanguage(target: ColumnTarget): boolean {
  return ['title', 'subtitle', 'abstract', 'keywords'].includes(target);
}

/** The column with another field, without options that belonged only to its earlier field. */
export function withTarget(
  { heading, author, language, dateOrder }: ColumnMapping,
  target: ColumnTarget,
): ColumnMapping {
  return {
    heading,
    target,
    ...(author !== undefined && isOfOneAuthor(target) && { author }),
    ...(language !== undefined && hasLanguage(target) && { language }),
    ...(dateOrder !== undefined && isDateTarget(target) && { dateOrder }),
  };
}

/** The languages that are offered for a column, with the one that it has. */
export function languageCodes(own: string | undefined): string[] {
  const common = 'ar ca cs de en es eu fa fr gl hr hu id it ja ko nl pl pt ro ru sl sr sv tr uk zh'.split(
    ' ',
  );
  return own === undefined || common.includes(own) ? common : [own, ...common];
}
