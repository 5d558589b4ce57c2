import { plainTexts } from '../../../shared/article/articleFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { isEmpty, type Json, type JsonObject } from '../../../shared/json.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { hasOrcidCheckDigit, parseOrcid } from '../../../shared/text/identifiers.ts';
import { type RecordFacts, recordFacts } from '../recordFacts.ts';
import { maxNamed, type SourceArticle } from '../sourceArticle.ts';
import { referencesIn } from '../text/characterReferences.ts';
import { takeEmailsFromProse } from '../text/emails.ts';
import { oneLine } from '../text/plainText.ts';
import { namedParts } from '../unused/unusedParts.ts';
import { articleKind } from './articleKind.ts';
import { type Choices, ordinaryChoices } from './choices.ts';
import { chooseDate } from './chooseDate.ts';
import { chooseDoi, issns } from './chooseIdentifiers.ts';
import { links } from './chooseLinks.ts';
import { chooseAbstract, chooseKeywords, chooseTitle, textLanguages } from './chooseTexts.ts';
import { type CleanAuthor, cleanAuthors } from './cleanAuthors.ts';
import { repairTexts } from './repairTexts.ts';
import { isCountedTwice, readIssue } from './statedIssue.ts';

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
        const taken = takeEmailsFromProse(line);
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
    link: links(source.links, doi, notes, source.origin?.parts[0]?.attributes.get('base')),
  });
  const id = oneLine(source.publisherRecordId);
  const record = { bibjson, ...(id !== '' && { admin: { publisher_record_id: id } }) };
  const texts = [bibjson.title, bibjson.abstract, bibjson.keywords].flat().filter(isText);
  notes.push(...texLeft(texts), ...entitiesLeft(texts));
  const left = namedParts({ origin: source.origin, dropped: source.dropped, used: [record, counted], notes });
  return { record, notes: [...notes, ...left.notes], facts: { ...facts, dropped: left.parts } };
}

/** The article with volume, issue and year of one text such as "Vol. 14 No. 3 (2025)", if it stands for both. */
function withDividedIssue(source: SourceArticle): { source: SourceArticle; notes: Message[] } {
  const [volume, number] = [oneLine(source.volume), oneLine(source.number)];
  const inVolume = readIssue(volume);
  const issue = inVolume ?? (volume === '' && isCountedTwice(number) ? null : readIssue(number));
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
function texLeft(texts: readonly string[]): Message[] {
  const found = texts.flatMap((text) =>
    text.includes('\\') ? (text.match(/\\(?:[a-zA-Z]{1,40}|["'`^~=.](?=\{?\\?[a-zA-Z]))/g) ?? []) : [],
  );
  const commands = [...new Set(found)].slice(0, maxNamed);
  return commands.length === 0 ? [] : [msg('import.note.texLeft', { commands })];
}

/** The note on references to characters that stay in a text, because nobody knows them or they were meant as text. */
function entitiesLeft(texts: readonly string[]): Message[] {
  const names = [...new Set(texts.flatMap(referencesIn))].slice(0, maxNamed);
  return names.length === 0 ? [] : [msg('import.note.unknownEntities', { names })];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The members of `bibjson` or its journal block that need no choice. */
function plainMembers(source: SourceArticle, inJournal: boolean): Record<string, string> {
  const members: Record<string, string> = {};
  for (const { name, member, isInJournal } of plainTexts)
    if (isInJournal === inJournal && source[name] !== '') members[member] = oneLine(source[name]);
  return members;
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

/** The object without members that are empty text, lists or objects. */
function withoutEmpty(object: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const name of Object.keys(object)) if (!isEmpty(object[name])) kept[name] = object[name]!;
  return kept;
}
