import { plainTexts } from '../../../shared/article/articleFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { ImportChoices } from '../../../shared/draft/importChoices.ts';
import type { Json } from '../../../shared/json.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { undecodedTwice } from '../../../shared/text/decodedTwice.ts';
import type { SourceArticle } from '../sourceArticle.ts';
import { plainText } from '../text/plainText.ts';
import { withTex } from '../text/texInText.ts';

/** Texts that may hold markup, and others that only may be damaged. */
const markedUp = ['titles', 'abstracts', 'keywords'] as const;
const others = ['authors', 'journal', ...plainTexts.map(({ name }) => name)] as const;
const withTexts = [...markedUp, ...others];
/** The longest part of a text that a note shows. */
const maxShown = 100;

/** The note on texts that the user keeps as they are. */
export const seemsDecodedTwice = 'import.note.seemsDecodedTwice';

/** The first text that was decoded twice, as far as a note shows it. */
interface Found {
  before: string;
  after: string;
}

/**
 * An article whose texts are as they were meant: what was decoded twice is decoded back unless the user keeps it, escaped
 * markup is taken for markup, formulas of TeX are read, and line separators are blanks. A note names the first text that
 * was decoded twice.
 */
export function repairTexts(
  source: SourceArticle,
  { decodedTwice }: Pick<ImportChoices, 'decodedTwice'>,
): { source: SourceArticle; notes: Message[] } {
  if (!withTexts.some((name) => hasFaults(source[name]))) return { source, notes: [] };
  const found: Found[] = [];
  const repair = (text: string, hasMarkup: boolean): string => {
    const repaired = decodedBack(text, decodedTwice, found).replace(separators, ' ');
    return hasMarkup ? withTex(withoutEscapedMarkup(repaired)) : repaired;
  };
  const repaired: Record<string, unknown> = { ...source };
  for (const name of markedUp) repaired[name] = mapTexts(source[name], (text) => repair(text, true));
  for (const name of others) repaired[name] = mapTexts(source[name], (text) => repair(text, false));
  return { source: repaired as unknown as SourceArticle, notes: notesOn(found, decodedTwice) };
}

/** Members of article JSON that are no text. */
const noText = new Set(['url', 'id', 'type', 'content_type', 'orcid_id']);

/** The same for a record that a reader took over as it is: only what was decoded twice. */
export function repairRecord(
  record: DraftRecord,
  { decodedTwice }: Pick<ImportChoices, 'decodedTwice'>,
): { record: DraftRecord; notes: Message[] } {
  const found: Found[] = [];
  const repaired = mapTexts(record.bibjson, (text) => decodedBack(text, decodedTwice, found), noText) as Json;
  if (found.length === 0) return { record, notes: [] };
  return { record: { ...record, bibjson: repaired }, notes: notesOn(found, decodedTwice) };
}

function decodedBack(text: string, choice: ImportChoices['decodedTwice'], found: Found[]): string {
  const meant = undecodedTwice(text);
  if (meant === null) return text;
  if (found.length === 0) found.push({ before: text.slice(0, maxShown), after: meant.slice(0, maxShown) });
  return choice === 'correct' ? meant : text;
}

function notesOn([first]: readonly Found[], choice: ImportChoices['decodedTwice']): Message[] {
  const key = choice === 'correct' ? 'import.note.decodedTwice' : seemsDecodedTwice;
  return first ? [msg(key, { ...first })] : [];
}

/** Unicode's "next line" would be dropped as a control character, and join two words. */
const separators = /\u0085/g;

/** The start of a known element, its tag as characters or as references. */
const opening =
  /(?:<|&lt;)(i|b|em|strong|u|sub|sup|inf|sc|italic|bold|p|span|tt|small)(?:\s[^<>]{0,500})?(?:>|&gt;)/gi;

function withoutEscapedMarkup(text: string): string {
  let plain = text;
  for (let time = 0; time < 2 && hasEscapedMarkup(plain); time++) plain = plainText(plain);
  return plain;
}

function hasEscapedMarkup(text: string): boolean {
  if (!/<|&lt;/i.test(text)) return false;
  const names = new Set([...text.matchAll(opening)].map(([, name]) => name!.toLowerCase()));
  const lowered = text.toLowerCase();
  return [...names].some((name) => lowered.includes(`</${name}>`) || lowered.includes(`&lt;/${name}&gt;`));
}

/** A value with all texts in it changed, except members with these names. */
function mapTexts(value: unknown, change: (text: string) => string, except?: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change, except));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      except?.has(name) ? one : mapTexts(one, change, except),
    ]),
  );
}

/** Returns true if a text in a value may need a repair; hardly any does. */
function hasFaults(value: unknown): boolean {
  if (typeof value === 'string')
    return (
      // These signs alone are found in a fraction of the time.
      (/[\u0085<&$\\{]/.test(value) && /\u0085|<|&lt;|\$|\\[([a-z%&#_{"'`^~=.]|[\^_]\{/i.test(value)) ||
      undecodedTwice(value) !== null
    );
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasFaults);
  for (const name in value) if (hasFaults((value as Record<string, unknown>)[name])) return true;
  return false;
}
