import { plainTexts } from '../../shared/article/articleFields.ts';
import { contentTypeMeantBy } from '../../shared/article/contentTypes.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { ImportChoices } from '../../shared/draft/importChoices.ts';
import { isEmpty, type Json, type JsonObject } from '../../shared/json.ts';
import { type Message, msg } from '../../shared/message.ts';
import type { TableMapping } from '../../shared/tables/tableMapping.ts';
import { asciiDigits } from '../../shared/text/dates.ts';
import { hasOrcidCheckDigit, parseDoi, parseOrcid } from '../../shared/text/identifiers.ts';
import { articleKind } from './articleKind.ts';
import { type CleanAuthor, cleanAuthors } from './cleanAuthors.ts';
import { type RecordFacts, recordFacts } from './recordFacts.ts';
import { repairTexts } from './repairTexts.ts';
import {
  dateKinds,
  type SourceArticle,
  type SourceDate,
  type SourceLink,
  type SourceTitle,
} from './sourceArticle.ts';
import { readIssue } from './statedIssue.ts';
import { calendarDate, calendarNote } from './text/calendars.ts';
import { takeEmails } from './text/emails.ts';
import { withoutHeadingOfWhole } from './text/headedLine.ts';
import { issnOf } from './text/issnText.ts';
import { inLanguage, languageCode } from './text/languages.ts';
import { oneLine, tidyLines } from './text/plainText.ts';
import { gregorianYear, monthNumber } from './text/sourceDates.ts';
import { namedParts } from './unused/unusedParts.ts';

/** The choices for a whole import where a file has several of a kind. */
export interface Choices {
  /** The language of title, abstract and keywords; null: the article's own. */
  language: string | null;
  /** The kind of date that is preferred. */
  date: 'online' | 'print';
  /** An author with several affiliations gets the first one, or is listed once for each. */
  affiliation: 'first' | 'repeat';
  /** The kind of each ISSN of the account's journals. */
  issnKinds: ReadonlyMap<string, 'print' | 'electronic'>;
  /** How the columns of tables become articles; null: as their headings suggest. */
  mapping: TableMapping | null;
  /** The journal for articles that name none. */
  journal: ImportChoices['journal'];
  /** The encoding of text files; null: the one that each shows. */
  encoding: string | null;
  /** What becomes of texts that were decoded twice. */
  decodedTwice: ImportChoices['decodedTwice'];
  /** Which part of a name comes first; null: the one that does in its culture. */
  nameOrder: ImportChoices['nameOrder'];
  /** True if the directory's article JSON keeps its mistakes, because another program will send it. */
  isAsItIs?: boolean;
}

export const ordinaryChoices: Choices = {
  language: null,
  date: 'online',
  affiliation: 'first',
  issnKinds: new Map(),
  mapping: null,
  journal: null,
  encoding: null,
  decodedTwice: 'correct',
  nameOrder: null,
};

/** A record of the directory's article JSON, and notes on everything that it does not hold. */
export interface ConvertedArticle {
  record: DraftRecord;
  notes: Message[];
  facts: RecordFacts;
}

/**
 * Chooses among the values that compete for a field, and normalises them (reference/import-formats.md 5,
 * import-decisions.md). A note names every value of the origin that is in neither the record nor other notes.
 */
