import type { Json } from '../../../shared/json.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { parseDoi, trailingPunctuation } from '../../../shared/text/identifiers.ts';
import { maxNamed, type SourceArticle } from '../sourceArticle.ts';
import { issnOf } from '../text/issnText.ts';
import { oneLine } from '../text/plainText.ts';
import type { Choices } from './choices.ts';

/** `10.5555/a; 10.5555/b` and `10.5555/a DOI: 10.5555/b`. */
const betweenDois =
  /(?<=10\.\d{4,9}\/[^\s;,|]{1,300})[;,|\s]{1,5}(?=(?:doi:?\s{0,2})?(?:https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/)/i;

/** The only DOI; none if there are several, which a note names. */
export function chooseDoi({ dois }: SourceArticle, notes: Message[]): string {
  const found = new Map<string, FoundDoi>();
  for (const text of dois.flatMap((one) => one.split(betweenDois))) {
    const doi = parseDoi(text);
    if (doi !== null) {
      const cutFrom = isCut(text) ? oneLine(text) : null;
      const known = found.get(doi.toLowerCase());
      if (known === undefined) found.set(doi.toLowerCase(), { doi, cutFrom });
      else if (cutFrom === null) known.cutFrom = null;
    } else if (text.trim() !== '') notes.push(msg('import.note.notADoi', { text: oneLine(text) }));
  }
  const all = [...found.values()];
  if (all.length > 1) {
    notes.push(msg('import.error.severalDois', { dois: all.slice(0, maxNamed).map(({ doi }) => doi) }));
    return '';
  }
  const [{ doi, cutFrom } = { doi: '', cutFrom: null }] = all;
  if (cutFrom !== null) notes.push(msg('import.note.doiEnd', { text: cutFrom, doi }));
  if (/[#?]/.test(doi)) notes.push(msg('import.note.doiOfAddress', { doi }));
  return doi;
}

interface FoundDoi {
  doi: string;
  /** The text of which the end was left out; null if the source has the DOI without it, too. */
  cutFrom: string | null;
}

/** Returns true for a text with punctuation behind its DOI that may belong to it, unlike brackets and quotation marks. */
function isCut(text: string): boolean {
  const line = oneLine(text)
    .replace(/^[<(["'\u201c\u201e]+/, '')
    .replace(/&(?:lt|gt|amp);$/, '');
  return /[.,;:!?]/.test(trailingPunctuation(line));
}

/**
 * The first ISSN of each kind. One without a kind takes the free slot: a single one is online, and of two the first is
 * print.
 */
export function issns(
  { issns: all }: SourceArticle,
  { issnKinds, journal }: Choices,
  notes: Message[],
): Json[] {
  if (!all.some(({ value }) => value.trim() !== '')) return issnsOf(journal);
  const seen = new Set(['']);
  const known = all
    // What the file says of an ISSN counts wherever it says it.
    .toSorted((one, other) => Number(one.kind === null) - Number(other.kind === null))
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
