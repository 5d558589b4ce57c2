import { type Message, msg } from '../../../shared/message.ts';
import { parseDoi, parseOrcid } from '../../../shared/text/identifiers.ts';
import type { SourceArticle, SourceAuthor } from '../sourceArticle.ts';
import { type TaggedField, taggedReader } from '../tagged/readTagged.ts';
import { contributorsOf, type People, taggedArticle, tagMeanings } from '../tagged/taggedArticle.ts';
import { isAnonymous, isEtAl, turnName } from '../text/names.ts';
import { medlinePages } from '../text/pages.ts';
import { oneLine, plainText } from '../text/plainText.ts';
import { pubmedAbstracts, pubmedTitles } from './pubmedTexts.ts';

/** Relations to other records that say what kind of article this one is. */
const relations = new Map([
  ['RIN', 'retraction in'],
  ['PRIN', 'correction in'],
  ['EIN', 'erratum in'],
  ['ECI', 'expression of concern in'],
  ['CRI', 'correction in'],
  ['RPI', 'correction in'],
  ['ROF', 'retraction of'],
  ['PROF', 'retraction of'],
  ['EFR', 'erratum for'],
  ['ECF', 'expression of concern for'],
]);

/** The tags of MEDLINE (reference/import-formats.md 4.13). */
const meanings = tagMeanings([
  ['title', 'TI'],
  ['abstract', 'AB'],
  ['keyword', 'OT'],
  ['author', 'FAU AU'],
  ['group', 'CN'],
  ['editor', 'FED'],
  ['contributor', 'FIR'],
  ['journal', 'JT TA'],
  ['volume', 'VI'],
  ['number', 'IP'],
  ['issn', 'IS'],
  ['onlineDate', 'DEP'],
  ['printDate', 'DP'],
  ['kind', 'PT'],
  ['language', 'LA'],
  [
    msg('import.part.relations'),
    `${[...relations.keys()].join(' ')} CIN CON CRF RPF UIN UOF ORI SPIN DDIN DRIN`,
  ],
  [msg('import.part.history'), 'PHST'],
  [msg('import.part.funding'), 'GR'],
  [msg('import.part.licence'), 'CI OCI'],
  [msg('import.part.identifiers'), 'PMID PMC MID OID SI'],
  ['note', 'GN'],
  [msg('import.part.place'), 'PL'],
  [msg('import.part.authorDetails'), 'IRAD'],
  // What the database notes about its own work, or repeats of other fields.
  [msg('import.part.identifiers'), 'LID AID'],
  [msg('import.part.authorDetails'), 'AUID'],
  [msg('import.part.journalDetails'), 'SO'],
  [null, 'TT OAB OABL PG AD ED IR OWN STAT DCOM LR DA CRDT EDAT MHDA PST SB JID OTO PUBM PMCR CTDT RF'],
]);

/** Reads the tagged records of PubMed. */
export const readNbib = taggedReader({
  tagOf(line) {
    const [, tag, value = ''] = /^([A-Z][A-Z\d]{1,3}) {0,2}- ?(.*)$/s.exec(line) ?? [];
    return tag === undefined ? null : { tag, value };
  },
  first: 'PMID',
  last: null,
  isWrapped: true,
  article: nbibArticle,
});

function nbibArticle(fields: readonly TaggedField[]): SourceArticle {
  const all = (tag: string) =>
    fields.filter((field) => field.tag === tag).map(({ value }) => plainText(value));
  const first = (tag: string) => all(tag).find((value) => value.trim() !== '') ?? '';
  const article = taggedArticle(fields, { meanings, people });
  const language = first('LA');
  const identifiers = [...all('LID'), ...all('AID')].map(oneLine);
  const dois = identifiers
    .filter((text) => /\[doi\]$/i.test(text))
    .map((text) => text.replace(/(?<!\s)\s*\[doi\]$/i, ''));
  return {
    ...article,
    titles: pubmedTitles(oneLine(first('TI')), oneLine(first('TT')), language),
    abstracts: pubmedAbstracts(all('AB'), otherAbstracts(all('OAB'), all('OABL')), language),
    dois: dois.length > 0 ? dois : doisIn(first('SO')),
    pages: medlinePages(first('PG')),
    doubt: first('BTI') === '' ? null : msg('import.doubt.otherType', { type: 'Book Chapter' }),
    kinds: [
      ...article.kinds,
      ...fields.flatMap(({ tag }) => {
        const text = relations.get(tag);
        return text === undefined ? [] : [{ text }];
      }),
    ],
  };
}

function otherAbstracts(texts: string[], languages: string[]): { language: string | null; text: string }[] {
  return texts.map((text, at) => ({ language: languages[at] ?? null, text }));
}

/** The citation ends with the DOI in older records: `doi: 10.1000/182.` */
function doisIn(citation: string): string[] {
  return [...citation.matchAll(/\bdoi:\s?(10\.\S+?)\.?(?=\s|$)/gi)]
    .map((found) => found[1]!)
    .filter((text) => parseDoi(text) !== null);
}

/**
 * Each author has a full name, a short one, identifiers and affiliations, in this order. An affiliation before all names
 * is that of the first author, as in records made before 2014.
 */
function people(fields: readonly TaggedField[]): People {
  const authors: (SourceAuthor & { affiliations: { name: string }[] })[] = [];
  const notes: Message[] = [];
  const early: { name: string }[] = [];
  let isFull = false;
  const add = (name: SourceAuthor['name']) => authors.push({ name, affiliations: [], orcid: '' });
  for (const { tag, value } of fields) {
    const text = oneLine(plainText(value));
    if (text === '') continue;
    if (tag === 'FAU') add(fullName(text));
    else if (tag === 'AU') {
      if (isEtAl(text)) notes.push(msg('import.note.etAl'));
      else if (!isFull && isAnonymous(text)) notes.push(msg('import.note.anonymous'));
      else if (!isFull) add(shortName(text));
    } else if (tag === 'CN') add(text);
    else if (tag === 'AD') (authors.at(-1)?.affiliations ?? early).push({ name: text });
    else if (tag === 'AUID') giveOrcid(authors.at(-1), text);
    isFull = tag === 'FAU';
  }
  authors[0]?.affiliations.unshift(...early);
  return {
    authors,
    notes: [...notes, ...contributorsOf(fields, meanings)],
    dropped: [...(authors.length === 0 && early.length > 0 ? [msg('import.part.addresses')] : [])],
  };
}

function giveOrcid(author: SourceAuthor | undefined, text: string): void {
  const id = text.replace(/^orcid:?\s*/i, '');
  const isOrcid = id !== text || parseOrcid(id) !== null;
  if (author && isOrcid && author.orcid === '') author.orcid = id;
}

const suffix = String.raw`(Jr|Sr|\d(?:st|nd|rd|th)|I{2,3}|IV)\.?`;

/** `Okoro, Ada B Jr`. */
function fullName(text: string): SourceAuthor['name'] {
  const found = new RegExp(`^([^,]+), ([^,]+) ${suffix}$`).exec(text);
  return found ? { family: found[1]!, given: found[2]!, suffix: found[3]! } : turnName(text);
}

/** `Okoro AB Jr`: family name, initials, suffix. */
function shortName(text: string): SourceAuthor['name'] {
  const found = new RegExp(`^(\\S.*) (\\p{Lu}{1,4})(?: ${suffix})?$`, 'u').exec(text);
  return found ? { family: found[1]!, given: found[2]!, suffix: found[3] ?? '' } : text;
}
