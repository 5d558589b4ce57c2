import type { NameOrders } from '../../shared/draft/importChoices.ts';
import type { Message } from '../../shared/message.ts';
import type { SourceArticle, SourceAuthor } from './sourceArticle.ts';
import { languageCode } from './text/languages.ts';
import { isEastAsianName, type NameOrder, nameText } from './text/names.ts';
import { oneLine } from './text/plainText.ts';
import { monthNumber } from './text/sourceDates.ts';

/** The choices that a record offers, and what the user should know before importing it. */
export interface RecordFacts {
  /** The languages of its texts, if there are several. */
  languages: readonly string[];
  /** True if it appeared online and in print in different months. */
  hasTwoDates: boolean;
  /** True if an author has several affiliations. */
  hasAffiliations: boolean;
  /** A name for whose order the culture decides; null if there is none. */
  name: NameOrders | null;
  /** The title of its journal, or an empty text, if no ISSN identifies the journal; else null. */
  journal: string | null;
  /** False if its only address is the one that its DOI resolves to. */
  hasLink: boolean;
  /** True if it should not be imported unless the user wants it. */
  isDoubtful: boolean;
  /** Names of parts for which the directory has no field. */
  dropped: readonly Message[];
}

const maxLanguages = 50;
const maxTitleLength = 300;

export function recordFacts(source: SourceArticle, doubt: SourceArticle['doubt']): RecordFacts {
  const { titles, abstracts, keywords, issns, journal, authors, links, dropped } = source;
  const hasSeveral = titles.length > 1 || abstracts.length > 1 || keywords.length > 1;
  return {
    languages: hasSeveral ? languagesOf(source) : [],
    hasTwoDates: hasTwoDates(source),
    hasAffiliations: authors.some(({ affiliations }) => affiliations.length > 1),
    name: nameOfCulture(authors, source.language),
    journal: issns.some(({ value }) => value.trim() !== '')
      ? null
      : oneLine(journal).slice(0, maxTitleLength),
    hasLink: links.some(({ url }) => url.trim() !== ''),
    isDoubtful: doubt !== null,
    dropped,
  };
}

function languagesOf({ titles, abstracts, keywords, language: own }: SourceArticle): string[] {
  const stated = [...titles, ...abstracts, ...keywords].flatMap(({ language }) => language ?? []);
  const languages = new Set(
    [...stated, ...(own === null ? [] : [own])]
      .slice(0, maxLanguages)
      .map(languageCode)
      .filter((code) => code !== null && /^[a-z]{2,3}$/.test(code) && code !== 'und') as string[],
  );
  return languages.size > 1 ? [...languages] : [];
}

/** Languages in which the family name comes first. */
const familyFirst = new Set(['hu', 'zh', 'ja', 'ko', 'vi']);
const maxNameLength = 100;

/** The first name in parts that is written with the family name first in its culture. */
function nameOfCulture(authors: readonly SourceAuthor[], language: string | null): RecordFacts['name'] {
  const isOfCulture = familyFirst.has(languageCode(language) ?? '');
  for (const { name } of authors) {
    if (typeof name === 'string' || !name.family?.trim() || !name.given?.trim()) continue;
    if (!isOfCulture && !name.isFamilyFirst && !isEastAsianName(name)) continue;
    const inOrder = (order: NameOrder) => nameText(name, order).slice(0, maxNameLength);
    const usual = inOrder(languageCode(language) === 'hu' ? 'culture' : null);
    return { usual, family: inOrder('family'), given: inOrder('given') };
  }
  return null;
}

function hasTwoDates({ dates }: SourceArticle): boolean {
  const [online, print] = (['online', 'print'] as const).map((kind) =>
    dates.find((date) => date.kind === kind),
  );
  if (!online || !print) return false;
  return online.year !== print.year || monthNumber(online.month) !== monthNumber(print.month);
}
