import { fixOf, removeFix, setFix } from '../../article/rules/report.ts';
import { serviceLanguage } from '../../directory/serviceTables.ts';
import { stopWords, vocabularyName } from '../../directory/vocabulary.ts';
import { fieldLabel } from '../../draft/fieldLabel.ts';
import { getAt } from '../../draft/fieldPath.ts';
import type { JournalCard } from '../../journal/journal.ts';
import { isObject, type Json } from '../../json.ts';
import { asStoredText, stripText } from '../../text/pythonText.ts';
import { serviceBoolean, serviceInteger } from '../applicationValues.ts';
import { type ApplicationReport, shown } from './applicationReport.ts';
import { checkAddress, readAddress } from './checkAddress.ts';

/** Reports on the first part of the form: open access, homepage, languages, keywords. */
export function checkAbout(
  report: ApplicationReport,
  { isUpdate, journals, now }: { isUpdate: boolean; journals: readonly JournalCard[] | null; now: Date },
): void {
  const boai = answer('bibjson.boai', report);
  if (boai === false) report.add('answer-not-yes', 'bibjson.boai', { question: fieldLabel('bibjson.boai') });
  checkAddress('bibjson.ref.oa_statement', 'required', report);
  checkNumber('bibjson.oa_start', [1900, now.getUTCFullYear()], report);
  checkAddress('bibjson.ref.journal', 'required', report);
  if (!isUpdate) checkHomepage(journals, report);
  checkLanguages(report);
  checkKeywords(report);
}

/** The required answer to a question; undefined if it is missing. */
export function answer(path: string, report: ApplicationReport): boolean | undefined {
  const value = report.at(path);
  if (value === undefined) {
    if (!report.isBroken(path)) report.add('answer-missing', path, { question: fieldLabel(path) });
    return undefined;
  }
  const read = serviceBoolean(value) ?? undefined;
  report.store(path, read);
  return read;
}

/** Reports on a required whole number with bounds. */
export function checkNumber(path: string, [low, high]: [number, number], report: ApplicationReport): void {
  if (report.isBroken(path)) return;
  const value = report.at(path);
  const number = value === undefined ? null : serviceInteger(value);
  if (number === null) {
    report.add('answer-missing', path, { question: fieldLabel(path) });
    return;
  }
  report.store(path, number);
  if (number < low || number > high) report.add('number-range', path, { field: fieldLabel(path), low, high });
}

function checkHomepage(journals: readonly JournalCard[] | null, report: ApplicationReport): void {
  const path = 'bibjson.ref.journal';
  const address = readAddress(report.at(path));
  if (!address || report.isBroken(path)) return;
  const taken = journals?.find((card) => card.inDirectory && homepageOf(card) === address);
  if (taken) report.add('homepage-in-directory', path, { journal: taken.title });
}

/** Homepages are known only for journals with whole records. */
function homepageOf(card: JournalCard & { record?: unknown }): string | null {
  const address = getAt(card.record, 'bibjson.ref.journal');
  return typeof address === 'string' ? stripText(address) : null;
}

function checkLanguages(report: ApplicationReport): void {
  const list = 'bibjson.language';
  const value = report.at(list);
  if (value !== undefined && !Array.isArray(value)) return;
  const stored: string[] = [];
  const seen = new Set<string>();
  let isUnreadable = false;
  let isShortened = false;
  for (const [index, entry] of (value ?? []).entries()) {
    if (entry === null) continue;
    const path = `${list}[${index}]`;
    const code = typeof entry === 'string' ? serviceLanguage(entry) : null;
    if (code === null) isUnreadable = true;
    else if (code === 'dropped') {
      isShortened = true;
      report.add('language-dropped', path, { value: shown(entry) }, removeFix(path));
    } else {
      report.store(path, code);
      if (seen.has(code))
        report.add('language-twice', path, { name: vocabularyName('language', code) }, removeFix(path));
      seen.add(code);
      stored.push(code);
    }
  }
  if (isShortened && stored.length > 0) report.store(list, stored);
  if (stored.length === 0 && !isUnreadable && !report.isBroken(list)) report.add('language-missing', list);
}

function checkKeywords(report: ApplicationReport): void {
  const list = 'bibjson.keywords';
  const value = report.at(list) ?? [];
  if (report.isBroken(list) || !Array.isArray(value)) return;
  const entries = [...value.entries()].flatMap(([index, entry]) =>
    entry === null ? [] : [{ entry, path: `${list}[${index}]`, parts: keywordParts(entry) }],
  );
  const stored = entries.flatMap(({ parts }) => parts);
  const before = new Set<string>();
  for (const keyword of entries) {
    checkKeyword(keyword, stored, before, report);
    for (const part of keyword.parts) before.add(part);
  }
  if (entries.some(({ parts }) => parts.length > 1)) report.store(list, stored);
  if (stored.length === 0) report.add('journal-keywords-missing', list);
  else if (entries.length > 6 || stored.length > 6)
    report.add('journal-keywords-many', list, { count: Math.max(entries.length, stored.length) });
}

/** Converts one entry as the directory does: lower case, split at commas, empty pieces dropped. */
function keywordParts(entry: Json): string[] {
  return asStoredText(entry)
    .toLowerCase()
    .split(',')
    .filter((part) => part !== '')
    .map(stripText);
}

/** `stored`: the keywords that the directory stores of all entries; `before`: those of the entries before this one. */
function checkKeyword(
  { entry, path, parts }: { entry: Json; path: string; parts: readonly string[] },
  stored: readonly string[],
  before: ReadonlySet<string>,
  report: ApplicationReport,
): void {
  const stop = parts.find((part) => stopWords().has(part));
  if (parts.length === 0)
    report.add('empty-entry', path, { field: fieldLabel('bibjson.keywords') }, removeFix(path));
  else if (stop !== undefined)
    report.add('keyword-stop', path, { keyword: stop }, parts.length === 1 ? removeFix(path) : undefined);
  else if (parts.every((part) => part === ''))
    report.add(
      'keyword-no-words',
      path,
      undefined,
      parts.length < stored.length ? removeFix(path) : undefined,
    );
  else if (parts.length > 1) {
    const fix = keywordFix(parts, path, report);
    report.add('keyword-split', path, { keyword: shown(entry), count: parts.length }, fix);
  } else if (before.has(parts[0]!)) report.add('keyword-twice', path, { keyword: parts[0] }, removeFix(path));
  else if (typeof entry === 'string' && entry !== entry.toLowerCase())
    report.add(
      'keyword-case',
      path,
      { keyword: shown(entry), stored: parts[0] },
      setFix('use', path, parts[0]!, { value: parts[0] }),
    );
  else report.store(path, parts[0]);
}

function keywordFix(parts: readonly string[], path: string, report: ApplicationReport) {
  const list = report.at('bibjson.keywords');
  if (!Array.isArray(list)) return undefined;
  const index = Number(/\[(\d+)\]$/.exec(path)![1]);
  const words = parts.filter((part) => part !== '');
  if (isObject(list[index]) || list.length - 1 + words.length > 6) return undefined;
  const split = list.toSpliced(index, 1, ...words);
  return fixOf('splitKeywords', [{ path: 'bibjson.keywords', value: split }], { count: split.length });
}
