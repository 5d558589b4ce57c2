import { articleFields, plainTexts } from '../../../../shared/article/articleFields.ts';
import type { AuthorTarget, ColumnTarget } from '../../../../shared/tables/columnTargets.ts';
import { knownLanguageCode } from '../../text/languages.ts';
import {
  articleHeadings,
  articleWords,
  authorHeadings,
  authorWords,
  fillWords,
  ordinals,
} from './headingWords.ts';
import {
  ambiguousWorld,
  joinedLanguages,
  worldAuthorHeadings,
  worldAuthorWords,
  worldHeadings,
} from './worldHeadings.ts';

/** The field that a heading means. */
export interface HeadingMeaning {
  target: ColumnTarget;
  author?: number;
  language?: string;
}

/** Texts that a heading may give in several languages. */
const worded = new Set<ColumnTarget>(['title', 'subtitle', 'abstract', 'keywords']);
/** Authors' names that are also other words; they count only with the word "author" or a number beside them. */
const ambiguous = new Set([
  'name',
  'nom',
  'nombre',
  'nome',
  'first',
  'last',
  'middle',
  'mi',
  'suffix',
  'org',
  'display name',
]);
const maxHeadingLength = 200;
/** Plain texts are recognised by the heading in our tables, without any words of their own. */
const plainHeadings = Object.fromEntries(plainTexts.map(({ name }) => [name, articleFields[name].heading]));

interface Targets {
  article: Map<string, ColumnTarget>;
  author: Map<string, AuthorTarget>;
  ambiguous: ReadonlySet<string>;
  /** Words for "author" of all languages. */
  authorWords: ReadonlySet<string>;
}

let made: Targets | null = null;

/** Built at first use, because it takes milliseconds and most threads and commands read no tables. */
function targets(): Targets {
  made ??= {
    article: new Map([
      ...lookup<ColumnTarget>(worldHeadings),
      ...lookup<ColumnTarget>(plainHeadings),
      ...lookup<ColumnTarget>(articleHeadings),
      ...wholeLookup<ColumnTarget>(worldHeadings),
    ]),
    author: new Map([...lookup<AuthorTarget>(worldAuthorHeadings), ...lookup<AuthorTarget>(authorHeadings)]),
    ambiguous: new Set([...ambiguous, ...ambiguousWorld.map((phrase) => headingWords(phrase).join(' '))]),
    authorWords: new Set([...authorWords, ...worldAuthorWords.flatMap((word) => headingWords(word))]),
  };
  return made;
}

const bracketed = /^([^([]*)[([]([^)\]]*)[)\]]\s*$/;
/** Remarks that only say how a column is filled in; others change what it is: `Date (received)`. */
const onlyHow =
  /^(?:required|without|optional|mandatory|obligatorio|obligatoire|obrigat[oó]rio|pflichtfeld|facultatif|opcional|if any|max\b|separated|(?:semi)?colon|comma|yyyy|dd|mm|iso\b|e\.?g|(?:last|family|sur)[ -]?(?:name)?s?\b.*\b(?:first|given|name)|(?:nachname|apellidos?|sobrenome|nom)\b.*\b(?:vorname|nombre|nome|pr[eé]nom)|start\b.*\bend|from\b.*\bto)/i;

/** The field that a heading means in one of the languages that we know, or null. */
export function headingMeaning(heading: string): HeadingMeaning | null {
  if (heading.length > maxHeadingLength) return null;
  const [whole, plain = '', remark = ''] = bracketed.exec(heading) ?? [];
  const meaning = meaningOf(heading);
  const isKnown = meaning !== null && !['authorOther', 'authorName'].includes(meaning.target);
  const withoutRemark = !isKnown && whole !== undefined && onlyHow.test(remark) ? meaningOf(plain) : null;
  return withoutRemark ?? meaning ?? sameMeaning(heading);
}

/** What the parts of a heading in several languages mean, such as `Mots-clés / Keywords`. */
function sameMeaning(heading: string): HeadingMeaning | null {
  const [first, ...others] = heading.split('/').map(meaningOf);
  if (!first || others.length === 0) return null;
  const { target } = first;
  return others.every((other) => other?.target === target) ? { target } : null;
}

function meaningOf(heading: string): HeadingMeaning | null {
  const words = headingWords(heading);
  if (words.length === 0) return null;
  return (
    wholeMeaning(heading) ??
    languageMeaning(heading, words) ??
    articleMeaning(words) ??
    authorMeaning(words) ??
    numberedMeaning(words) ??
    articleMeaning(words.filter((word) => !articleWords.has(word)))
  );
}

/** The words of a heading without case, accents, punctuation, articles and the path to a member of the JSON. */
export function headingWords(heading: string): string[] {
  return allWords(heading).filter((word) => !fillWords.has(word));
}

/** Letters without marks that are often written as others: `ł` and the dotless i, and forms of Arabic letters. */
const letters: Record<string, string> = {
  ß: 'ss',
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ة: 'ه',
};

function allWords(heading: string): string[] {
  return heading
    .replace(/^\s*(?:bibjson|admin)\.(?:journal\.(?!title))?/, '')
    .replace(joinedLanguages, '$1 ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßłŁøđıيىكة]/g, (letter) => letters[letter]!)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) =>
      word.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1').split(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u),
    )
    .filter((word) => word !== '');
}

