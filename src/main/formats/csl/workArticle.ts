import { asList, asObject, isObject, type JsonObject } from '../../../shared/json.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { parseDoi } from '../../../shared/text/identifiers.ts';
import { articleKind, type StatedKind } from '../article/articleKind.ts';
import { jsonList, jsonText } from '../json/jsonText.ts';
import { mappedReader } from '../json/readJson.ts';
import { type Contributor, otherContributors } from '../otherContributors.ts';
import {
  emptyArticle,
  type NameParts,
  type SourceArticle,
  type SourceAuthor,
  type SourceIssn,
  type SourceLink,
  type SourceTitle,
  withParts,
} from '../sourceArticle.ts';
import { abstractText } from '../text/abstractText.ts';
import { issnsIn } from '../text/issnText.ts';
import { splitKeywordText } from '../text/keywordText.ts';
import { isAnonymous, isEtAl, nameText, turnName } from '../text/names.ts';
import { splitPages } from '../text/pages.ts';
import { oneLine, plainText } from '../text/plainText.ts';
import {
  asIssn,
  asNames,
  isCount,
  isDate,
  isIdentifier,
  isLanguage,
  isPages,
  isReference,
  isWord,
} from '../unused/shapes.ts';
import type { PartName, PartRules, Shape } from '../unused/sourcePart.ts';
import { jsonPart } from '../unused/sourcePart.ts';
import { cslDate } from './cslDate.ts';

/** Crossref's type first, then those of CSL. */
const articleTypes = new Set(['journal-article', 'article-journal', 'article-magazine', 'review']);
const otherRoles = [
  'editor',
  'translator',
  'chair',
  'container-author',
  'collection-editor',
  'reviewed-author',
];

/** Reads CSL-JSON; Zotero wraps it in `items`, Pandoc in `references`. */
export const readCsl = mappedReader(
  { lists: [['items'], ['references'], ['results'], ['data']], marks: ['issued', 'container-title', 'DOI'] },
  workArticle,
);

/** Reads works of Crossref's REST API, with or without the envelope of a response. */
export const readCrossrefJson = mappedReader(
  {
    lists: [['message', 'items'], ['items'], ['results'], ['data']],
    marks: ['container-title', 'indexed', 'issued'],
  },
  (record) => {
    const { message, ...envelope } = record;
    if (!isObject(message)) return workArticle(record);
    const article = workArticle(message);
    return article && withParts(article, jsonPart('', envelope));
  },
);

/**
 * The article of a CSL-JSON item or of a work in Crossref's REST API, which has the same members, except that a title
 * is a list and names have affiliations (reference/import-formats.md 3 and 4.12). Null if it is neither.
 */
export function workArticle(work: JsonObject): SourceArticle | null {
  if (!['title', 'DOI', 'author', 'issued', 'container-title'].some((name) => work[name])) return null;
  const text = (name: string) => plainText(jsonText(work[name]));
  const { authors, notes } = authorsOf(work);
  return {
    ...emptyArticle,
    language: jsonText(work.language) || null,
    titles: titlesOf(work),
    abstracts: [{ language: null, text: abstractText(jsonText(work.abstract)) }],
    keywords: [{ language: null, list: jsonList(work.keyword).flatMap(keywordsIn) }],
    dates: [
      ...cslDate(work['published-online'], 'online'),
      ...cslDate(work['published-print'], 'print'),
      ...cslDate(work.issued, 'issue'),
      ...cslDate(work.published, 'issue'),
    ],
    dois: jsonText(work.DOI).trim() === '' ? [jsonText(work.URL)].filter(isDoi) : [jsonText(work.DOI)],
    issns: issnsOf(work),
    journal: text('container-title'),
    volume: text('volume'),
    number: text('issue') || plainText(jsonText(asObject(work['journal-issue']).issue)),
    pages: splitPages(text('page') || text('page-first')),
    articleNumber: text('article-number') || text('number'),
    authors,
    links: linksOf(work),
    kinds: statedKinds(work),
    doubt: doubtOf(jsonText(work.type)),
    origin: { parts: [jsonPart('', work)], rules },
    notes: [...notes, ...updateNotes(work)],
  };
}

