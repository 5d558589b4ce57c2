import { directoryEntries, ownLicence } from '../directory/vocabulary.ts';
import type { DraftRecord } from '../draft/draft.ts';
import { getAt } from '../draft/fieldPath.ts';
import { asList, isEmpty, type Json, member } from '../json.ts';
import { ofPack } from '../rulePack/rulePack.ts';
import { freeTextOf, type Reviews, tokensOf } from './choices.ts';
import { feesOf } from './fees.ts';
import { type JournalColumn, journalColumns } from './journalColumns.ts';

/** The cell that the directory writes for the stored value; null if there is none. */
export function exportedCell(
  { header, kind, path }: JournalColumn,
  journal: DraftRecord,
  reviews: Reviews,
): string | number | null {
  const value = getAt(journal, path);
  switch (kind) {
    case 'yesNo':
      return value === true ? 'Yes' : value === false ? 'No' : '';
    case 'yes':
      return value === true || asList(value).includes('Embed') ? 'Yes' : '';
    case 'languages':
      return texts(value)
        .map((code) => languageNames().get(code) ?? code)
        .join(', ');
    case 'country':
      return typeof value === 'string' ? (countryNames().get(value) ?? value) : null;
    case 'licences':
      return asList(value)
        .flatMap((licence) => texts([member(licence, 'type') as Json]))
        .join(', ');
    case 'attributes':
      return attributesOf(value)
        .map((code) => directoryEntries('licenceAttribute').find((one) => one.code === code)?.name ?? code)
        .join(', ');
    case 'choices':
      return exportedChoices(path, journal, reviews);
    case 'keywords':
      return texts(value).join(', ');
    case 'libraries':
      return texts(value).join('; ');
    case 'fees':
      return feesOf(value)
        .map(({ price, currency }) => `${price} ${currency}`)
        .join('; ');
    case 'ignored':
      return exportedIgnored(header, value);
    default:
      return typeof value === 'string' || typeof value === 'number' ? value : null;
  }
}

/** The cells of a journal in the order of `journalColumns`. */
export function exportedCells(journal: DraftRecord, reviews: Reviews): string[] {
  return journalColumns.map((column) => String(exportedCell(column, journal, reviews) ?? ''));
}

/** The attributes of the publisher's own licence. */
export function attributesOf(licences: Json | undefined): string[] {
  const own = asList(licences).find((licence) => member(licence, 'type') === ownLicence);
  return ['BY', 'SA', 'NC', 'ND'].filter((code) => member(own, code) === true);
}

const labels: Record<string, string> = {
  'Subscribe to Open': 's2o',
  'Mirror Journal': 'mirror',
  'Open Journals Collective': 'ojc',
};

function exportedIgnored(header: string, value: Json | undefined): string {
  const label = labels[header];
  if (label !== undefined) return asList(value).includes(label) ? 'Yes' : '';
  if (header === 'LCC Codes')
    return asList(value)
      .flatMap((subject) => texts([member(subject, 'code') as Json]))
      .join('|');
  return texts(value).join(', ');
}

function exportedChoices(path: string, journal: DraftRecord, reviews: Reviews): string {
  const listed = [...tokensOf(path, journal, reviews)].filter(
    (token) => !['other', 'none', 'national_library'].includes(token),
  );
  const free = freeTextOf(path, journal, reviews);
  return [...listed, ...(free === '' ? [] : [free])].join(', ');
}

function texts(value: Json | undefined): string[] {
  return asList(value).filter((entry) => typeof entry === 'string' && !isEmpty(entry)) as string[];
}

const languageNames = ofPack(
  ({ vocabularies }) =>
    new Map(vocabularies.languages.map(({ alpha_2, name }) => [alpha_2.toUpperCase(), name])),
);
const countryNames = ofPack(
  ({ vocabularies }) => new Map(vocabularies.countries.map(({ alpha_2, name }) => [alpha_2, name])),
);
