import { fixOf, removeFix, setFix } from '../../article/rules/report.ts';
import type { ServerProfile } from '../../directory/profile.ts';
import { isReviewChoice, reviewNow } from '../../directory/reviewValues.ts';
import { hasCode, meaningOf, type VocabularyName } from '../../directory/vocabulary.ts';
import { fieldLabel } from '../../draft/fieldLabel.ts';
import type { Json } from '../../json.ts';
import { type MessageParam, msg } from '../../message.ts';
import { asStoredText, stripText } from '../../text/pythonText.ts';
import { serviceBoolean } from '../applicationValues.ts';
import { type ApplicationReport, shown } from './applicationReport.ts';
import { answer } from './checkAbout.ts';
import { checkAddress, useBelow } from './checkAddress.ts';

type Reviews = ServerProfile['reviews'];

/** Texts that a message lists. */
const maxNamed = 20;

/** Reports on review, plagiarism, the pages about the journal, and its publication time. */
export function checkEditorial(report: ApplicationReport, reviews: Reviews): void {
  const review = 'bibjson.editorial.review_process';
  const choice = readChoice({ list: review, flag: null }, 'review', [], report, reviews);
  if (choice && !choice.isAny && !report.isBroken(review))
    report.add('choice-missing', review, { field: fieldLabel(review) });
  checkAddress('bibjson.editorial.review_url', 'required', report);
  const question = 'bibjson.plagiarism.detection';
  checkAddress('bibjson.plagiarism.url', useBelow(answer(question, report)), report, question);
  for (const path of [
    'bibjson.ref.aims_scope',
    'bibjson.editorial.board_url',
    'bibjson.ref.author_instructions',
  ])
    checkAddress(path, 'required', report);
}

/** Reports on preservation, deposit policy and identifiers (addenda, "Multiple choices with free text"). */
export function checkPractice(report: ApplicationReport, reviews: Reviews): void {
  checkPreservation(report, reviews);
  checkDeposit(report, reviews);
  checkSchemes(report, reviews);
}

/** Reports a "None" where a server with the new list of peer review refuses it (reference/directory-changes.md 4.1, #2589). */
export function checkNotNone(path: string, text: string, report: ApplicationReport): void {
  if (stripText(text).toLowerCase() === 'none')
    report.add('none-as-text', path, { field: fieldLabel(path) }, removeFix(path));
}

function checkPreservation(report: ApplicationReport, reviews: Reviews): void {
  const list = 'bibjson.preservation.service';
  const flag = 'bibjson.preservation.has_preservation';
  const libraries = readLibraries(report);
  if (reviews === 'by-sides')
    for (const { path, text } of libraries?.given ?? []) checkNotNone(path, text, report);
  const words = ['none', 'national_library'];
  const choice = readChoice({ list, flag }, 'preservation', words, report, reviews);
  if (!choice || !libraries) return;
  if (choice.commands.has('national_library') && libraries.names.length === 0 && !libraries.isReported)
    report.add('library-missing', 'bibjson.preservation.national_library');
  const isAny =
    choice.isAny ||
    choice.commands.has('national_library') ||
    libraries.names.length > 0 ||
    libraries.isReported;
  const isNone = choice.commands.has('none');
  settle({ list, flag, url: 'bibjson.preservation.url', isAny, isNone }, isAny ? !isNone : false, report);
}

function checkDeposit(report: ApplicationReport, reviews: Reviews): void {
  const list = 'bibjson.deposit_policy.service';
  const flag = 'bibjson.deposit_policy.has_policy';
  const choice = readChoice({ list, flag }, 'deposit', ['none'], report, reviews);
  if (!choice) return;
  const isNone = choice.commands.has('none');
  settle(
    { list, flag, url: 'bibjson.deposit_policy.url', isAny: choice.isAny, isNone },
    choice.isAny,
    report,
  );
  report.store('bibjson.deposit_policy.is_registered', undefined);
}