/** Phrases in which the words that elsewhere add nothing count: `strona do` is the last page. */
function wholeMeaning(heading: string): HeadingMeaning | null {
  const target = targets().article.get(allWords(heading).join(' '));
  return target === undefined ? null : { target };
}

function articleMeaning(words: readonly string[]): HeadingMeaning | null {
  const target = targets().article.get(words.join(''));
  return target === undefined ? null : { target };
}

/** `Author 1 given name`, `author1_fname`, `First author`, `ORCID 2`, `author.0.name`, and without number `Author given name`. */
function authorMeaning(given: readonly string[]): HeadingMeaning | null {
  const ordinal = targets().authorWords.has(given[1] ?? '') ? ordinals[given[0]!] : undefined;
  const words = ordinal === undefined ? given : [ordinal, ...given.slice(1)];
  const all = words.filter((word) => /^\d{1,4}$/.test(word));
  // Of several numbers, that of the author is behind the word: `Author 1 affiliation 2`.
  const numbers =
    all.length > 1
      ? words.filter((word, at) => targets().authorWords.has(words[at - 1] ?? '') && all.includes(word))
      : all;
  if (all.length > 2 || (all.length > 1 && numbers.length !== 1)) return null;
  const rest = words.filter((word) => !/^\d+$/.test(word) && !targets().authorWords.has(word));
  const hasAuthor = words.some((word) => targets().authorWords.has(word));
  const author = numbers.length === 1 ? { author: Number(numbers[0]) } : {};
  if (rest.length === 0)
    return numbers.length === 1 && hasAuthor ? { target: 'authorName', ...author } : null;
  const target = targets().author.get(rest.join(''));
  if (target === undefined)
    return hasAuthor && numbers.length === 1 ? { target: 'authorOther', ...author } : null;
  if (!hasAuthor && numbers.length === 0 && targets().ambiguous.has(rest.join(' '))) return null;
  if (!hasAuthor && target === 'authorOther') return null;
  return { target, ...author };
}

/** `keyword 3`, `bibjson.link[0].url`. */
function numberedMeaning(words: readonly string[]): HeadingMeaning | null {
  const rest = words.filter((word) => !/^\d{1,4}$/.test(word));
  if (rest.length === words.length) return null;
  const found = articleMeaning(rest) ?? articleMeaning(rest.slice(1));
  return found && ['keywords', 'url', 'pdfUrl', 'galley', 'urlType', 'issn', 'authors'].includes(found.target)
    ? found
    : null;
}

/** `Title (en)`, `abstract_fr`, `Resumo em inglês`, `English title`. */
function languageMeaning(heading: string, words: readonly string[]): HeadingMeaning | null {
  const locale = /[\s_.([-]([a-z]{2,3}(?:[_-][a-zA-Z]{2,4})?)[)\]]?\s*$/.exec(heading)?.[1];
  const localeWords = locale === undefined ? [] : headingWords(locale);
  const endings = [
    ...(locale === undefined
      ? []
      : [{ named: locale, rest: words.slice(0, -localeWords.length || undefined) }]),
    { named: words.at(-1)!, rest: words.slice(0, -1) },
    { named: words[0]!, rest: words.slice(1) },
  ];
  // `fi:abstract`, whose code may be a word that elsewhere adds nothing: `en:abstract`.
  const [prefixed, code = ''] = /^\s*([a-z]{2,3})(?:_[A-Z]{2})?:/.exec(heading) ?? [];
  if (prefixed !== undefined)
    endings.unshift({ named: code, rest: headingWords(heading.slice(prefixed.length)) });
  for (const { named, rest } of endings) {
    const language = /^(?:id|no|is)$/i.test(named) ? null : knownLanguageCode(named);
    const meaning = language === null ? null : articleMeaning(rest);
    if (language !== null && meaning && worded.has(meaning.target)) return { ...meaning, language };
  }
  return null;
}

function losesWords(phrase: string): boolean {
  return allWords(phrase).some((word) => fillWords.has(word));
}

/** The phrases that lose words in `lookup`, with their blanks. */
function wholeLookup<T extends ColumnTarget | AuthorTarget>(phrases: Record<string, string>): [string, T][] {
  return Object.entries(phrases).flatMap(([target, list]) =>
    list
      .split(/[|\n]/)
      .filter(losesWords)
      .map((phrase): [string, T] => [allWords(phrase).join(' '), target as T]),
  );
}

/** Each phrase without blanks, with the target at the start of its line. */
function lookup<T extends ColumnTarget | AuthorTarget>(phrases: Record<string, string>): Map<string, T> {
  const all = Object.entries(phrases).flatMap(([target, list]) =>
    list.split(/[|\n]/).map((phrase) => [phrase, target as T] as const),
  );
  // A phrase without fill words has precedence over one that becomes the same.
  const sorted = [
    ...all.filter(([phrase]) => losesWords(phrase)),
    ...all.filter(([phrase]) => !losesWords(phrase)),
  ];
  return new Map(sorted.map(([phrase, target]) => [headingWords(phrase).join(''), target]));
}
