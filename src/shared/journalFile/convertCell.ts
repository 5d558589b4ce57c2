import { comparable } from '../application/applicationValues.ts';
import { licenceDisplayPath, storedDisplay } from '../application/licenceDisplay.ts';
import { serviceCountry, serviceLanguage } from '../directory/serviceTables.ts';
import { hasCode, ownLicence } from '../directory/vocabulary.ts';
import type { DraftRecord } from '../draft/draft.ts';
import { getAt, removeAt, setAt } from '../draft/fieldPath.ts';
import { asList, isObject, type Json, member } from '../json.ts';
import { type Message, msg } from '../message.ts';
import { pythonInteger } from '../text/pythonNumbers.ts';
import { stripText } from '../text/pythonText.ts';
import {
  freeTextOf,
  librariesPath,
  preservationPath,
  questionAbove,
  type Reviews,
  readChoices,
  tokensOf,
} from './choices.ts';
import { attributesOf } from './exportedCells.ts';
import { feeRefusal, feesOf, readFees } from './fees.ts';
import type { JournalColumn } from './journalColumns.ts';
import { pythonFloat, roundHalfEven } from './pythonFloats.ts';

/** Sets the value at a path, or removes it. */
export interface Edit {
  path: string;
  value: Json | undefined;
}

/** The directory's reading of a cell whose text differs from the exported one. */
export interface Conversion {
  /** True if the directory's comparison with the record finds no difference. */
  isSame: boolean;
  /** The changes that the file makes in the record. */
  edits: readonly Edit[];
  /** The changes of an Update Request, if they differ. */
  requestEdits?: readonly Edit[];
  /** The directory's message about a cell that no record can hold. */
  refusal?: string;
  /** Values that the file loses silently. */
  loss?: Message;
}

/**
 * Reads a trimmed cell that is not blank as the directory does (reference/journal-update-file.md 7). `unreadable`: it
 * cannot be converted; `crash`: the directory's check crashes.
 */
export function convertCell(
  { kind, path }: JournalColumn,
  cell: string,
  journal: DraftRecord,
  reviews: Reviews,
): Conversion | 'unreadable' | 'crash' {
  const stored = getAt(journal, path);
  const conversion = (value: Json | undefined, isSame = isEqual(path, value, stored)): Conversion => ({
    isSame,
    edits: [{ path, value }],
  });
  switch (kind) {
    case 'year':
      return conversion(pythonInteger(cell) ?? cell, false);
    case 'weeks': {
      const weeks = pythonFloat(cell);
      if (weeks === null || Number.isNaN(weeks)) return 'unreadable';
      return Number.isFinite(weeks) ? conversion(roundHalfEven(weeks)) : 'crash';
    }
    case 'yesNo':
      return readAnswer(path, cell === 'Yes' ? true : cell === 'No' ? false : undefined, stored);
    case 'yes':
      return readYes(path, cell === 'Yes', stored);
    case 'keywords':
      return readKeywords(path, cell, stored);
    case 'languages':
      return readLanguages(path, cell, stored);
    case 'country':
      return conversion(serviceCountry(cell) ?? cell);
    case 'licences':
      return readLicences(path, cell, stored);
    case 'attributes':
      return readAttributes(cell, journal);
    case 'choices':
      return convertChoices(path, cell, journal, reviews);
    case 'libraries':
      return readLibraries(cell);
    case 'fees':
      return convertFees(path, cell, stored);
    case 'locked':
    case 'ignored':
      return { isSame: false, edits: [] };
    default:
      return conversion(cell);
  }
}

/** The record with the edits applied. */
export function applyEdits(record: DraftRecord, edits: readonly Edit[]): DraftRecord {
  return edits.reduce(
    (edited, { path, value }) => (value === undefined ? removeAt(edited, path) : setAt(edited, path, value)),
    record,
  );
}

function isEqual(path: string, a: Json | undefined, b: Json | undefined): boolean {
  return comparable(path, a) === comparable(path, b);
}

/** An unreadable answer counts as none in the file; an Update Request keeps the stored one. */
function readAnswer(path: string, answer: boolean | undefined, stored: Json | undefined): Conversion {
  const edits = [{ path, value: answer }];
  if (answer === undefined) return { isSame: false, edits, requestEdits: [] };
  return { isSame: answer === stored, edits };
}

function readYes(path: string, isYes: boolean, stored: Json | undefined): Conversion {
  if (!isYes) return { isSame: false, edits: [{ path, value: undefined }], requestEdits: [] };
  const isDisplay = path === licenceDisplayPath;
  return {
    isSame: isDisplay ? storedDisplay(stored) === 'Embed' : stored === true,
    edits: [{ path, value: isDisplay ? ['Embed'] : true }],
  };
}

/** The directory stores keywords in lower case, but compares them as they were typed, in their order. */
function readKeywords(path: string, cell: string, stored: Json | undefined): Conversion {
  const keywords = partsOf(cell).filter((part) => part !== '');
  return {
    isSame: JSON.stringify(keywords) === JSON.stringify(stored),
    edits: [{ path, value: keywords.map((keyword) => keyword.toLowerCase()) }],
  };
}