/** Here the answer "no" overrides the named services. */
function checkSchemes(report: ApplicationReport, reviews: Reviews): void {
  const list = 'bibjson.pid_scheme.scheme';
  const flag = 'bibjson.pid_scheme.has_pid_scheme';
  if (report.isBroken(list) || report.isBroken(flag)) return;
  const named = report.at(list);
  if (serviceBoolean(report.at(flag)) === false) {
    report.store(flag, false);
    if (Array.isArray(named) && named.some((one) => one !== null))
      report.add(
        'ignored-by-answer',
        list,
        { field: fieldLabel(list), question: fieldLabel(flag) },
        removeFix(list),
      );
    return;
  }
  const choice = readChoice({ list, flag }, 'pid', ['none'], report, reviews);
  if (!choice) return;
  settle(
    { list, flag, url: null, isAny: choice.isAny, isNone: choice.commands.has('none') },
    choice.isAny,
    report,
  );
}

/** Compares the question above a list with the contents of the list and the address below it. */
function settle(
  {
    list,
    flag,
    url,
    isAny,
    isNone,
  }: { list: string; flag: string; url: string | null; isAny: boolean; isNone: boolean },
  stored: boolean,
  report: ApplicationReport,
): void {
  const given = serviceBoolean(report.at(flag));
  if (!isAny && !isNone && given !== false && !report.isBroken(list) && !report.isBroken(flag))
    reportUnanswered(list, flag, given, report);
  // Without an answer the directory refuses the record, so it stores nothing.
  if (isAny || isNone || given === false) report.store(flag, stored);
  if (given !== null && given !== stored && (isAny || isNone))
    report.add(
      'answer-overruled',
      flag,
      { question: fieldLabel(flag), list: fieldLabel(list) },
      setFix('use', flag, stored, { value: String(stored) }),
    );
  const isNo = isNone || given === false;
  if (url !== null) checkAddress(url, useBelow(isAny || (isNo ? false : undefined)), report, flag);
}

/** The directory reports the list; in our form the question above it is unanswered. */
function reportUnanswered(
  list: string,
  flag: string,
  given: boolean | null,
  report: ApplicationReport,
): void {
  if (report.isPayload || given !== null) report.add('choice-missing', list, { field: fieldLabel(list) });
  else report.add('answer-missing', flag, { question: fieldLabel(flag) });
}

interface Choice {
  /** True if there is a value of the list or a free text. */
  isAny: boolean;
  /** The form's reserved words that were found. */
  commands: Set<string>;
}

interface Entry {
  index: number;
  text: string;
  kind: 'empty' | 'command' | 'known' | 'free';
}

/** Reads a list of values with free texts among them; null if its shape was reported. `flag`: the question above it. */
function readChoice(
  { list, flag }: { list: string; flag: string | null },
  vocabulary: VocabularyName,
  commands: string[],
  report: ApplicationReport,
  reviews: Reviews,
): Choice | null {
  const value = report.at(list) ?? [];
  if (report.isBroken(list) || !Array.isArray(value)) return null;
  const kindOf = (text: string): Entry['kind'] => {
    if (text === '') return 'empty';
    if (text === 'other' || commands.includes(text)) return 'command';
    return isKnown(vocabulary, text, reviews) ? 'known' : 'free';
  };
  const entries = [...value.entries()].flatMap(([index, entry]): Entry[] => {
    if (entry === null) return [];
    const text = asStoredText(entry);
    return [{ index, text, kind: kindOf(text) }];
  });
  const textsOf = (kind: Entry['kind']) => entries.filter((one) => one.kind === kind).map(({ text }) => text);
  const found = new Set(textsOf('command'));
  const known = textsOf('known');
  const free = entries.filter(({ kind }) => kind === 'free');
  // The form joins what it does not know with blanks: of two empty entries a blank is left, which is a free text.
  const unknown = entries.filter(({ kind }) => kind === 'free' || kind === 'empty');
  const rest = unknown.map(({ text }) => text).join(' ');
  const joined = stripText(rest);
  const hasOther = rest !== '' || found.has('other');
  const isAny = known.length > 0 || hasOther;
  for (const { index, text, kind } of entries) {
    const path = `${list}[${index}]`;
    if (kind === 'empty') report.add('empty-entry', path, { field: fieldLabel(list) }, removeFix(path));
    else if (kind === 'command') {
      // Alone, "none" is the answer to the question above.
      const isAnswer = text === 'none' && flag !== null && !isAny;
      const fix = isAnswer ? fixOf('remove', [{ path }, { path: flag, value: false }]) : removeFix(path);
      report.add('reserved-word', path, { word: text, field: fieldLabel(list) }, fix);
    } else if (kind === 'free' && vocabulary === 'review' && reviews === 'by-sides')
      checkFormerReview(path, text, report);
  }
  if (reviews === 'by-sides') checkFreeText(vocabulary, list, free, joined, report);
  if (hasOther && joined === '') reportOther(list, (free[0] ?? unknown[0])?.index, report);
  if (found.size > 0) report.store(list, [...known, ...(joined === '' ? [] : [joined])]);
  if (free.length > 1) reportJoined(list, known, free, joined, report);
  else if (free[0]) reportFree(`${list}[${free[0].index}]`, free[0].text, vocabulary, report);
  return { isAny, commands: found };
}