/** A notice names the article that it updates, and an article the notices about it. */
function statedKinds(work: JsonObject): StatedKind[] {
  const types = (name: string) =>
    asList(work[name])
      .map(asObject)
      .flatMap(({ type, label }) => [jsonText(type), jsonText(label)]);
  return [
    { text: jsonText(work.subtype) },
    { text: jsonText(work.genre) },
    { text: jsonText(work.status) },
    ...types('update-to').map((text) => ({ text })),
    ...types('updated-by').map((text) => ({ text, isAboutThis: true })),
  ];
}

/** Updates of no kind that has a note of its own. */
function updateNotes(work: JsonObject): Message[] {
  const { doubt, notes } = articleKind(statedKinds(work), jsonList(work.title).map(jsonText));
  return asList(work['update-to']).length > 0 && doubt === null && notes.length === 0
    ? [msg('import.note.updateNotice')]
    : [];
}

const dateMembers =
  `published-online published-print published-other published issued accessed indexed created deposited
  updated event-date submitted available-date original-date`.split(/\s+/);

const rules: PartRules = {
  dropped: new Map<string, PartName>([
    ['reference', ({ children }) => msg('import.part.references', { count: children.length })],
    ['references', msg('import.part.referenceList')],
    ['license', msg('import.part.licence')],
    ['funder', msg('import.part.funding')],
    ['relation', msg('import.part.relations')],
    ['archive', msg('import.part.archive')],
    ['update-policy', msg('import.part.crossmark')],
    ['assertion', msg('import.part.crossmark')],
    ['content-domain', msg('import.part.crossmark')],
    ['PMID', msg('import.part.identifiers')],
    ['PMCID', msg('import.part.identifiers')],
    ['note', msg('import.part.remarks')],
    ['annote', msg('import.part.remarks')],
  ]),
  named: new Map([
    ['publisher', msg('import.part.publisher')],
    ['publisher-place', msg('import.part.place')],
    ['publisher-location', msg('import.part.place')],
    ['alternative-id', msg('import.part.identifiers')],
    ['container-title', msg('import.part.journalDetails')],
    ['short-container-title', msg('import.part.journalDetails')],
    ['container-title-short', msg('import.part.journalDetails')],
    ['journalAbbreviation', msg('import.part.journalDetails')],
    ['short-title', msg('import.part.shortTitle')],
    ['title-short', msg('import.part.shortTitle')],
    ['journal-issue', msg('import.part.issueDetails')],
    ['author', msg('import.part.authorDetails')],
    ['update-to', msg('import.part.relations')],
    ['updated-by', msg('import.part.relations')],
    ['source', msg('import.part.technical')],
    ['message-version', msg('import.part.technical')],
    ['citation-key', msg('import.part.technical')],
    ['id', msg('import.part.technical')],
    ['link', msg('import.part.technical')],
    ['resource', msg('import.part.technical')],
    ['type', msg('import.part.documentType')],
    ['subtype', msg('import.part.documentType')],
    ['genre', msg('import.part.documentType')],
    ['status', msg('import.part.documentType')],
  ]),
  shapes: new Map<string, Shape>([
    ...dateMembers.map((name): [string, Shape] => [name, isDate]),
    ['language', isLanguage],
    ['type', isWord],
    ['message-type', isWord],
    ['status', isWord],
    ['message-version', (value) => /^[\d.]+$/.test(value)],
    ['source', isWord],
    ['sequence', isWord],
    ['authenticated-orcid', isWord],
    ['id-type', isWord],
    ['asserted-by', isWord],
    ['prefix', isIdentifier],
    ['member', isIdentifier],
    ['score', isCount],
    ['reference-count', isCount],
    ['references-count', isCount],
    ['is-referenced-by-count', isCount],
    ['content-type', isWord],
    ['content-version', isWord],
    ['intended-application', isWord],
    ['id', isReference],
    ['citation-key', isReference],
    ['page', isPages],
    ['ISSN', asIssn],
    ['author', asNames],
  ]),
};

/**
 * The first title with the first subtitle, unless it has that already. The others are translations, as far as Crossref
 * says.
 */
