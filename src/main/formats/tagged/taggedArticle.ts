import { type Message, msg } from '../../../shared/message.ts';
import { parseDoi } from '../../../shared/text/identifiers.ts';
import { otherContributors } from '../otherContributors.ts';
import {
  emptyArticle,
  type SourceArticle,
  type SourceAuthor,
  type SourceDate,
  type SourceLink,
} from '../sourceArticle.ts';
import { issnsIn } from '../text/issnText.ts';
import { splitKeywordText } from '../text/keywordText.ts';
import { isAnonymous, isEtAl, nameText, turnName } from '../text/names.ts';
import { joinPages, splitPages } from '../text/pages.ts';
import { oneLine, plainText } from '../text/plainText.ts';
import {
  dependsOnLanguage,
  monthNumber,
  readDate,
  type YearAndMonth,
  yearAndMonth,
} from '../text/sourceDates.ts';
import {
  asIssn,
  asNames,
  isDate,
  isLanguage,
  isPages,
  isReference,
  isWord,
  xmlShapes,
} from '../unused/shapes.ts';
import { type PartRules, type Shape, sourcePart } from '../unused/sourcePart.ts';
import type { TaggedField } from './readTagged.ts';

/** What a field of a reference can be. */
type Meaning =
  /** The kind of the reference: only articles of journals are imported without a doubt. */
  | 'type'
  /** The kind of the article: `Review`, `Retracted Publication`. */
  | 'kind'
  | 'title'
  | 'abstract'
  /** An abstract or a note, which counts if there is no abstract. */
  | 'summary'
  | 'keyword'
  | 'author'
  | 'group'
  | 'editor'
  | 'translator'
  | 'contributor'
  | 'journal'
  | 'volume'
  | 'number'
  | 'startPage'
  | 'endPage'
  | 'pages'
  | 'articleNumber'
  | 'issn'
  | 'printIssn'
  | 'onlineIssn'
  | 'doi'
  /** A DOI or something else. */
  | 'identifier'
  /** A remark, which may be nothing but the DOI. */
  | 'note'
  | 'date'
  | 'onlineDate'
  | 'printDate'
  | 'address'
  | 'pdf'
  | 'file'
  | 'language';

/**
 * What the tags of a format mean, in the order of preference of tags with the same meaning. A message names a part that
 * is not imported; null: nothing is lost with it.
 */
export type TagMeanings = ReadonlyMap<string, Meaning | Message | null>;

/** Tags with their meanings: `['title', 'TI T1']`. */
export function tagMeanings(rows: readonly [Meaning | Message | null, string][]): TagMeanings {
  return new Map(rows.flatMap(([meaning, tags]) => tags.split(' ').map((tag) => [tag, meaning] as const)));
}

/** Authors and what the format says about them. */
export interface People {
  authors: SourceAuthor[];
  notes: Message[];
  dropped: Message[];
}

interface Format {
  meanings: TagMeanings;
  /** The types of references that are articles of a journal; all are if the format has no types. */
  articleTypes?: RegExp;
  /** True if one of several fields of keywords is always one keyword, whatever signs are in it. */
  isKeywordWhole?: true;
  /** Reads authors if the format has more than their names. */
  people?(fields: readonly TaggedField[]): People;
}

/** The article of a reference: its fields in the order of the file (reference/import-formats.md 3 and 4.10). */
export function taggedArticle(fields: readonly TaggedField[], format: Format): SourceArticle {
  const { meanings } = format;
  const values = valuesByMeaning(fields, meanings);
  const all = (meaning: Meaning): readonly string[] => values.get(meaning) ?? [];
  const first = (meaning: Meaning) => all(meaning).find((value) => value.trim() !== '') ?? '';
  const people = format.people?.(fields) ?? listedPeople(fields, meanings);
  const { issns, notes } = issnsOf(all('issn'));
  const typed = (meaning: 'printIssn' | 'onlineIssn', kind: 'print' | 'electronic') =>
    all(meaning).flatMap((text) => issnsIn(text).map(({ value }) => ({ value, kind })));
  const kinds = [
    ...all('kind').flatMap((text) => text.split(';')),
    ...all('identifier').filter((text) => !isDoi(text)),
  ];
  const ranges = all('pages').filter((text) => text.trim() !== '');
  return {
    ...emptyArticle,
    language: oneLine(first('language')) || null,
    titles: titlesOf(all('title')),
    abstracts: [{ language: null, text: plainText(all('abstract').join('\n') || first('summary')) }],
    keywords: [{ language: null, list: keywordsOf(all('keyword'), format.isKeywordWhole) }],
    dates: [
      ...datesOf(all('date'), 'issue'),
      ...datesOf(all('onlineDate'), 'online'),
      ...datesOf(all('printDate'), 'print'),
    ],
    dois: [
      ...all('doi'),
      ...[...all('identifier'), ...all('note'), ...all('address').flatMap(addressesIn)].filter(isDoi),
    ],
    issns: [...issns, ...typed('printIssn', 'print'), ...typed('onlineIssn', 'electronic')],
    journal: plainText(first('journal')),
    volume: plainText(first('volume')),
    number: plainText(first('number')),
    pages: ranges.length > 0 ? splitPages(ranges[0]!) : joinPages(first('startPage'), first('endPage')),
    articleNumber: first('articleNumber'),
    authors: people.authors,
    links: [
      ...linksOf(all('address'), null, 'landing'),
      ...linksOf(all('pdf'), 'PDF', 'file'),
      ...linksOf(all('file'), null, 'file'),
    ],
    kinds: kinds.map((text) => ({ text })),
    doubt: doubtOf(first('type'), format.articleTypes),
    origin: {
      parts: [
        sourcePart(
          '',
          fields.map(({ tag, value }) => sourcePart(tag, [value])),
        ),
      ],
      rules: rulesOf(meanings),
    },
    dropped: people.dropped,
    notes: [...people.notes, ...notes],
  };
}

