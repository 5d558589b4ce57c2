import type { PyDict, PyValue } from '../python/pythonValue.ts';
import type { ArticleBibjson, Identifier, IncomingArticle } from '../records.ts';
import { Crash, Refusal, TEXTS } from '../refusals.ts';
import {
  asBoolean,
  asDate,
  asLinkAddress,
  asText,
  asWord,
  type Built,
  build,
  type Shape,
} from '../shapes.ts';
import { isDoi, isOrcid, paddedIssn } from './identifierKeys.ts';

/** A text with a script tag: refused on POST, a crash on PUT (reference/directory-api.md 4.4 #7). */
export class ScriptTag extends Refusal {
  constructor() {
    super(400, TEXTS.scriptTag);
  }
}

/** Drops and converts like the directory; throws its first refusal (reference/directory-api.md 4.2-4.4). */
export function readIncomingArticle(sent: PyValue): IncomingArticle {
  // The shape below describes IncomingArticle, so the result is one.
  const article = build(withKnownIdentifiers(sent), ARTICLE) as unknown as IncomingArticle;
  const bibjson = article.bibjson;
  trimEmpty(bibjson);
  if (hasScriptTag(article as unknown as Built)) throw new ScriptTag();
  checkIssns(bibjson);
  checkOrcids(bibjson);
  const doi = bibjson.identifier?.find((entry) => entry.type === 'doi');
  if (doi && !isDoi(doi.id ?? '')) throw new Refusal(400, TEXTS.doi);
  return article;
}

const LINK: Shape = {
  required: ['type', 'url'],
  fields: {
    type: asWord(['fulltext'], false),
    url: asLinkAddress,
    content_type: asWord(['PDF', 'HTML', 'ePUB', 'XML'], true),
  },
};

// reference/directory-api.md 4.1; the order of members is the order in which the service finds problems (addenda 4.4).
const ARTICLE: Shape = {
  required: ['bibjson'],
  fields: { id: asText, created_date: asDate, last_updated: asDate, es_type: asText },
  objects: {
    admin: { fields: { in_doaj: asBoolean, publisher_record_id: asText, upload_id: asText } },
    bibjson: {
      required: ['title', 'identifier'],
      fields: { title: asText, year: asText, month: asText, abstract: asText },
      objects: {
        journal: {
          fields: {
            start_page: asText,
            end_page: asText,
            volume: asText,
            number: asText,
            publisher: asText,
            title: asText,
            country: asText,
          },
          lists: { language: asText },
        },
      },
      lists: {
        identifier: { required: ['type', 'id'], fields: { type: asText, id: asText } },
        link: LINK,
        author: { required: ['name'], fields: { name: asText, affiliation: asText, orcid_id: asText } },
        keywords: asText,
        subject: { fields: { scheme: asText, term: asText, code: asText } },
      },
    },
  },
};

/** The types of identifiers that the API stores and shows. */
export const KNOWN_TYPES = ['doi', 'pissn', 'eissn'];

/** Drops unknown types before any check, or throws Crash (reference/directory-api.md 2.4, addenda). */
function withKnownIdentifiers(sent: PyValue): PyDict {
  if (!(sent instanceof Map)) throw new Crash('the record is not an object');
  if (!sent.has('bibjson')) return sent;
  const bibjson = sent.get('bibjson');
  if (!(bibjson instanceof Map)) throw new Crash('bibjson is not an object');
  if (!bibjson.has('identifier')) return sent;
  return new Map([
    ...sent,
    ['bibjson', new Map([...bibjson, ['identifier', knownIdentifiers(bibjson.get('identifier') ?? null)]])],
  ]);
}

function knownIdentifiers(identifiers: PyValue): PyValue[] {
  if (identifiers === null || identifiers === '') return [];
  if (identifiers instanceof Map && identifiers.size === 0) return [];
  if (!Array.isArray(identifiers)) throw new Crash('identifier is not a list');
  const known: PyValue[] = [];
  for (const entry of identifiers) {
    if (!(entry instanceof Map)) throw new Crash('an identifier is not an object');
    const type = entry.get('type') ?? null;
    if (type === null) continue;
    if (typeof type !== 'string') throw new Crash('the type of an identifier is not a text');
    const lower = type.toLowerCase();
    if (KNOWN_TYPES.includes(lower)) known.push(new Map([...entry, ['type', lower]]));
  }
  return known;
}

/** Drops empty values; texts of blanks are kept (addenda 4.4 #6). */
function trimEmpty(bibjson: ArticleBibjson): void {
  for (const member of ['title', 'year', 'month', 'abstract'] as const) {
    if (bibjson[member] === '') delete bibjson[member];
  }
  bibjson.author = bibjson.author?.filter((author) => author.name);
  bibjson.subject = bibjson.subject?.filter((subject) => subject.term);
  bibjson.identifier = bibjson.identifier?.filter((identifier) => identifier.id);
  bibjson.link = bibjson.link?.filter((link) => link.url);
  bibjson.keywords = bibjson.keywords?.filter((keyword) => keyword !== '');
}

/** Searches texts at any depth of objects; in a list only an entry that is the tag itself counts, and nothing inside listed objects. */
function hasScriptTag(object: Built): boolean {
  return Object.values(object).some((value) => {
    if (typeof value === 'string') return value.includes('<script>');
    if (Array.isArray(value)) return value.includes('<script>');
    return typeof value === 'object' && hasScriptTag(value);
  });
}

function checkIssns(bibjson: ArticleBibjson): void {
  // Only the last entry of each type is padded; earlier ones are unchanged (addenda 4.3).
  const last = (type: string): Identifier | undefined =>
    bibjson.identifier?.findLast((entry) => entry.type === type);
  const print = last('pissn');
  const online = last('eissn');
  if (!print && !online) throw new Refusal(400, TEXTS.noIssn);
  if (print) print.id = paddedIssn(print.id ?? '');
  if (online) online.id = paddedIssn(online.id ?? '');
  if (print && online && print.id === online.id) throw new Refusal(400, TEXTS.sameIssns);
}

function checkOrcids(bibjson: ArticleBibjson): void {
  for (const author of bibjson.author ?? []) {
    if (author.orcid_id !== undefined && !isOrcid(author.orcid_id)) throw new Refusal(400, TEXTS.orcid);
  }
}
