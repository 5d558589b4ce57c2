import type { ValueDifference } from '../application/applicationDraft.ts';
import type { ArticleRecord } from '../article/article.ts';
import { articleTexts } from '../article/articleFields.ts';
import { articleKeys, sameCase } from '../article/articleKeys.ts';
import { articleToWire } from '../article/articleWire.ts';
import { type StoredArticle, storedArticle } from '../article/storedArticle.ts';
import type { Json } from '../json.ts';
import type { ComparisonOutcome } from './comparison.ts';

/** The identifiers of an article on either side; null if it has none. */
export interface ArticleIdentity {
  remoteId: string | null;
  doi: string | null;
  url: string | null;
}

/** The articles that belong together, by their indexes in the two lists. */
export interface Pairing {
  /** Index at the directory, index in the drafts. */
  pairs: [number, number][];
  onlyThere: number[];
  onlyHere: number[];
}

/** The outcome of one article in a comparison; indexes in the two lists, null if it is missing there. */
export interface ComparedArticle {
  outcome: ComparisonOutcome;
  there: number | null;
  here: number | null;
  /** `before`: at the directory; `after`: in the draft. */
  differences: ValueDifference[];
}

/** Compares the directory's articles (as search or GET return them) with drafts, some of which may have a directory id. */
export function compareArticles(
  there: readonly { id: string; record: unknown }[],
  here: readonly { remoteId: string | null; record: ArticleRecord }[],
): ComparedArticle[] {
  const { pairs, onlyThere, onlyHere } = pairArticles(
    there.map(({ id, record }) => ({ remoteId: id, ...articleKeys(record) })),
    here.map(({ remoteId, record }) => ({ remoteId, ...articleKeys(record) })),
  );
  return [
    ...onlyHere.map((at) => missing('missing-there', null, at)),
    ...onlyThere.map((at) => missing('missing-here', at, null)),
    ...pairs.map(([at, place]): ComparedArticle => {
      const differences = articleDifferences(there[at]!.record, here[place]!.record);
      return { outcome: outcomeOf(differences), there: at, here: place, differences };
    }),
  ];
}

/**
 * Pairs by id, then DOI, then address. An article sharing an id or DOI with a paired one is not missing. An address may be
 * that of a whole issue: with another DOI, a draft is paired by it only if it was never sent and nothing else on either side
 * has the address, so that its DOI was probably corrected.
 */
export function pairArticles(there: readonly ArticleIdentity[], here: readonly ArticleIdentity[]): Pairing {
  const partner = new Map<number, number>();
  const paired = new Set<number>();
  const places = {
    remoteId: placesBy(here, 'remoteId'),
    doi: placesBy(here, 'doi'),
    url: placesBy(here, 'url'),
  };
  const pairBy = (
    key: keyof ArticleIdentity,
    freeFor: (value: string, article: ArticleIdentity) => number | undefined,
  ) => {
    for (const [at, one] of there.entries()) {
      const value = one[key];
      if (value === null || partner.has(at)) continue;
      const free = freeFor(value, one);
      if (free === undefined) continue;
      partner.set(at, free);
      paired.add(free);
    }
  };
  pairBy('remoteId', createFree(places.remoteId, paired));
  pairBy('doi', createFree(places.doi, paired));
  // Those that are left on both sides have no DOI in common.
  const freeAt = createFree(places.url, paired);
  const freeWithoutDoi = createFree(placesBy(here, 'url', hasNoDoi), paired);
  const thereAt = placesBy(there, 'url');
  const freeAlone = (url: string): number | undefined => {
    if (placesOf(thereAt, url).length > 1 || placesOf(places.url, url).length > 1) return undefined;
    const place = freeAt(url);
    return place !== undefined && here[place]!.remoteId === null ? place : undefined;
  };
  pairBy('url', (url, article) => {
    if (hasNoDoi(article)) return freeAt(url);
    return freeWithoutDoi(url) ?? freeAlone(url);
  });
  const pairs: [number, number][] = [...partner];
  const onlyThere = there.flatMap((one, at) => {
    if (partner.has(at)) return [];
    const other = placesOf(places.remoteId, one.remoteId)[0] ?? placesOf(places.doi, one.doi)[0];
    if (other === undefined) return [at];
    pairs.push([at, other]);
    return [];
  });
  const left = here.flatMap((_, place) => (paired.has(place) ? [] : [place]));
  return { pairs, onlyThere, onlyHere: leftOver(there, here, left, pairs) };
}

/** The fields in which the directory's version differs from the one it would store for the draft. */
export function articleDifferences(record: unknown, draft: ArticleRecord): ValueDifference[] {
  const there = storedArticle(record);
  const here = storedArticle(articleToWire(draft));
  const differences: ValueDifference[] = [];
  for (const { name, path } of articleTexts) {
    const isSame = tagged.has(name) && isSameWithoutTags(there[name], here[name]);
    if (!isSame) note(differences, path, there[name], here[name]);
  }
  compareIdentifiers(differences, there.identifier, here.identifier, draft);
  compareLists(differences, 'bibjson.link', there.link, here.link);
  compareLists(differences, 'bibjson.author', there.author, here.author);
  compareLists(differences, 'bibjson.keywords', there.keywords, here.keywords);
  return differences;
}

/** Texts that the directory may store with tags if they came to it as XML. */
const tagged: ReadonlySet<string> = new Set(['title', 'abstract']);
const tags = /<\/?(?:em|b|sub|sup|u|code|s|i|span)(?:\s[^<>]*)?>/g;

