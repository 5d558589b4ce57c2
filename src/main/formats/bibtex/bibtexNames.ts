import { type Message, msg } from '../../../shared/message.ts';
import { texText } from '../../../shared/text/tex/texText.ts';
import type { NameParts, SourceAuthor } from '../sourceArticle.ts';
import { isAnonymous, isEtAl, isSuffix, turnName, withAdditions } from '../text/names.ts';
import { oneLine, plainText } from '../text/plainText.ts';

/** The semicolon of a reference such as `&iacute;` is none. */
const separators = / and(?= |$)|^and(?= )|(?<!&(?:[a-z]\w{1,30}|#\d{1,7}|#x[\da-f]{1,6}));/gi;

/** The authors of a BibTeX field, which are separated by "and" outside braces. */
export function bibtexAuthors(tex: string): { authors: SourceAuthor[]; notes: Message[] } {
  const authors: SourceAuthor[] = [];
  const notes: Message[] = [];
  for (const whole of splitOutside(tex.replace(/\s+/g, ' ').trim(), separators)) {
    const { name, additions } = withoutNotes(whole);
    const text = nameLine(name);
    if (text === '') continue;
    if (isEtAl(text)) notes.push(msg('import.note.etAl'));
    else if (isAnonymous(text)) notes.push(msg('import.note.anonymous'));
    else
      for (const one of namesIn(name))
        authors.push({ name: withAdditions(one, additions), affiliations: [], orcid: '' });
  }
  return { authors, notes };
}

/** A name without commands that refer to notes, which are no part of it: `\thanks{Corresponding author}`. */
function withoutNotes(tex: string): { name: string; additions: string[] } {
  const additions: string[] = [];
  const name = tex.replace(
    /\\(?:thanks|footnote|fnref|corref|inst|orcid(?:ID|link)?|email|ead|affil)\s?(?:\[[^\]{}]{0,50}\])?\{([^{}]{0,300})\}/g,
    (_, text: string) => {
      additions.push(nameLine(text));
      return '';
    },
  );
  return { name, additions: additions.filter((addition) => addition !== '') };
}

/** `Okoro Ada, Li Ben, Sato Hana`: names between commas, as they stand in no BibTeX that programs write. */
function namesIn(name: string): (NameParts | string)[] {
  const parts = splitOutside(name, /,/g).map((part) => nameLine(part));
  const isList = parts.length > 2 && parts.every((part) => /\p{L}\S*\s\S/u.test(part) && !/[=]/.test(part));
  return isList ? parts.map(turnName) : [bibtexName(name)];
}

/** "First von Last", "von Last, First" or "von Last, Jr, First"; a name in braces is an organisation. */
function bibtexName(name: string): NameParts | string {
  const trimmed = name.trim();
  if (isGroup(trimmed)) return nameLine(trimmed);
  const parts = splitOutside(trimmed, /,/g).filter((part) => part.trim() !== '');
  const extended = extendedName(parts);
  if (extended) return extended;
  if (!trimmed.includes('{')) return turnName(nameLine(trimmed));
  const texts = parts.map(nameLine);
  // Text above the line has the commas between marks.
  const isPlain = texts.every((text) => !text.replace(/\^\([^()]*\)/g, '').includes(','));
  if (isPlain) return turnName(texts.join(', '));
  const [family = '', second = '', third = '', ...rest] = texts;
  if (parts.length < 3) return parts.length === 1 ? family : { family, given: second };
  return isSuffix(second)
    ? { family, given: third, suffix: [second, ...rest].join(', ') }
    : { family, given: second, suffix: [third, ...rest].join(', ') };
}

/** BibLaTeX's `family=Berg, given=Jan, prefix=van den`. */
function extendedName(parts: string[]): NameParts | null {
  const members = new Map<string, string>();
  for (const part of parts) {
    const found = /^\s*([a-z-]+)\s*=(.*)$/.exec(part);
    if (found) members.set(found[1]!, nameLine(found[2]!));
  }
  const family = members.get('family');
  if (family === undefined) return null;
  return {
    family,
    given: members.get('given') ?? '',
    particle: members.get('prefix') ?? '',
    suffix: members.get('suffix') ?? '',
  };
}

function nameLine(tex: string): string {
  return oneLine(plainText(texText(tex)));
}

/** Returns true if one pair of braces encloses the whole name. */
function isGroup(name: string): boolean {
  if (!name.startsWith('{') || !name.endsWith('}')) return false;
  let depth = 0;
  for (const { 0: brace, index } of name.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth === 0) return index === name.length - 1;
  }
  return false;
}

/** Splits at a separator, which must be a global pattern, outside braces. */
function splitOutside(tex: string, separator: RegExp): string[] {
  const parts: string[] = [];
  const sign = new RegExp(`[{}]|${separator.source}`, separator.flags);
  let depth = 0;
  let from = 0;
  for (const { 0: found, index } of tex.matchAll(sign)) {
    if (found === '{') depth++;
    else if (found === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      parts.push(tex.slice(from, index));
      from = index + found.length;
    }
  }
  return [...parts, tex.slice(from)];
}
