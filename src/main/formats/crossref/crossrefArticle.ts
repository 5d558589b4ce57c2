import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Json } from '../../../shared/json.ts';
import { listed, type Message, msg } from '../../../shared/message.ts';
import { parseIssn, parseOrcid } from '../../../shared/text/identifiers.ts';
import { articleKind, type StatedKind } from '../articleKind.ts';
import type { Choices } from '../articleOf.ts';
import { cleanAuthors } from '../cleanAuthors.ts';
import type { SourceAuthor } from '../sourceArticle.ts';
import { abstractLines } from '../text/abstractLines.ts';
import { nameText } from '../text/names.ts';
import { oneLine } from '../text/plainText.ts';
import { withoutEmpty } from '../withoutEmpty.ts';
import { attributeOf, childOf, childrenOf, elementsOf, lineOf, type XmlElement } from '../xml/xmlTree.ts';

export interface CrossrefContext {
  metadata: XmlElement | undefined;
  issue: XmlElement | undefined;
}

/** The record of a `journal_article` (reference/import-formats.md 3), with notes on data it cannot hold. */
export function crossrefArticle(
  article: XmlElement,
  { metadata, issue }: CrossrefContext,
  issnKinds: Choices['issnKinds'],
): { record: DraftRecord; notes: Message[] } {
  const notes: Message[] = [];
  const kind = articleKind(statedKinds(article), [lineOf(childOf(article, 'titles', 'title'))]);
  notes.push(...(kind.doubt ? [kind.doubt] : []), ...kind.notes);
  const date = publicationDate(article, issue, notes);
  const bibjson = withoutEmpty({
    title: title(article, notes),
    abstract: abstract(article, notes),
    year: date.year,
    month: date.month,
    identifier: [...doi(article), ...issns(metadata, issnKinds, notes)],
    journal: withoutEmpty({
      title: lineOf(childOf(metadata, 'full_title')),
      volume: lineOf(childOf(issue, 'journal_volume', 'volume')),
      number: lineOf(childOf(issue, 'issue')),
      ...pages(article, notes),
    }),
    author: authors(article, notes),
    link: links(article, notes),
  });
  const dropped = droppedParts(article);
  if (dropped.length > 0) notes.push(msg('import.note.dropped', { parts: dropped }));
  return { record: { bibjson }, notes };
}

/** A notice names the articles that it updates. */
function statedKinds(article: XmlElement): StatedKind[] {
  const updates = childOf(article, 'crossmark', 'updates');
  return childrenOf(updates, 'update').flatMap((update) => [
    { text: attributeOf(update, 'type') },
    { text: attributeOf(update, 'label') },
  ]);
}

/** The first title with its subtitles; those of other titles follow these. */
function title(article: XmlElement, notes: Message[]): string {
  const all = childrenOf(article, 'titles').flatMap(elementsOf);
  const main = all.find(({ name }) => name === 'title');
  const isOther = (part: XmlElement) => /^(?:original_language_)?title$/.test(part.name) && part !== main;
  const other = all.findIndex(isOther);
  if (other >= 0) notes.push(msg('import.note.otherTitles'));
  const own = other < 0 ? all : all.slice(0, other);
  const subtitles = own.filter(({ name }) => name === 'subtitle');
  const parts = [lineOf(main), ...subtitles.map(lineOf)].filter((part) => part !== '');
  return parts.map((part, at) => (at < parts.length - 1 ? part.replace(/ ?:$/, '') : part)).join(': ');
}

/** The ordinary abstract in the article's language, else the first one: special kinds have an `abstract-type`. */
function abstract(article: XmlElement, notes: Message[]): string {
  const all = childrenOf(article, 'abstract');
  const ordinary = all.filter((one) => !one.attributes.has('abstract-type'));
  const language = attributeOf(article, 'language');
  const main =
    ordinary.find((one) => language !== '' && attributeOf(one, 'lang') === language) ??
    ordinary[0] ??
    all.find((one) => one.attributes.get('abstract-type') === 'summary');
  const others = all.length - (main ? 1 : 0);
  if (others > 0) notes.push(msg('import.note.otherAbstracts', { count: others }));
  return main ? abstractLines(main).join('\n') : '';
}

function doi(article: XmlElement): Json[] {
  const id = lineOf(childOf(article, 'doi_data', 'doi'));
  return id === '' ? [] : [{ type: 'doi', id }];
}

function issns(metadata: XmlElement | undefined, issnKinds: Choices['issnKinds'], notes: Message[]): Json[] {
  if (!metadata) return [];
  const known = issnsOfJournal.get(metadata) ?? readIssns(metadata, issnKinds);
  issnsOfJournal.set(metadata, known);
  notes.push(...known.notes);
  return known.list.map((entry) => ({ ...entry }));
}

/** Cached, because all articles of a journal, possibly many, have the same ones. */
const issnsOfJournal = new WeakMap<XmlElement, ReturnType<typeof readIssns>>();