/** The directory silently drops names that it does not know. */
function readLanguages(path: string, cell: string, stored: Json | undefined): Conversion | 'crash' {
  const read = partsOf(cell).map((name) => ({ name, code: serviceLanguage(name) }));
  if (read.some(({ code }) => code === 'dropped')) return 'crash';
  const codes = [...new Set(read.flatMap(({ code }) => code ?? []))];
  const unknown = read.filter(({ code, name }) => code === null && name !== '').map(({ name }) => name);
  const conversion: Conversion = { isSame: isEqual(path, codes, stored), edits: [{ path, value: codes }] };
  if (unknown.length === 0) return conversion;
  return {
    ...conversion,
    requestEdits: [],
    ...(codes.length > 0 ? { loss: msg('journalFile.loss.languages', { names: unknown }) } : {}),
  };
}

function readLicences(path: string, cell: string, stored: Json | undefined): Conversion {
  const types = partsOf(cell);
  const before = asList(stored);
  const value = types.map(
    (type): Json => before.find((licence) => member(licence, 'type') === type) ?? { type },
  );
  const typesOf = (licences: readonly Json[]) => licences.map((licence) => member(licence, 'type') as Json);
  return { isSame: isEqual(`${path}.types`, types, typesOf(before)), edits: [{ path, value }] };
}

const attributes = ['BY', 'SA', 'ND', 'NC'];

/** The directory's form accepts one attribute here, and asks for it only with the publisher's own licence. */
function readAttributes(cell: string, journal: DraftRecord): Conversion {
  const licences = asList(getAt(journal, 'bibjson.license'));
  const hasOwn = licences.some((licence) => member(licence, 'type') === ownLicence);
  if (!hasOwn)
    return { isSame: false, edits: [], loss: msg('journalFile.loss.attributes', { licence: ownLicence }) };
  if (!hasCode('licenceAttribute', cell))
    return { isSame: false, edits: [], refusal: `'${cell}' is not a valid choice for this field` };
  if (attributesOf(licences).join(',') === cell) return { isSame: false, edits: [] };
  const value = licences.map((licence): Json => {
    if (!isObject(licence) || licence.type !== ownLicence) return licence;
    return { ...licence, ...Object.fromEntries(attributes.map((code) => [code, code === cell])) };
  });
  return { isSame: false, edits: [{ path: 'bibjson.license', value }] };
}

function convertChoices(path: string, cell: string, journal: DraftRecord, reviews: Reviews): Conversion {
  const { tokens, free } = readChoices(path, cell, reviews);
  const text = free ?? (tokens.has('other') ? freeTextOf(path, journal, reviews) : '');
  const named = [...tokens].filter((token) => token !== 'other' && token !== 'national_library');
  const values = [...named, ...(tokens.has('other') ? [text === '' ? 'other' : text] : [])];
  const stored = tokensOf(path, journal, reviews);
  const isSame = tokens.size === stored.size && [...tokens].every((token) => stored.has(token));
  const isPreservation = path === preservationPath;
  const request = listEdits(path, values);
  if (!isPreservation) return { isSame, edits: request };
  const isKept = tokens.has('national_library');
  const hasLibraries = stored.has('national_library');
  const fileValues = isKept ? [...values, 'national_library'] : values;
  const dropped: Edit[] = hasLibraries && !isKept ? [{ path: librariesPath, value: [] }] : [];
  return {
    isSame,
    edits: [...listEdits(path, fileValues), ...dropped],
    // Only the file drops the libraries; "none" says that there are none.
    requestEdits: values.join() === 'none' ? [...request, ...dropped] : request,
    ...(dropped.length > 0 && values.join() !== 'none' ? { loss: msg('journalFile.loss.libraries') } : {}),
  };
}

/** `none` alone answers the question above the list with no; beside other choices it says nothing. */
function listEdits(path: string, values: readonly string[]): Edit[] {
  const question = questionAbove[path];
  const named = values.filter((value) => value !== 'none');
  const isNone = named.length === 0 && values.length > 0;
  const list: Edit = { path, value: named };
  return question === undefined ? [list] : [list, { path: question, value: !isNone }];
}

/**
 * The column never works in the file: the form does not recognise its text as a library
 * (reference/journal-update-file.md 7).
 */
function readLibraries(cell: string): Conversion {
  const libraries = cell
    .split(';')
    .map(stripText)
    .filter((name) => name !== '');
  return {
    isSame: false,
    edits: [],
    requestEdits: [
      { path: librariesPath, value: libraries },
      { path: questionAbove[preservationPath]!, value: true },
    ],
    loss: msg('journalFile.loss.libraryColumn'),
  };
}

function convertFees(
  path: string,
  cell: string,
  stored: Json | undefined,
): Conversion | 'unreadable' | 'crash' {
  const fees = readFees(cell);
  if (typeof fees === 'string') return fees;
  const value = fees.map(({ price, currency }): Json => ({ price, currency }));
  const before = feesOf(stored).map(({ price, currency }): Json => ({ price, currency }));
  const refusal = feeRefusal(fees[0]!);
  const isLaterWrong = refusal === null && fees.some((fee) => feeRefusal(fee) !== null);
  return {
    isSame: isEqual(path, value, before),
    edits: [{ path, value }],
    ...(refusal === null ? {} : { refusal }),
    ...(isLaterWrong ? { loss: msg('journalFile.loss.fees') } : {}),
  };
}

function partsOf(cell: string): string[] {
  return cell.split(',').map(stripText);
}