/** The directory puts blanks around the tags (reference/directory-changes.md 4.1, #2593). */
function isSameWithoutTags(there: string, here: string): boolean {
  const plain = there.replace(tags, '');
  return plain.length < there.length && bare(plain) === bare(here.replace(tags, ''));
}

function bare(text: string): string {
  return text.replace(/\s+/g, '');
}

/** The outcome of two articles with these differences. */
export function outcomeOf(differences: readonly ValueDifference[]): 'same' | 'different' {
  return differences.length === 0 ? 'same' : 'different';
}

function missing(outcome: ComparisonOutcome, there: number | null, here: number | null): ComparedArticle {
  return { outcome, there, here, differences: [] };
}

function leftOver(
  there: readonly ArticleIdentity[],
  here: readonly ArticleIdentity[],
  left: readonly number[],
  pairs: [number, number][],
): number[] {
  if (left.length === 0) return [];
  const [ids, dois] = [placesBy(there, 'remoteId'), placesBy(there, 'doi')];
  return left.filter((place) => {
    const { remoteId, doi } = here[place]!;
    const other = placesOf(ids, remoteId)[0] ?? placesOf(dois, doi)[0];
    if (other !== undefined) pairs.push([other, place]);
    return other === undefined;
  });
}

/** Finds the first place of a value without a partner; thousands may share one address, so others are passed only once. */
function createFree(places: Map<string, number[]>, paired: ReadonlySet<number>) {
  const passed = new Map<string, number>();
  return (value: string): number | undefined => {
    const alike = placesOf(places, value);
    let next = passed.get(value) ?? 0;
    while (next < alike.length && paired.has(alike[next]!)) next++;
    passed.set(value, next);
    return alike[next];
  };
}

function hasNoDoi({ doi }: ArticleIdentity): boolean {
  return doi === null;
}

function placesBy(
  articles: readonly ArticleIdentity[],
  key: keyof ArticleIdentity,
  isMeant: (article: ArticleIdentity) => boolean = () => true,
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, article] of articles.entries()) {
    const value = article[key];
    if (value === null || !isMeant(article)) continue;
    const others = places.get(value);
    if (others) others.push(place);
    else places.set(value, [place]);
  }
  return places;
}

function placesOf(places: Map<string, number[]>, key: string | null): number[] {
  return key === null ? [] : (places.get(key) ?? []);
}

/** A single identifier of a type on each side is compared by itself, at its index in the draft; otherwise the lists are. */
function compareIdentifiers(
  differences: ValueDifference[],
  there: StoredArticle['identifier'],
  here: StoredArticle['identifier'],
  draft: ArticleRecord,
): void {
  const types = [...new Set([...there, ...here].map((entry) => entry.type))];
  const of = (side: StoredArticle['identifier'], type: string) => side.filter((entry) => entry.type === type);
  if (types.some((type) => of(there, type).length > 1 || of(here, type).length > 1)) {
    const sorted = (side: StoredArticle['identifier']) =>
      side.map(({ type, id }) => `${type}:${type === 'doi' ? sameCase(id) : id}`).sort(compareTexts);
    if (JSON.stringify(sorted(there)) !== JSON.stringify(sorted(here)))
      differences.push({ path: 'bibjson.identifier', before: there, after: here });
    return;
  }
  const entries = listAt(draft, 'identifier');
  let next = entries.length;
  for (const type of types) {
    const found = entries.findIndex((entry) => typeOf(entry) === type);
    const path = `bibjson.identifier[${found < 0 ? next++ : found}].id`;
    const [before, after] = [of(there, type)[0]?.id ?? '', of(here, type)[0]?.id ?? ''];
    if (type !== 'doi' || sameCase(before) !== sameCase(after)) note(differences, path, before, after);
  }
}

/** Lists of equal length are compared entry by entry and member by member; others are shown whole, because their entries have moved. */
function compareLists(
  differences: ValueDifference[],
  path: string,
  there: readonly (string | Record<string, string>)[],
  here: readonly (string | Record<string, string>)[],
): void {
  if (there.length !== here.length) {
    const shown = (side: typeof there) => (side.length === 0 ? null : side.map(given));
    differences.push({ path, before: shown(there), after: shown(here) });
    return;
  }
  for (const [place, entry] of there.entries()) {
    const other = here[place]!;
    const at = `${path}[${place}]`;
    if (typeof entry === 'string' || typeof other === 'string') note(differences, at, entry, other);
    else
      for (const name of Object.keys(entry)) note(differences, `${at}.${name}`, entry[name]!, other[name]!);
  }
}

function note(differences: ValueDifference[], path: string, before: Json, after: Json): void {
  if (before === after) return;
  differences.push({ path, before: before === '' ? null : before, after: after === '' ? null : after });
}

/** An entry without its empty members. */
function given(entry: string | Record<string, string>): Json {
  if (typeof entry === 'string') return entry;
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== ''));
}

function listAt(draft: ArticleRecord, name: string): unknown[] {
  const bibjson = draft.bibjson as Record<string, unknown> | null | undefined;
  const list = typeof bibjson === 'object' && bibjson !== null ? bibjson[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function typeOf(entry: unknown): string {
  const type = (entry as { type?: unknown } | null)?.type;
  return typeof type === 'string' ? type.toLowerCase() : '';
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