function isKnown(vocabulary: VocabularyName, text: string, reviews: Reviews): boolean {
  return vocabulary === 'review' ? isReviewChoice(text, reviews) : hasCode(vocabulary, text);
}

/** A former name is stored as a free text. */
function checkFormerReview(path: string, text: string, report: ApplicationReport): void {
  const now = reviewNow(text);
  if (now !== text)
    report.add('review-renamed', path, { former: text, now }, setFix('use', path, now, { value: now }));
}

/** What a server with the new list of peer review refuses in free texts. */
function checkFreeText(
  vocabulary: VocabularyName,
  list: string,
  free: readonly { index: number; text: string }[],
  joined: string,
  report: ApplicationReport,
): void {
  const [first] = free;
  if (first === undefined) return;
  const path = free.length === 1 ? `${list}[${first.index}]` : list;
  if (vocabulary === 'review' && joined.toLowerCase().includes('blind')) report.add('review-blind', path);
  else if (free.length === 1) checkNotNone(path, joined, report);
}

function reportOther(list: string, index: number | undefined, report: ApplicationReport): void {
  const path = index === undefined ? list : `${list}[${index}]`;
  report.add(
    'other-missing',
    path,
    { field: fieldLabel(list) },
    index === undefined ? undefined : removeFix(path),
  );
}

function reportJoined(
  list: string,
  known: string[],
  free: { index: number; text: string }[],
  joined: string,
  report: ApplicationReport,
): void {
  const stored: Json = [...known, joined];
  report.store(list, stored);
  const texts: MessageParam[] = free
    .slice(0, maxNamed)
    .map(({ text }) => msg('common.quoted', { text: shown(text) }));
  if (free.length > maxNamed) texts.push('…');
  if (joined !== '')
    report.add('others-joined', list, { texts, joined: shown(joined), field: fieldLabel(list) });
}

/** A single free text is stored trimmed; it may be a value of the list in another spelling. */
function reportFree(path: string, text: string, vocabulary: VocabularyName, report: ApplicationReport): void {
  const stored = stripText(text);
  if (stored === '') return;
  const meant = meaningOf(vocabulary, text);
  if (meant)
    report.add(
      'written-otherwise',
      path,
      { field: fieldLabel(path), given: shown(text), stored: shown(stored) },
      setFix('use', path, meant.code, { value: meant.code }),
    );
  else report.store(path, stored);
}

/** The libraries by name; null if the shape of the list was reported. */
function readLibraries(
  report: ApplicationReport,
): { names: string[]; given: { path: string; text: string }[]; isReported: boolean } | null {
  const list = 'bibjson.preservation.national_library';
  const value = report.at(list) ?? [];
  if (report.isBroken(list) || !Array.isArray(value)) return null;
  const entries = [...value.entries()].filter(([, entry]) => entry !== null);
  const names: string[] = [];
  const given: { path: string; text: string }[] = [];
  let blank: number | null = null;
  for (const [index, entry] of entries) {
    const text = asStoredText(entry);
    const path = `${list}[${index}]`;
    if (text === '') report.add('empty-entry', path, { field: fieldLabel(list) }, removeFix(path));
    else if (stripText(text) === '') blank = index;
    else {
      names.push(text);
      given.push({ path, text });
      report.store(path, stripText(text));
    }
  }
  const isReported = blank !== null || (entries.length > 0 && names.length === 0);
  if (isReported) report.add('library-missing', blank === null ? list : `${list}[${blank}]`);
  return { names, given, isReported };
}