/** An ISSN without a type: alone it is online; of two, the other's counterpart, or the first is print. */
function readIssns(
  metadata: XmlElement,
  issnKinds: Choices['issnKinds'],
): { list: { type: string; id: string }[]; notes: Message[] } {
  const notes: Message[] = [];
  const ids = new Set(['']);
  const all = childrenOf(metadata, 'issn')
    .map((element) => ({ id: issnOf(lineOf(element)), kind: issnKind(element) }))
    .map(({ id, kind }) => ({ id, kind: kind ?? knownKind(issnKinds.get(id)) }))
    .filter(({ id }) => !ids.has(id) && ids.add(id));
  const slots: { pissn?: string; eissn?: string } = {};
  const left: string[] = [];
  for (const { id, kind } of all) {
    if (!kind) continue;
    if (slots[kind] === undefined) slots[kind] = id;
    else left.push(id);
  }
  const untyped = all.filter((entry) => !entry.kind);
  if (untyped.length > 0 && all.length > 1) notes.push(msg('import.note.issnGuessed'));
  for (const [at, { id }] of untyped.entries()) {
    const isFirstOfTwo = at === 0 && untyped.length > 1;
    if (slots.pissn === undefined && (isFirstOfTwo || slots.eissn !== undefined)) slots.pissn = id;
    else if (slots.eissn === undefined) slots.eissn = id;
    else left.push(id);
  }
  if (left.length > 0) notes.push(msg('import.note.issnLeft', { issns: left.join(', ') }));
  const list = (['pissn', 'eissn'] as const).flatMap((type) =>
    slots[type] === undefined ? [] : [{ type, id: slots[type] }],
  );
  return { list, notes };
}

function issnOf(text: string): string {
  return parseIssn(text) ?? text;
}

function issnKind(element: XmlElement): 'pissn' | 'eissn' | undefined {
  const media = element.attributes.get('media_type')?.toLowerCase();
  if (media === 'print') return 'pissn';
  return media === 'electronic' || media === 'online' ? 'eissn' : undefined;
}

function knownKind(kind: 'print' | 'electronic' | undefined): 'pissn' | 'eissn' | undefined {
  return kind && (kind === 'print' ? 'pissn' : 'eissn');
}

/** The article's date goes before the issue's, online before print; months above 12 are Crossref's seasons. */
function publicationDate(article: XmlElement, issue: XmlElement | undefined, notes: Message[]) {
  const dates = [...byMedium(article), ...byMedium(issue)];
  const date = dates.find((one) => lineOf(childOf(one, 'year')) !== '');
  const month = lineOf(childOf(date, 'month'));
  const isMonth = month === '' || (/^\d{1,2}$/.test(month) && Number(month) >= 1 && Number(month) <= 12);
  if (!isMonth) notes.push(msg('import.note.monthDropped', { month }));
  return { year: lineOf(childOf(date, 'year')), month: isMonth ? month : '' };
}

function byMedium(element: XmlElement | undefined): XmlElement[] {
  const dates = childrenOf(element, 'publication_date');
  const isOnline = (date: XmlElement) => date.attributes.get('media_type') === 'online';
  return [...dates.filter(isOnline), ...dates.filter((date) => !isOnline(date))];
}

/** An article number replaces the first page if there are no pages. */
function pages(article: XmlElement, notes: Message[]): { start_page: string; end_page: string } {
  const element = childOf(article, 'pages');
  const start = lineOf(childOf(element, 'first_page'));
  const end = lineOf(childOf(element, 'last_page'));
  const other = lineOf(childOf(element, 'other_pages'));
  if (other !== '') notes.push(msg('import.note.otherPages', { pages: other }));
  const item = childOf(article, 'publisher_item', 'item_number');
  const number = lineOf(item);
  if (number === '' || number === start) return { start_page: start, end_page: end };
  const isArticleNumber = /article|^$/i.test(item?.attributes.get('item_number_type') ?? '');
  if (start !== '' || !isArticleNumber) {
    notes.push(msg('import.note.numberDropped', { number }));
    return { start_page: start, end_page: end };
  }
  notes.push(msg('import.note.numberAsPage', { number }));
  return { start_page: number, end_page: end };
}

function authors(article: XmlElement, notes: Message[]): Json[] {
  const authors: SourceAuthor[] = [];
  const others: Message[] = [];
  for (const person of childrenOf(article, 'contributors').flatMap(elementsOf)) {
    const role = person.attributes.get('contributor_role') ?? 'author';
    const name = contributorName(person);
    const text = oneLine(nameText(name));
    if (person.name === 'anonymous') notes.push(msg('import.note.anonymous'));
    else if (role !== 'author') others.push(msg('import.note.contributor', { name: text, role }));
    else if (text !== '') authors.push(author(person, name, notes));
  }
  if (others.length > 0) notes.push(msg('import.note.otherContributors', { names: listed('; ', others) }));
  const language = attributeOf(article, 'language') || null;
  return cleanAuthors(authors, language, notes).map(({ name, affiliations, orcid }) =>
    withoutEmpty({
      name,
      affiliation: affiliations
        .map((one) => one.name)
        .filter((text) => text !== '')
        .join('; '),
      orcid_id: orcid === '' ? '' : (parseOrcid(orcid) ?? orcid),
    }),
  );
}