function titlesOf(work: JsonObject): SourceTitle[] {
  const titles = jsonList(work.title)
    .map((title) => plainText(jsonText(title)))
    .filter((title) => title.trim() !== '');
  const whole = oneLine(titles[0] ?? '').toLowerCase();
  const subtitles = jsonList(work.subtitle)
    .slice(0, 1)
    .map((subtitle) => plainText(jsonText(subtitle)))
    .filter((subtitle) => !whole.includes(oneLine(subtitle).toLowerCase()));
  const translated = titles.length > 0 ? jsonList(work.subtitle).slice(1) : [];
  const others = [...jsonList(work['original-title']), ...translated].map((title) =>
    plainText(jsonText(title)),
  );
  return [
    ...titles.map((title, at) => ({ language: null, text: title, subtitles: at === 0 ? subtitles : [] })),
    ...others.map((title) => ({ language: null, text: title })),
  ];
}

function keywordsIn(value: unknown, _at: number, list: unknown[]): string[] {
  const text = plainText(jsonText(value));
  return list.length === 1 ? splitKeywordText(text) : [text];
}

/** ISSNs with a kind, and those of the plain list that are not among them. */
function issnsOf(work: JsonObject): SourceIssn[] {
  const typed = asList(work['issn-type']).map((entry): SourceIssn => {
    const { value, type } = asObject(entry);
    return { value: jsonText(value), kind: type === 'print' || type === 'electronic' ? type : null };
  });
  const known = new Set(typed.map(({ value }) => bareIssn(value)));
  const plain = jsonList(work.ISSN).flatMap((value) => issnsIn(jsonText(value)));
  return [...typed, ...plain.filter(({ value }) => !known.has(bareIssn(value)))];
}

function bareIssn(value: string): string {
  return value.replace(/[^\dxX]/g, '').toUpperCase();
}

function authorsOf(work: JsonObject): { authors: SourceAuthor[]; notes: Message[] } {
  const authors: SourceAuthor[] = [];
  const notes: Message[] = [];
  for (const entry of jsonList(work.author)) {
    const name = nameOf(entry);
    const text = oneLine(nameText(name));
    if (isEtAl(text)) notes.push(msg('import.note.etAl'));
    else if (isAnonymous(text)) notes.push(msg('import.note.anonymous'));
    else if (text !== '') authors.push({ ...detailsOf(asObject(entry)), name });
  }
  const others = otherRoles.flatMap((role) =>
    jsonList(work[role]).map((entry): Contributor => ({ name: oneLine(nameText(nameOf(entry))), role })),
  );
  return { authors, notes: [...notes, ...otherContributors(others)] };
}

/** A salutation (`prefix`) is not part of the name. */
function nameOf(entry: unknown): NameParts | string {
  if (typeof entry === 'string') return turnName(plainText(entry));
  const author = asObject(entry);
  const part = (name: string) => plainText(jsonText(author[name])).trim();
  const given = part('given');
  const family = part('family');
  if (given === '' && family === '') return part('literal') || part('name');
  const particle = [part('dropping-particle'), part('non-dropping-particle')].filter(Boolean).join(' ');
  return { given, particle, family, suffix: part('suffix') };
}

function detailsOf(author: JsonObject): Pick<SourceAuthor, 'affiliations' | 'orcid' | 'isOrcidUnverified'> {
  const affiliations = jsonList(author.affiliation).map((entry) => {
    const { name, id } = asObject(entry);
    const ror = asList(id)
      .map(asObject)
      .find((one) => jsonText(one['id-type']).toUpperCase() === 'ROR');
    return { name: plainText(jsonText(name) || jsonText(entry)), ...(ror && { ror: jsonText(ror.id) }) };
  });
  return {
    affiliations,
    orcid: jsonText(author.ORCID) || jsonText(author.orcid),
    isOrcidUnverified: author['authenticated-orcid'] === false,
  };
}

/** The landing page, and the links that are meant for readers. */
function linksOf(work: JsonObject): SourceLink[] {
  const landing = jsonText(asObject(asObject(work.resource).primary).URL) || jsonText(work.URL);
  const files = jsonList(work.link)
    .map(asObject)
    .filter((link) => link['intended-application'] !== 'similarity-checking');
  return [
    { url: landing, type: null, role: 'landing' },
    ...files.map((link): SourceLink => {
      const type = jsonText(link['content-type']);
      return {
        url: jsonText(link.URL),
        type: type === '' || type === 'unspecified' ? null : type,
        role: 'file',
      };
    }),
  ];
}

function doubtOf(type: string): Message | null {
  return type === '' || articleTypes.has(type) ? null : msg('import.doubt.otherType', { type });
}

function isDoi(text: string): boolean {
  return parseDoi(text) !== null;
}
