import { searchKinds } from '../../choices.ts';
import { dialects } from '../../directory/dialects.ts';
import type { SearchKind } from '../searching.ts';
import { fullNames, knownField, shortNames, withoutExact } from './fields.ts';
import { unescaped } from './text.ts';
import type { Token } from './tokens.ts';
import type { QueryContext, Remark } from './types.ts';

/** Checks a field of a query and what comes after it. */
export function fieldRemarks(
  field: Token,
  after: readonly Token[],
  context: QueryContext,
  query: string,
): Remark[] {
  const [value] = after;
  const name = unescaped(field.text);
  if (name === '_exists_') return existence(value, context);
  const known = knownField(name, context.kind);
  if (!known) return [unknown(field, name, context)];
  if (known.type === 'object') return object(field, known.path, context);
  if (known.isExact && (known.type === 'date' || known.type === 'number' || known.type === 'boolean')) {
    return [rename('query-exact-not-text', field, withoutExact(name), { field: withoutExact(name) })];
  }
  if (known.path === 'index.issn.exact') return issn(value);
  return known.isExact ? severalWords(after, query) : [];
}

/** Of several words after a field that compares whole values, it would get the first only. */
function severalWords(after: readonly Token[], query: string): Remark[] {
  const end = after.findIndex(({ type, text }) => type !== 'word' || /^(?:and|or|not)$/i.test(text));
  const words = end < 0 ? after : after.slice(0, end);
  if (words.length < 2 || /[*?~^]/.test(words.map(({ text }) => text).join(''))) return [];
  const [from, to] = [words[0]!.start, words.at(-1)!.end];
  const part = query.slice(from, to);
  const edits = [{ start: from, end: to, text: `"${part}"` }];
  return [{ code: 'query-words-apart', severity: 'warning', start: from, end: to, params: { part }, edits }];
}

function rename(code: string, field: Token, to: string, params: Record<string, string>): Remark {
  return {
    code,
    severity: 'warning',
    start: field.start,
    end: field.end,
    params,
    edits: [{ start: field.start, end: field.end - 1, text: to }],
  };
}

/** A short name with `.exact`, a name in capitals, a name of another kind of record, or an unknown name. */
function unknown(field: Token, name: string, { kind }: QueryContext): Remark {
  const short = withoutExact(name);
  if (short !== name && Object.hasOwn(shortNames[kind], short)) {
    return rename('query-short-name-exact', field, exactOf(short, kind), { field: short });
  }
  const better = similarName(name, kind);
  if (better !== undefined) return rename('query-unknown-field-like', field, better, { field: name, better });
  const among = searchKinds.find((other) => other !== kind && meansField(name, other));
  return {
    code: among === undefined ? 'query-unknown-field' : `query-field-of-${among}`,
    severity: 'warning',
    start: field.start,
    end: field.end,
    params: { field: name },
    among,
  };
}

/** Returns true if a kind of record has a field of this name, in capitals or by another of its names. */
function meansField(name: string, kind: SearchKind): boolean {
  const small = name.toLowerCase();
  const other = Object.hasOwn(otherWords, small) ? otherWords[small]! : small;
  return knownField(small, kind) !== null || knownField(other, kind) !== null;
}

function exactOf(short: string, kind: QueryContext['kind']): string {
  const path = shortNames[kind][short]!;
  if (path.endsWith('.exact')) return short;
  if (path === 'index.title') return 'bibjson.title.exact';
  return path === 'bibjson.publisher' ? 'bibjson.publisher.name.exact' : `${path}.exact`;
}

const otherWords: Record<string, string> = {
  author: 'bibjson.author.name',
  authors: 'bibjson.author.name',
  orcid: 'bibjson.author.orcid_id.exact',
  keyword: 'bibjson.keywords',
  subject: 'bibjson.subject.term',
  date: 'index.date',
  url: 'bibjson.link.url.exact',
  pissn: 'issn',
  eissn: 'issn',
  titles: 'title',
  country: 'bibjson.publisher.country.exact',
  licence: 'license',
  status: 'admin.application_status.exact',
  created: 'created_date',
  updated: 'last_updated',
  owner: 'username',
  doi: 'bibjson.identifier.id.exact',
  journal: 'title',
};