function contributorName(person: XmlElement): SourceAuthor['name'] {
  if (person.name !== 'person_name') return lineOf(person);
  const part = (name: string) => lineOf(childOf(person, name));
  return { given: part('given_name'), family: part('surname'), suffix: part('suffix') };
}

function author(person: XmlElement, name: SourceAuthor['name'], notes: Message[]): SourceAuthor {
  const text = oneLine(nameText(name));
  const institutions = childrenOf(childOf(person, 'affiliations'), 'institution');
  const named = [
    ...childrenOf(person, 'affiliation').map(lineOf),
    ...institutions.map((institution) => lineOf(childOf(institution, 'institution_name'))),
  ];
  const affiliations = [...new Set(named)].filter((one) => one !== '');
  if (affiliations.length > 1)
    notes.push(msg('import.note.affiliations', { name: text, count: affiliations.length }));
  if (
    institutions.some((institution) =>
      elementsOf(institution).some((part) => part.name !== 'institution_name'),
    )
  )
    notes.push(msg('import.note.institutionParts', { name: text }));
  if (childOf(person, 'alt-name')) notes.push(msg('import.note.otherNames', { name: text }));
  const orcid = childOf(person, 'ORCID');
  return {
    name,
    affiliations: affiliations.map((one) => ({ name: one })),
    orcid: lineOf(orcid),
    isOrcidUnverified: attributeOf(orcid, 'authenticated') === 'false',
  };
}

/** The landing page, then the files for readers and text mining; addresses for plagiarism crawlers are left out. */
function links(article: XmlElement, notes: Message[]): Json[] {
  const data = childOf(article, 'doi_data');
  const links = new Map<string, Json>();
  const add = (resource: XmlElement, isLanding: boolean) => {
    const url = lineOf(resource);
    if (url === '' || links.has(url)) return;
    const type = contentType(resource.attributes.get('mime_type'), url, isLanding);
    links.set(url, withoutEmpty({ type: 'fulltext', content_type: type, url }));
  };
  for (const resource of childrenOf(data, 'resource')) add(resource, true);
  const collections = childrenOf(data, 'collection');
  const isForCrawlers = (collection: XmlElement) => collection.attributes.get('property') === 'crawler-based';
  for (const resource of collections.filter((one) => !isForCrawlers(one)).flatMap(resourcesOf))
    add(resource, false);
  const left = collections
    .filter(isForCrawlers)
    .flatMap(resourcesOf)
    .filter((resource) => !links.has(lineOf(resource)));
  if (left.length > 0) notes.push(msg('import.note.crawlerLinks', { count: left.length }));
  return [...links.values()];
}

function resourcesOf(collection: XmlElement): XmlElement[] {
  return [collection, ...childrenOf(collection, 'item')].flatMap((one) => childrenOf(one, 'resource'));
}

function contentType(mime: string | undefined, url: string, isLanding: boolean): string {
  if (mime !== undefined) {
    if (/pdf/i.test(mime)) return 'PDF';
    if (/epub/i.test(mime)) return 'ePUB';
    if (/html/i.test(mime)) return 'HTML';
    return /xml/i.test(mime) ? 'XML' : '';
  }
  const ending = /\.(pdf|epub|xml)$/i.exec(url.split(/[?#]/)[0]!)?.[1]?.toLowerCase();
  if (ending !== undefined) return { pdf: 'PDF', epub: 'ePUB', xml: 'XML' }[ending] ?? '';
  return isLanding || /\.html?$/i.test(url) ? 'HTML' : '';
}

const taken = new Set(
  'titles abstract contributors publication_date pages publisher_item doi_data'.split(' '),
);

/** Elements for which the directory has no field; several of one kind are named once. */
function droppedParts(article: XmlElement): Message[] {
  const parts = new Map<string, Message>();
  for (const child of elementsOf(article)) {
    if (taken.has(child.name) || isEmptyList(child)) continue;
    const name = partName(child);
    parts.set(JSON.stringify(name), name);
  }
  return [...parts.values()];
}

/** Deposits often have an empty list of references, so nothing is lost with it. */
function isEmptyList(part: XmlElement): boolean {
  return part.name === 'citation_list' && childrenOf(part, 'citation').length === 0;
}

function partName(part: XmlElement): Message {
  switch (part.name) {
    case 'citation_list':
      return msg('import.part.references', { count: childrenOf(part, 'citation').length });
    case 'crossmark':
      return msg('import.part.crossmark');
    case 'component_list':
      return msg('import.part.components');
    case 'acceptance_date':
      return msg('import.part.acceptanceDate');
    case 'archive_locations':
      return msg('import.part.archive');
    case 'program':
      return programName(part);
    default:
      return msg('import.part.other', { name: part.name });
  }
}

/** Licences, funding and relations are all `program` elements that differ only in their content. */
function programName(program: XmlElement): Message {
  const inner = elementsOf(program)[0]?.name;
  if (inner === 'related_item') return msg('import.part.relations');
  if (inner === 'license_ref' || inner === 'free_to_read') return msg('import.part.licence');
  return inner === 'assertion'
    ? msg('import.part.funding')
    : msg('import.part.other', { name: program.attributes.get('name') ?? program.name });
}