export function articleOf(given: SourceArticle, choices: Choices = ordinaryChoices): ConvertedArticle {
  const { source: whole, notes: repairs } = repairTexts(given, choices);
  const { source, notes: divisions } = withDividedIssue(whole);
  const kind = articleKind(
    source.kinds,
    source.titles.slice(0, maxNamed).map(({ text }) => text),
  );
  const notes = [...doubtsOf(source, kind.doubt), ...kind.notes, ...repairs, ...divisions, ...source.notes];
  const title = chooseTitle(source, choices, notes);
  const date = chooseDate(source, choices, notes);
  const doi = chooseDoi(source, notes);
  const facts = recordFacts(source, source.doubt ?? kind.doubt);
  const emails = new Set<string>();
  // What the notes count without saying it.
  const counted: unknown[] = [
    ...title.others.map(({ prefix, text, subtitles }) => [prefix, text, subtitles]),
    ...kind.read,
  ];
  const withoutEmails = (text: string): string => {
    if (!text.includes('@')) return text;
    return text
      .split('\n')
      .map((line) => {
        const taken = takeEmails(line);
        for (const email of taken.found) emails.add(email);
        return taken.text;
      })
      .join('\n');
  };
  const bibjson = withoutEmpty({
    title: withoutEmails(title.text),
    abstract: withoutEmails(
      chooseAbstract(source, textLanguages(source, choices, title.language), title.language, notes, counted),
    ),
    year: date.year,
    month: date.month,
    ...plainMembers(source, false),
    keywords: chooseKeywords(source, textLanguages(source, choices, title.language), notes, counted)
      .map(withoutEmails)
      .filter((keyword) => keyword !== ''),
    identifier: [...(doi === '' ? [] : [{ type: 'doi', id: doi }]), ...issns(source, choices, notes)],
    journal: withoutEmpty({
      title: oneLine(source.journal) || (facts.journal === null ? '' : (choices.journal?.title ?? '')),
      ...plainMembers(source, true),
      ...pages(source, notes),
    }),
    author: cleanAuthors(source.authors, source, choices, notes, emails).flatMap((author) =>
      authorEntries(author, choices, notes, counted),
    ),
    link: links(source.links, doi, notes),
  });
  const id = oneLine(source.publisherRecordId);
  const record = { bibjson, ...(id !== '' && { admin: { publisher_record_id: id } }) };
  notes.push(...texLeft([bibjson.title, bibjson.abstract, bibjson.keywords]));
  const left = namedParts({ origin: source.origin, dropped: source.dropped, used: [record, counted], notes });
  return { record, notes: [...notes, ...left.notes], facts: { ...facts, dropped: left.parts } };
}

/** The article with volume, issue and year of one text such as "Vol. 14 No. 3 (2025)", if it stands for both. */
function withDividedIssue(source: SourceArticle): { source: SourceArticle; notes: Message[] } {
  const [volume, number] = [oneLine(source.volume), oneLine(source.number)];
  const inVolume = readIssue(volume);
  const issue = inVolume ?? readIssue(number);
  if (issue === null) return { source, notes: [] };
  const text = inVolume ? volume : number;
  const other = inVolume ? number : volume;
  const isFree = other === '' || other === text || other === (inVolume ? issue.number : issue.volume);
  if (!isFree) return { source, notes: [] };
  const dates: SourceArticle['dates'] =
    source.dates.length > 0 || issue.year === ''
      ? source.dates
      : [{ kind: 'issue', year: issue.year, month: '' }];
  return {
    source: { ...source, volume: issue.volume, number: issue.number, dates },
    notes: [msg('import.note.dividedIssue', { text, volume: issue.volume, number: issue.number })],
  };
}

function doubtsOf({ doubt }: SourceArticle, ofKind: Message | null): Message[] {
  return [doubt, ofKind].filter((one) => one !== null);
}

/** The note on commands of TeX that cannot be said in a line of text, and stay in it. */
function texLeft(texts: readonly unknown[]): Message[] {
  const found = texts
    .flat()
    .flatMap((text) =>
      typeof text === 'string' && text.includes('\\') ? (text.match(/\\[a-zA-Z]{2,40}/g) ?? []) : [],
    );
  const commands = [...new Set(found)].slice(0, maxNamed);
  return commands.length === 0 ? [] : [msg('import.note.texLeft', { commands })];
}

/** The members of `bibjson` or its journal block that need no choice. */
function plainMembers(source: SourceArticle, inJournal: boolean): Record<string, string> {
  const members: Record<string, string> = {};
  for (const { name, member, isInJournal } of plainTexts)
    if (isInJournal === inJournal && source[name] !== '') members[member] = oneLine(source[name]);
  return members;
}

function chooseTitle(
  { titles, language }: SourceArticle,
  choices: Choices,
  notes: Message[],
): { text: string; language: string | null; others: SourceTitle[] } {
  const filled = titles.filter((title) => oneLine(title.text) !== '');
  const chosen = inLanguage(filled, [choices.language, language, 'en']);
  if (!chosen) return { text: '', language: choices.language ?? language, others: [] };
  if (filled.length > 1) notes.push(msg('import.note.otherTitles'));
  const others = filled.filter((one) => one !== chosen);
  return { text: titleText(chosen), language: chosen.language || language, others };
}

