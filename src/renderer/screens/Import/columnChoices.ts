import { t } from '../../../shared/i18n/i18n.ts';
import type { ColumnTarget } from '../../../shared/tables/columnTargets.ts';
import { isDateTarget } from '../../../shared/tables/dateOrder.ts';
import type { ColumnMapping } from '../../../shared/tables/tableMapping.ts';

/** The fields that a column can be mapped to, in the groups in which they are listed. */
export const targetGroups: readonly { name: string; targets: readonly ColumnTarget[] }[] = [
  { name: 'text', targets: ['title', 'subtitle', 'abstract', 'keywords', 'language'] },
  { name: 'authors', targets: ['authors', 'affiliations', 'orcids'] },
  {
    name: 'author',
    targets: [
      ...(['authorName', 'authorGiven', 'authorMiddle', 'authorFamily', 'authorSuffix'] as const),
      ...(['authorAffiliation', 'authorDepartment', 'authorOrcid', 'authorIsGroup'] as const),
    ],
  },
  { name: 'journal', targets: ['journal', 'pissn', 'eissn', 'issn', 'volume', 'number'] },
  { name: 'date', targets: ['date', 'printDate', 'issueDate', 'year', 'month'] },
  { name: 'pages', targets: ['pages', 'startPage', 'endPage', 'otherPages', 'articleNumber'] },
  { name: 'identifiers', targets: ['doi', 'otherDoi', 'url', 'pdfUrl', 'urlType', 'publisherRecordId'] },
  { name: 'check', targets: ['status', 'recordType'] },
];

/** Fields that forms have too. */
const labels: Partial<Record<ColumnTarget, string>> = {
  title: 'title',
  abstract: 'abstract',
  keywords: 'keywords',
  language: 'language',
  journal: 'journalTitle',
  pissn: 'pissn',
  eissn: 'eissn',
  volume: 'volume',
  number: 'number',
  year: 'year',
  month: 'month',
  startPage: 'startPage',
  endPage: 'endPage',
  doi: 'doi',
  publisherRecordId: 'recordId',
};

export function targetLabel(target: ColumnTarget): string {
  const label = labels[target];
  return label === undefined ? t(`import.map.target.${target}`) : t(`field.${label}`);
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