/** Each has one set of rules, because there are many records. */
const rulesByMeanings = new WeakMap<TagMeanings, PartRules>();

function rulesOf(meanings: TagMeanings): PartRules {
  const known = rulesByMeanings.get(meanings);
  if (known) return known;
  const named = new Map<string, Message>();
  const ofTags = new Map<string, Shape>(xmlShapes);
  for (const [tag, meaning] of meanings) {
    const name = typeof meaning === 'string' ? names.get(meaning) : meaning;
    if (name) named.set(tag, name);
    const shape = meaning === null ? isCodeOrDate : typeof meaning === 'string' && shapes.get(meaning);
    if (shape) ofTags.set(tag, shape);
  }
  const rules = { named, shapes: ofTags };
  rulesByMeanings.set(meanings, rules);
  return rules;
}

/** Names for the rest of fields, by their meanings. */
const names = new Map<Meaning, Message>([
  ['note', msg('import.part.remarks')],
  ...(['type', 'kind', 'identifier'] as const).map((meaning): [Meaning, Message] => [
    meaning,
    msg('import.part.documentType'),
  ]),
  ['journal', msg('import.part.journalDetails')],
]);

/** Numbers of a database, and when it took the record. */
function isCodeOrDate(value: string): boolean {
  return isReference(value) === true || isDate(value) === true || isWord(value) === true;
}

/** The values of fields that become something else, by their meanings. */
const shapes = new Map<Meaning, Shape>([
  ['type', isWord],
  ['kind', isWord],
  ['identifier', isWord],
  ['language', isLanguage],
  ...(['date', 'onlineDate', 'printDate'] as const).map((kind): [Meaning, Shape] => [kind, isDate]),
  ...(['pages', 'endPage'] as const).map((kind): [Meaning, Shape] => [kind, isPages]),
  ...(['issn', 'printIssn', 'onlineIssn'] as const).map((kind): [Meaning, Shape] => [kind, asIssn]),
  ...(['author', 'editor', 'contributor'] as const).map((kind): [Meaning, Shape] => [kind, asNames]),
]);

/** The values of each meaning, tag after tag. */
function valuesByMeaning(
  fields: readonly TaggedField[],
  meanings: TagMeanings,
): ReadonlyMap<Meaning, string[]> {
  const byTag = Map.groupBy(fields, ({ tag }) => tag);
  const values = new Map<Meaning, string[]>();
  for (const [tag, meaning] of meanings) {
    const own = byTag.get(tag);
    if (!own || typeof meaning !== 'string') continue;
    values.set(meaning, [...(values.get(meaning) ?? []), ...own.map(({ value }) => value)]);
  }
  return values;
}

/** Two different title lines are title and subtitle. */
function titlesOf(lines: readonly string[]): SourceArticle['titles'] {
  const texts = [...new Set(lines.map((line) => oneLine(plainText(line))))].filter((text) => text !== '');
  const [text, ...subtitles] = texts;
  return text === undefined ? [] : [{ language: null, text, subtitles }];
}

/** One field may hold several keywords, with one on each continuation line; several fields hold one or more each. */
function keywordsOf(values: readonly string[], isWhole = false): string[] {
  const texts = values.map((value) => plainText(value)).filter((text) => text.trim() !== '');
  if (texts.length === 1) return splitKeywordText(texts[0]!);
  // A comma may belong to a keyword that has a field of its own.
  const isList = (text: string) => !isWhole && /[^;\s]/.test(text.slice(text.search(/[;\n]|$/)));
  return texts.flatMap((text) => (isList(text) ? splitKeywordText(text) : text.replace(/[;,]\s*$/, '')));
}