/** "Prefix Title: Subtitle", without a colon after punctuation that ends the title. */
function titleText({ prefix = '', text, subtitles = [] }: SourceTitle): string {
  const title = prefix === '' ? text : `${prefix} ${text}`;
  if (subtitles.length === 0) return oneLine(title);
  const [first = '', ...rest] = [title, ...subtitles].map(oneLine).filter((part) => part !== '');
  let last = first;
  const joined: string[] = [];
  for (const subtitle of rest) {
    joined.push(last.replace(/ :$/, ':'), /[?!/&:]$/.test(last) ? ' ' : ': ');
    last = subtitle;
  }
  return [...joined, last].join('');
}

/** The languages of abstract and keywords in order of preference. */
function textLanguages(
  source: SourceArticle,
  choices: Choices,
  titleLanguage: string | null,
): (string | null)[] {
  return source.isFirstPreferred ? [choices.language] : [titleLanguage, source.language, 'en'];
}

function chooseAbstract(
  { abstracts, dois }: SourceArticle,
  languages: (string | null)[],
  titleLanguage: string | null,
  notes: Message[],
  counted: unknown[],
): string {
  const filled = abstracts.filter(
    ({ text }) => text.trim() !== '' && !isProvenance(text) && !noAbstract.test(text),
  );
  for (const { text } of abstracts)
    if (isProvenance(text)) notes.push(msg('import.note.provenance', { text: oneLine(text) }));
  const chosen = inLanguage(filled, languages);
  if (filled.length > 1) {
    notes.push(msg('import.note.otherAbstracts', { count: filled.length - 1 }));
    counted.push(filled.map(({ text }) => text));
  }
  if (!chosen) return '';
  const [language, other] = [languageCode(chosen.language), languageCode(titleLanguage)];
  if (language && other && language !== other && language !== 'und' && other !== 'und')
    notes.push(msg('import.note.abstractLanguage', { language, other }));
  return withoutDois(withoutHeadingOfWhole(tidyLines(chosen.text)), dois, notes);
}

/** Without paragraphs that are nothing but a DOI, as eLife has them: they identify the abstract, or the article once more. */
function withoutDois(text: string, own: readonly string[], notes: Message[]): string {
  // Searching all lines takes as long as any other rule for abstracts, and few have several.
  if (!(text.includes('\n') ? /^doi\b/im : /^doi\b/i).test(text)) return text;
  const lines = text.split('\n');
  const isDoi = (line: string) => /^doi\s?:?\s?\S+$/i.test(line) && parseDoi(line) !== null;
  const isOwn = (doi: string) => own.some((one) => parseDoi(one)?.toLowerCase() === doi.toLowerCase());
  const others = lines
    .filter(isDoi)
    .flatMap((line) => parseDoi(line) ?? [])
    .filter((doi) => !isOwn(doi));
  if (others.length > 0) notes.push(msg('import.note.doiInAbstract', { dois: others.slice(0, maxNamed) }));
  return lines.filter((line) => !isDoi(line)).join('\n');
}

/** What databases write in the place of an abstract. */
const noAbstract =
  /^\W{0,3}(?:publisher: )?(?:no abstract(?: is)?(?: available)?|abstract (?:not available|available from the publisher)|n\/a)\W{0,3}$/i;

/** What a repository writes about the history of its record. */
function isProvenance(text: string): boolean {
  return /^\s*(?:Submitted by|Made available in DSpace|Approved for entry into|Rejected by|Item (?:withdrawn|reinstated) by|Workflow started|Step: )[^\n]{0,300}\b(?:on|at) \d{4}-\d\d-\d\d/i.test(
    text,
  );
}

function chooseKeywords(
  { keywords, isFirstPreferred }: SourceArticle,
  languages: (string | null)[],
  notes: Message[],
  counted: unknown[],
): string[] {
  const filled = keywords.filter(({ list }) => list.some((keyword) => oneLine(keyword) !== ''));
  const chosen = inLanguage(filled, languages);
  if (!chosen) return [];
  const same = isFirstPreferred ? [chosen] : filled.filter((group) => group.language === chosen.language);
  if (filled.length > same.length) {
    notes.push(msg('import.note.otherKeywords', { count: filled.length - same.length }));
    counted.push(filled.map(({ list }) => list));
  }
  let words = same.flatMap(({ list }) => list.map(oneLine));
  // Embase and PubMed mark major topics so.
  if (words.some((word) => majorTopic.test(word))) {
    notes.push(msg('import.note.keywordMarks'));
    words = words.map((word) => word.replace(majorTopic, ''));
  }
  const seen = new Set(['']);
  return words.filter((keyword) => seen.size < seen.add(keyword.toLowerCase()).size);
}

