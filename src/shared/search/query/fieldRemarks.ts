import { fullNames, knownField, shortNames, withoutExact } from './fields.ts';
import { unescaped } from './text.ts';
import type { Token } from './tokens.ts';
import type { QueryContext, Remark } from './types.ts';

/** Checks a field of a query and the value after it. */
export function fieldRemarks(field: Token, value: Token | undefined, context: QueryContext): Remark[] {
  const name = unescaped(field.text);
  if (name === '_exists_') return existence(value, context);
  const known = knownField(name, context.kind);
  if (!known) return [unknown(field, name, context)];
  if (known.type === 'object') return object(field, known.path, context);
  if (known.isExact && (known.type === 'date' || known.type === 'number' || known.type === 'boolean')) {
    return [rename('query-exact-not-text', field, withoutExact(name), { field: withoutExact(name) })];
  }
  return known.path === 'index.issn.exact' ? issn(value) : [];
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
  return {
    code: 'query-unknown-field',
    severity: 'warning',
    start: field.start,
    end: field.end,
    params: { field: name },
  };
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
  return best === undefined ? undefined : best + exact;
}

/** `publisher` of journals refers to an object in the deployed version; the documented directory supports it (reference 3.2). */
function object(field: Token, path: string, { dialect, kind }: QueryContext): Remark[] {
  const name = unescaped(field.text);
  if (path === 'bibjson.publisher' && name === 'publisher' && dialect === '3.0.1') return [];
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
