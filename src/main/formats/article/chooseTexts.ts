import { type Message, msg } from '../../../shared/message.ts';
import { parseDoi } from '../../../shared/text/identifiers.ts';
import { maxNamed, type SourceArticle, type SourceTitle } from '../sourceArticle.ts';
import { withoutHeadingOfWhole } from '../text/headedLine.ts';
import { inLanguage, languageCode } from '../text/languages.ts';
import { oneLine, tidyLines } from '../text/plainText.ts';
import type { Choices } from './choices.ts';

/** The title in the wanted language, and the titles that are left. */
export function chooseTitle(
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
export function textLanguages(
  source: SourceArticle,
  choices: Choices,
  titleLanguage: string | null,
): (string | null)[] {
  return source.isFirstPreferred ? [choices.language] : [titleLanguage, source.language, 'en'];
}

/** The abstract in the first of these languages that there is; `counted` gets the texts that a note only counts. */
export function chooseAbstract(
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

/** Like `chooseAbstract`, each keyword once. */
export function chooseKeywords(
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
