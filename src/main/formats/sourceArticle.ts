import { type PlainTextName, plainTexts } from '../../shared/article/articleFields.ts';
import type { Message } from '../../shared/message.ts';
import type { StatedKind } from './article/articleKind.ts';
import type { Pages } from './text/pages.ts';
import type { PartRules, SourcePart } from './unused/sourcePart.ts';

/** Text with its language as the file states it (`en`, `fre`, `fr_CA`), or null. */
export interface Wording {
  language: string | null;
  text: string;
}

export interface SourceTitle extends Wording {
  /** A leading article that is ignored in sorting, such as "The". */
  prefix?: string;
  subtitles?: readonly string[];
}

export interface SourceKeywords {
  language: string | null;
  list: readonly string[];
}

/** A name in parts, or as one text. */
export interface NameParts {
  given?: string;
  /** Particles before the family name, such as "van der". */
  particle?: string;
  family?: string;
  suffix?: string;
  /** True if the file says that the family name comes first. */
  isFamilyFirst?: boolean;
  /** What the reader took out of the text, such as marks, degrees, e-mail addresses and ORCIDs. */
  additions?: readonly string[];
}

export interface SourceAffiliation {
  name: string;
  /** The address of the organisation at ror.org, in any form; left out if the file has none. */
  ror?: string;
}

export interface SourceAuthor {
  name: NameParts | string;
  affiliations: readonly SourceAffiliation[];
  /** In any form; empty if the file has none. */
  orcid: string;
  /** True if the file says that nobody has confirmed the ORCID. */
  isOrcidUnverified?: boolean;
}

/** The kinds of date that can be the date of publication, in the order in which they are preferred. */
export const dateKinds = ['online', 'print', 'issue', 'collection'] as const;
export type DateKind = (typeof dateKinds)[number];

/** The parts of a date as the file has them: `2024` and `5`, `05`, `May`, `maio`, `Spring` or nothing. */
export interface SourceDate {
  kind: DateKind;
  year: string;
  month: string;
  /** The text of a date in which the day was taken to come before the month. */
  unclear?: string;
}

export interface SourceIssn {
  value: string;
  /** Null if the file does not say. */
  kind: 'print' | 'electronic' | null;
}

export interface SourceLink {
  url: string;
  /** The content type, media type or format that the file states, or null. */
  type: string | null;
  role: 'landing' | 'file';
  /** The address to which the file says that a relative one refers. */
  base?: string;
}

/** The fields that need no choice: volume, issue number. */
export type PlainTexts = Record<PlainTextName, string>;
const noPlainTexts = Object.fromEntries(plainTexts.map(({ name }) => [name, ''])) as PlainTexts;

/** The parts of a record, and what its format says of them. */
export interface Origin {
  parts: readonly SourcePart[];
  rules: PartRules;
}

/**
 * An article as a file describes it, with every value that may compete for one field of the directory. Texts are plain
 * (`plainText`, `lineOf`), everything else is as in the file; `articleOf` chooses and normalises.
 */
export interface SourceArticle extends PlainTexts {
  /** The article's own language. */
  language: string | null;
  titles: readonly SourceTitle[];
  abstracts: readonly Wording[];
  keywords: readonly SourceKeywords[];
  /** True if the first abstract and keywords are used whatever their language, unless the user chose one. */
  isFirstPreferred: boolean;
  dates: readonly SourceDate[];
  /** DOIs and addresses of DOIs. */
  dois: readonly string[];
  issns: readonly SourceIssn[];
  /** The journal's title. */
  journal: string;
  pages: Pages;
  /** An article number in a field of its own. */
  articleNumber: string;
  authors: readonly SourceAuthor[];
  links: readonly SourceLink[];
  publisherRecordId: string;
  /** Its type and notices about it, as the file names them, as far as they may make it no ordinary article. */
  kinds: readonly StatedKind[];
  /** Why it should not be imported unless the user wants it: not published, not an article. */
  doubt: Message | null;
  /** The record as its file has it, to find and name what is not imported; null if it is not from a file. */
  origin: Origin | null;
  /** Names of parts for which the directory has no field (`import.part`), beside those that the origin names. */
  dropped: readonly Message[];
  /** Other remarks of the reader. */
  notes: readonly Message[];
}

/** The article with another part of its record in the file. */
export function withParts(source: SourceArticle, part: SourcePart | undefined): SourceArticle {
  const { origin } = source;
  return origin === null || part === undefined
    ? source
    : { ...source, origin: { ...origin, parts: [...origin.parts, part] } };
}

/** An empty article, to be filled by a reader. */
export const emptyArticle: SourceArticle = {
  language: null,
  titles: [],
  abstracts: [],
  keywords: [],
  isFirstPreferred: false,
  dates: [],
  dois: [],
  issns: [],
  journal: '',
  ...noPlainTexts,
  pages: { start: '', end: '' },
  articleNumber: '',
  authors: [],
  links: [],
  publisherRecordId: '',
  kinds: [],
  doubt: null,
  origin: null,
  dropped: [],
  notes: [],
};

/** How many values of one kind a note names: a record may have any number. */
export const maxNamed = 20;