/** A serial number has eight characters at least; shorter ones are numbers of the database, longer ones those of books. */
function issnsOf(texts: readonly string[]): Pick<SourceArticle, 'issns' | 'notes'> {
  const isSerialNumber = (text: string) => text.replace(/[^\dXx]/g, '').length >= 8;
  const filled = texts.filter((text) => text.trim() !== '');
  const found = filled.map((text) => ({ text, issns: isSerialNumber(text) ? issnsIn(text) : [] }));
  return {
    issns: found.flatMap(({ issns }) => issns),
    notes: found
      .filter(({ issns }) => issns.length === 0)
      .map(({ text }) => msg('import.note.notAnIssn', { text: oneLine(text) })),
  };
}

/** The fullest date first; the others show whether the file contradicts itself. */
function datesOf(texts: readonly string[], kind: SourceDate['kind']): SourceDate[] {
  const year = texts.map((text) => /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0]).find(Boolean) ?? '';
  const dates = texts.flatMap((text): (YearAndMonth & { fullness: number })[] => {
    // Many programs write `DA  - May 17` beside `PY  - 2024`.
    const withYear = text.trimStart().startsWith('/') ? `${year}${text.trim()}` : `${text} ${year}`;
    const date = dateOf(text) ?? (text.trim() === '' ? null : dateOf(withYear));
    if (date) return [date];
    // A text without a year may be a date of another calendar: `民國110年`.
    return text.trim() === '' ? [] : [{ year: oneLine(text), month: '', fullness: -1 }];
  });
  return dates
    .sort((a, b) => b.fullness - a.fullness)
    .map(({ year, month, unclear }) => ({ kind, year, month, ...(unclear !== undefined && { unclear }) }));
}

/** `2024/05/17/`, `2024///Spring`, `2024-05-17`, `17 May 2024`. */
function dateOf(text: string): (YearAndMonth & { fullness: number }) | null {
  const plain = oneLine(text);
  const slashed = /^(\d{4})\/([^/]*)(?:\/([^/]*))?(?:\/(.*))?$/.exec(plain);
  if (!slashed) {
    const date = readDate(plain);
    return (
      date && {
        ...(yearAndMonth(plain) ?? { year: date.year, month: '' }),
        fullness: [date.month || dependsOnLanguage(plain), date.day].filter(Boolean).length,
      }
    );
  }
  const [, year = '', month = '', day = '', other = ''] = slashed;
  const hasOther = monthNumber(other) !== null || dependsOnLanguage(other);
  if (/^(?:00)?$/.test(month.trim())) return { year, month: other, fullness: hasOther ? 1 : 0 };
  // `2020/2021`
  if (/^\d{4}$/.test(month)) return { year, month: plain, fullness: 0 };
  return { year, month, fullness: day.trim() === '' ? 1 : 2 };
}

/** Authors of whom the format has only the names. */
function listedPeople(fields: readonly TaggedField[], meanings: TagMeanings): People {
  const authors: SourceAuthor[] = [];
  const notes: Message[] = [];
  const ofAuthors = fields.filter(({ tag }) => /^(?:author|group)$/.test(String(meanings.get(tag))));
  const firstTags = new Map<string, string>();
  for (const { tag, value } of ofAuthors) {
    const isGroup = meanings.get(tag) === 'group';
    for (const text of (isGroup ? [plainText(value)] : plainText(value).split(';')).map(oneLine)) {
      if (text === '') continue;
      // Some programs write all authors under both tags; under one, authors with the same name are several.
      if (!firstTags.has(text)) firstTags.set(text, tag);
      if (firstTags.get(text) !== tag) continue;
      if (isAnonymous(text)) notes.push(msg('import.note.anonymous'));
      else if (isEtAl(text)) notes.push(msg('import.note.etAl'));
      else authors.push({ name: isGroup ? text : turnName(text), affiliations: [], orcid: '' });
    }
  }
  return { authors, notes: [...notes, ...contributorsOf(fields, meanings)], dropped: [] };
}

/** The note on contributors who are not authors. */
export function contributorsOf(fields: readonly TaggedField[], meanings: TagMeanings): Message[] {
  return otherContributors(
    fields.flatMap(({ tag, value }) => {
      const meaning = meanings.get(tag);
      const role = meaning === 'contributor' ? tag : meaning;
      if (role !== 'editor' && role !== 'translator' && meaning !== 'contributor') return [];
      return [{ name: nameText(turnName(oneLine(value))), role: role as string }];
    }),
  );
}

function linksOf(values: readonly string[], type: string | null, role: SourceLink['role']): SourceLink[] {
  return values.flatMap(addressesIn).map((url) => ({ url, type, role }));
}

const webAddress = /^https?:\/\//i;

/** The web addresses in a line; a line without any is kept whole. */
function addressesIn(value: string): string[] {
  const found = value.split(/\s+|;(?=\s|https?:|$)/).filter((part) => webAddress.test(part));
  return found.length > 0 ? found : [value];
}

function isDoi(text: string): boolean {
  return parseDoi(text) !== null;
}

function doubtOf(value: string, articleTypes: RegExp | undefined): Message | null {
  const type = oneLine(value);
  return type === '' || !articleTypes || articleTypes.test(type)
    ? null
    : msg('import.doubt.otherType', { type });
}