/** The field that was probably meant: the same name in lower case, or the end of exactly one full name. */
function similarName(name: string, kind: QueryContext['kind']): string | undefined {
  const small = name.toLowerCase();
  if (knownField(small, kind)) return small;
  const other = Object.hasOwn(otherWords, small) ? otherWords[small]! : undefined;
  if (other !== undefined && knownField(other, kind)) return other;
  const exact = small.endsWith('.exact') ? '.exact' : '';
  const ending = `.${withoutExact(small)}`;
  const matches = fullNames(kind).filter((path) => path.toLowerCase().endsWith(ending));
  const best =
    matches.find((path) => path === `bibjson${ending}`) ?? (matches.length === 1 ? matches[0] : undefined);
  return best === undefined ? misspelt(small, kind) : best + exact;
}

/** The one field whose name differs by a letter or two, or by two neighbours that changed places. */
function misspelt(name: string, kind: QueryContext['kind']): string | undefined {
  const names = new Map<string, string>();
  for (const path of fullNames(kind)) names.set(withoutExact(path).split('.').at(-1)!, path);
  for (const [word, field] of Object.entries(otherWords)) if (knownField(field, kind)) names.set(word, field);
  for (const short of Object.keys(shortNames[kind])) names.set(short, short);
  const limit = name.length < 4 ? 0 : name.length < 8 ? 1 : 2;
  const near = [...names].map(([word, field]) => ({ field, steps: stepsBetween(name, word) }));
  const least = Math.min(...near.map(({ steps }) => steps));
  const best = [...new Set(near.filter(({ steps }) => steps === least).map(({ field }) => field))];
  return least <= limit && best.length === 1 ? best[0] : undefined;
}

/** How many letters must be put in, left out, replaced or swapped with their neighbour. */
function stepsBetween(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  for (let row = 1; row <= one.length; row++)
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      table[row]![column] = Math.min(
        table[row - 1]![column]! + 1,
        table[row]![column - 1]! + 1,
        table[row - 1]![column - 1]! + (isSame ? 0 : 1),
        isSwapped ? table[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
  return table[one.length]![other.length]!;
}

/** A field that is an object finds nothing, unless the directory reads the short name `publisher` as documented. */
function object(field: Token, path: string, { dialect, kind }: QueryContext): Remark[] {
  const name = unescaped(field.text);
  if (path === 'bibjson.publisher' && name === 'publisher' && dialects[dialect].findsPublisher) return [];
  const inside = ['name', 'title', 'term', 'type', 'id', 'url'].map((end) => `${path}.${end}`);
  const better = inside.find((one) => knownField(one, kind) !== null);
  return better === undefined
    ? [
        {
          code: 'query-unknown-field',
          severity: 'warning',
          start: field.start,
          end: field.end,
          params: { field: name },
        },
      ]
    : [rename('query-object-field', field, better, { field: name, better })];
}

/** After `_exists_` a short name is not replaced. */
function existence(value: Token | undefined, { kind }: QueryContext): Remark[] {
  if (value?.type !== 'word') return [];
  const path = Object.hasOwn(shortNames[kind], value.text) ? shortNames[kind][value.text]! : undefined;
  if (path === undefined) return [];
  return [
    {
      code: 'query-short-name-exists',
      severity: 'warning',
      start: value.start,
      end: value.end,
      params: { field: value.text },
      edits: [{ start: value.start, end: value.end, text: path }],
    },
  ];
}

/** An ISSN is compared character by character: with its hyphen and a capital X. */
function issn(value: Token | undefined): Remark[] {
  if (value?.type !== 'word' && value?.type !== 'phrase') return [];
  const text = value.type === 'phrase' ? unescaped(value.text.slice(1, -1)) : value.text;
  const parts = /^(\d{4})-?(\d{3}[\dxX])$/.exec(text);
  const better = parts && `${parts[1]}-${parts[2]!.toUpperCase()}`;
  if (!better || better === text) return [];
  return [
    {
      code: 'query-issn-form',
      severity: 'warning',
      start: value.start,
      end: value.end,
      params: { part: text, better },
      edits: [{ start: value.start, end: value.end, text: value.type === 'phrase' ? `"${better}"` : better }],
    },
  ];
}