const majorTopic = /^\*\s*(?=\p{L})/u;

function chooseDate(
  source: SourceArticle,
  choices: Choices,
  notes: Message[],
): { year: string; month: string } {
  const dates = gregorianDates(source, notes);
  const kinds = choices.date === 'print' ? ['print', ...dateKinds] : dateKinds;
  const dated = dates.map((date) => ({ ...date, year: yearOf(date) })).filter(({ year }) => year !== '');
  const undated = dates.filter((date) => yearOf(date) === '').map(({ year }) => oneLine(year));
  for (const text of eachOnce(undated.filter(Boolean))) {
    const [other] = otherYear.exec(asciiDigits(text)) ?? [];
    notes.push(
      other === undefined
        ? msg('import.note.noDate', { text })
        : msg('import.note.implausibleYear', { text: other }),
    );
  }
  const chosen = kinds.flatMap((kind) => dated.find((date) => date.kind === kind) ?? [])[0];
  if (!chosen) return { year: '', month: '' };
  const others = new Set(dated.map(({ year }) => year).filter((year) => year !== chosen.year));
  if (others.size > 0) notes.push(msg('import.note.otherYears', { year: chosen.year, others: [...others] }));
  const month = monthNumber(chosen.month);
  // Of dates beside the chosen one, a month that is none would be lost without a word: `DA  - 2020-13-45`.
  const beside = dates.filter(({ kind, year }) => kind === chosen.kind && yearOf({ year }) === chosen.year);
  const wrong = new Set(
    [chosen, ...beside]
      .map((date) => oneLine(date.month))
      .filter((text) => text !== '' && monthNumber(text) === null),
  );
  for (const text of wrong) notes.push(monthDropped(text, chosen.year));
  if (month !== null && chosen.unclear !== undefined)
    notes.push(msg('import.note.dayFirst', { text: chosen.unclear }));
  return { year: chosen.year, month: month === null ? '' : String(month) };
}

/** Characters of a record that tell the script of its dates. */
const maxContext = 2_000;

/** The dates with those of other calendars converted; a note names what they were, or why they are left out. */
function gregorianDates({ dates, titles, authors, journal }: SourceArticle, notes: Message[]): SourceDate[] {
  return dates.flatMap((date) => {
    if (date.year.trim() === '' || yearOf(date) !== '') return [date];
    const context = () =>
      [journal, ...titles.map(({ text }) => text), ...authors.map(({ name }) => JSON.stringify(name))]
        .join(' ')
        .slice(0, maxContext);
    const other = calendarDate(date.year, date.month, context);
    if (other === null || (other.calendar === 'unknown' && other.year === '')) return [date];
    const text = oneLine([date.month, date.year].filter(Boolean).join(' '));
    notes.push(calendarNote(other, text));
    return other.year === '' ? [] : [{ kind: date.kind, year: other.year, month: other.month }];
  });
}

/** `2019/2020` is no month. */
function monthDropped(text: string, year: string): Message {
  return /^\d{4}\s?(?:[/\u2013]\s?\d{2}|[-/\u2013]\s?\d{4})$/.test(text)
    ? msg('import.note.otherYears', { year, others: [text] })
    : msg('import.note.monthDropped', { month: text });
}

function yearOf({ year }: Pick<SourceDate, 'year'>): string {
  return gregorianYear(year);
}

/** Years of the Solar Hijri (1402) and Buddhist (2567) calendars, which no Gregorian date has. */
const otherYear = /(?<!\d)(?:1[34]|2[1-9])\d{2}(?!\d)/;

/** A record may have any number of identifiers. */
const maxNamed = 20;

/** `10.5555/a; 10.5555/b` and `10.5555/a DOI: 10.5555/b`. */
const betweenDois =
  /(?<=10\.\d{4,9}\/[^\s;,|]{1,300})[;,|\s]{1,5}(?=(?:doi:?\s{0,2})?(?:https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/)/i;

function chooseDoi({ dois }: SourceArticle, notes: Message[]): string {
  const found = new Map<string, string>();
  for (const text of dois.flatMap((one) => one.split(betweenDois))) {
    const doi = parseDoi(text);
    if (doi !== null) {
      if (!found.has(doi.toLowerCase())) found.set(doi.toLowerCase(), doi);
    } else if (text.trim() !== '') notes.push(msg('import.note.notADoi', { text: oneLine(text) }));
  }
  if (found.size <= 1) {
    const doi = [...found.values()][0] ?? '';
    if (/[#?]/.test(doi)) notes.push(msg('import.note.doiOfAddress', { doi }));
    return doi;
  }
  notes.push(msg('import.error.severalDois', { dois: [...found.values()].slice(0, maxNamed) }));
  return '';
}

/**
 * The first ISSN of each kind. One without a kind takes the free slot: a single one is online, and of two the first is
 * print.
 */
function issns({ issns: all }: SourceArticle, { issnKinds, journal }: Choices, notes: Message[]): Json[] {
  if (!all.some(({ value }) => value.trim() !== '')) return issnsOf(journal);
  const seen = new Set(['']);
  const known = all
    .map(({ value, kind }) => ({ id: issnOf(value), kind }))
    .map(({ id, kind }) => ({ id, kind: kind ?? issnKinds.get(id) ?? null }))
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .filter(({ id }) => {
      if (placeholderIssn.test(id)) notes.push(msg('import.note.placeholderIssn', { issn: id }));
      return !placeholderIssn.test(id);
    });
  reportEqual(all, notes);
  if (journal && !known.some(({ id }) => id === journal.pissn || id === journal.eissn))
    notes.push(msg('import.note.ownJournal', { title: journal.title }));
  const slots: { print?: string; electronic?: string } = {};
  const left: string[] = [];
  for (const { id, kind } of known) {
    if (kind === null) continue;
    if (slots[kind] === undefined) slots[kind] = id;
    else left.push(id);
  }
  const untyped = known.filter(({ kind }) => kind === null);
  if (untyped.length > 0) notes.push(msg('import.note.issnGuessed'));
  for (const [at, { id }] of untyped.entries()) {
    const isFirstOfTwo = at === 0 && untyped.length > 1;
    if (slots.print === undefined && (isFirstOfTwo || slots.electronic !== undefined)) slots.print = id;
    else if (slots.electronic === undefined) slots.electronic = id;
    else left.push(id);
  }
  if (left.length > 0) notes.push(msg('import.note.issnLeft', { issns: left.slice(0, maxNamed).join(', ') }));
  return [
    ...(slots.print === undefined ? [] : [{ type: 'pissn', id: slots.print }]),
    ...(slots.electronic === undefined ? [] : [{ type: 'eissn', id: slots.electronic }]),
  ];
}

/** The ISSNs of the journal that was chosen for the import. */
function issnsOf(journal: Choices['journal']): Json[] {
  return [
    ...(journal?.pissn ? [{ type: 'pissn', id: journal.pissn }] : []),
    ...(journal?.eissn ? [{ type: 'eissn', id: journal.eissn }] : []),
  ];
}

/** What stands in the place of an ISSN that nobody had. */
const placeholderIssn = /^(?:0000-?000[0-9X]|9999-?999[0-9X]|XXXX-?XXXX)$/i;

function reportEqual(all: SourceArticle['issns'], notes: Message[]): void {
  const print = new Set(
    all
      .filter(({ value, kind }) => kind === 'print' && oneLine(value) !== '')
      .map(({ value }) => issnOf(value)),
  );
  if (print.size === 0) return;
  const both = all.find(({ value, kind }) => kind === 'electronic' && print.has(issnOf(value)));
  if (both) notes.push(msg('import.error.equalIssns', { issn: issnOf(both.value) }));
}

/** An article number replaces the first page if there are no pages. */
function pages(
  { pages: { start, end, shortEnd, ranges }, articleNumber }: SourceArticle,
  notes: Message[],
): { start_page: string; end_page: string } {
  const pages = { start_page: oneLine(start), end_page: oneLine(end) };
  if (ranges !== undefined) notes.push(msg('import.note.pageRanges', { text: ranges }));
  if (shortEnd !== undefined)
    notes.push(msg('import.note.shortPage', { text: shortEnd, page: pages.end_page }));
  const number = oneLine(articleNumber);
  if (number === '' || number === pages.start_page) return pages;
  if (pages.start_page !== '') {
    notes.push(msg('import.note.numberDropped', { number }));
    return pages;
  }
  notes.push(msg('import.note.numberAsPage', { number }));
  return { start_page: number, end_page: '' };
}

function authorEntries(
  author: CleanAuthor,
  { affiliation }: Choices,
  notes: Message[],
  counted: unknown[],
): Json[] {
  const { name } = author;
  const named = eachOnce(author.affiliations.map((one) => oneLine(one.name))).filter((one) => one !== '');
  const chosen = affiliation === 'repeat' && named.length > 0 ? named : named.slice(0, 1);
  if (named.length > chosen.length) {
    notes.push(msg('import.note.firstAffiliation', { name, count: named.length }));
    counted.push(named);
  }
  const orcid_id = orcidOf(author, name, notes);
  return (chosen.length === 0 ? [''] : chosen).map((text) =>
    withoutEmpty({ name, affiliation: text, orcid_id }),
  );
}

function eachOnce(texts: string[]): string[] {
  return texts.length < 2 ? texts : [...new Set(texts)];
}

function orcidOf({ orcid }: CleanAuthor, name: string, notes: Message[]): string {
  if (orcid.trim() === '') return '';
  const parsed = parseOrcid(orcid);
  if (parsed !== null && hasOrcidCheckDigit(parsed)) return parsed;
  notes.push(msg('import.note.wrongOrcid', { name, orcid: oneLine(orcid) }));
  return '';
}

/**
 * The directory's schema allows blanks in addresses (reference/import-formats.md 4.1); two addresses in one text are
 * not an address.
 */
const webAddress = /^https?:\/\/\S+(?: (?!https?:)\S+)*$/i;

/** With `https:` where only that is missing; null for what is no web address. */
function completeAddress(url: string): string | null {
  if (webAddress.test(url)) return url;
  if (/^\/\/[^\s/]+\.[^\s/]{2,}\S*$/.test(url)) return `https:${url}`;
  return /^www\.[^\s/]+\.[^\s/]{2,}\S*$/i.test(url) ? `https://${url}` : null;
}

const shortAddress = (url: string) => url.slice(0, 200);

/** Landing pages first; the DOI's address only if there is nothing else. */
function links(all: readonly SourceLink[], doi: string, notes: Message[]): Json[] {
  const found = new Map<string, Json>();
  const completed: string[] = [];
  const unusable: string[] = [];
  for (const role of ['landing', 'file']) {
    for (const link of all.filter((one) => one.role === role)) {
      const line = oneLine(link.url);
      const stated = /[<&]/.test(line) ? line.replace(/^<([^<>]*)>$/, '$1').replaceAll('&amp;', '&') : line;
      const url = completeAddress(stated);
      if (url === null || found.has(url)) {
        const isOwnDoi = parseDoi(stated)?.toLowerCase() === doi.toLowerCase();
        if (url === null && stated !== '' && !isOwnDoi) unusable.push(stated);
        continue;
      }
      if (url !== stated) completed.push(url);
      found.set(url, { type: 'fulltext', content_type: contentType(link, url), url });
    }
  }
  if (completed.length > 0)
    notes.push(msg('import.note.completedLinks', { urls: completed.slice(0, maxNamed).map(shortAddress) }));
  if (unusable.length > 0)
    notes.push(msg('import.note.unusableLinks', { urls: unusable.slice(0, maxNamed).map(shortAddress) }));
  const others = [...found].filter(([url]) => parseDoi(url) === null);
  if (others.length > 0) return others.map(([, link]) => link);
  if (found.size > 0) return [...found.values()];
  return doi === '' ? [] : [{ type: 'fulltext', content_type: 'HTML', url: `https://doi.org/${doi}` }];
}

function contentType({ type }: SourceLink, url: string): string {
  const ending = /\.(pdf|epub|xml)$/i.exec(url.split(/[?#]/)[0]!)?.[1] ?? '';
  return (type === null ? null : contentTypeMeantBy(type)) ?? contentTypeMeantBy(ending) ?? 'HTML';
}

/** The object without members that are empty text, lists or objects. */
function withoutEmpty(object: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const name of Object.keys(object)) if (!isEmpty(object[name])) kept[name] = object[name]!;
  return kept;
}
