import { member } from '../json.ts';

/** The sections of the form of an article; `other` shows the values without a control. */
export const articleSections = [
  'journal',
  'title',
  'authors',
  'links',
  'publication',
  'keywords',
  'other',
] as const;
export type ArticleSection = (typeof articleSections)[number];

/** One field of an article, with everything in which fields differ. */
interface Field {
  /** Where it is in the record, without indexes; the identifiers that have controls of their own have invented paths. */
  path: string;
  /** The key of its label under `field`; missing if it is the field's name. */
  label?: string;
  /**
   * `text` and `list`: values of `bibjson` or its journal block that the directory stores. `member`: a text in each
   * entry of a list. `holder`: an object or an entry. `identifier`: one of the entries of `bibjson.identifier`.
   * `admin`: a text beside `bibjson`. `ignored`: what the directory does not store.
   */
  kind: 'text' | 'list' | 'member' | 'holder' | 'identifier' | 'admin' | 'ignored';
  /** An entry of a list in which this member is empty is not stored. */
  isRequired?: true;
  /** Another place in which search results have the value. */
  stray?: string;
  section?: ArticleSection;
  control?: 'journal' | 'title' | 'abstract' | 'authors' | 'doi' | 'links' | 'text' | 'month' | 'keywords';
  /** How many drafts can be edited at once; `replace` is also for spaces. */
  edits?: readonly ('set' | 'clear' | 'replace' | 'case')[];
  /** The heading of its column in tables that Colophon writes. */
  heading?: string;
  /**
   * The group in which mappings of tables offer the field, if a cell is its value as it is; the columns of other fields
   * are in `columnTargets.ts`.
   */
  columnGroup?: 'text' | 'journal' | 'date' | 'pages' | 'identifiers';
}

/**
 * Every field of an article, in the order of tables, comparisons and sections of the form. Its name stands for it in
 * code and in edits.
 */
export const articleFields = {
  journal: { path: 'journal', kind: 'identifier', section: 'journal', control: 'journal', edits: ['clear'] },
  title: {
    path: 'bibjson.title',
    kind: 'text',
    section: 'title',
    control: 'title',
    edits: ['replace', 'case'],
    heading: 'Title',
  },
  abstract: {
    path: 'bibjson.abstract',
    kind: 'text',
    section: 'title',
    control: 'abstract',
    edits: ['clear', 'replace', 'case'],
    heading: 'Abstract',
  },
  year: {
    path: 'bibjson.year',
    kind: 'text',
    section: 'publication',
    control: 'text',
    edits: ['set', 'clear', 'replace'],
    heading: 'Year',
  },
  month: {
    path: 'bibjson.month',
    kind: 'text',
    section: 'publication',
    control: 'month',
    edits: ['set', 'clear', 'replace'],
    heading: 'Month',
  },
  doi: {
    path: 'doi',
    kind: 'identifier',
    section: 'links',
    control: 'doi',
    edits: ['replace', 'case'],
    heading: 'DOI',
  },
  pissn: { path: 'bibjson.pissn', kind: 'identifier', heading: 'Print ISSN' },
  eissn: { path: 'bibjson.eissn', kind: 'identifier', heading: 'Online ISSN' },
  identifiers: { path: 'bibjson.identifier', kind: 'list' },
  identifier: { path: 'bibjson.identifier[]', kind: 'holder' },
  identifierType: { path: 'bibjson.identifier[].type', label: 'type', kind: 'member' },
  journalBlock: { path: 'bibjson.journal', label: 'journal', kind: 'holder' },
  journalTitle: { path: 'bibjson.journal.title', kind: 'ignored', heading: 'Journal title' },
  publisher: { path: 'bibjson.journal.publisher', kind: 'ignored' },
  country: { path: 'bibjson.journal.country', kind: 'ignored' },
  language: { path: 'bibjson.journal.language', kind: 'ignored' },
  volume: {
    path: 'bibjson.journal.volume',
    kind: 'text',
    section: 'publication',
    control: 'text',
    edits: ['set', 'clear', 'replace'],
    heading: 'Volume',
    columnGroup: 'journal',
  },
  number: {
    path: 'bibjson.journal.number',
    kind: 'text',
    section: 'publication',
    control: 'text',
    edits: ['set', 'clear', 'replace'],
    heading: 'Issue number',
    columnGroup: 'journal',
  },
  startPage: {
    path: 'bibjson.journal.start_page',
    kind: 'text',
    stray: 'bibjson.start_page',
    section: 'publication',
    control: 'text',
    edits: ['replace'],
    heading: 'Start page',
  },
  endPage: {
    path: 'bibjson.journal.end_page',
    kind: 'text',
    stray: 'bibjson.end_page',
    section: 'publication',
    control: 'text',
    edits: ['replace'],
    heading: 'End page',
  },
  authors: { path: 'bibjson.author', kind: 'list', section: 'authors', control: 'authors' },
  author: { path: 'bibjson.author[]', kind: 'holder' },
  authorName: {
    path: 'bibjson.author[].name',
    label: 'name',
    kind: 'member',
    isRequired: true,
    edits: ['replace', 'case'],
    heading: 'Authors',
  },
  affiliation: {
    path: 'bibjson.author[].affiliation',
    kind: 'member',
    edits: ['clear', 'replace', 'case'],
    heading: 'Affiliations',
  },
  orcid: { path: 'bibjson.author[].orcid_id', kind: 'member', edits: ['replace'], heading: 'ORCID iDs' },
  authorEmail: { path: 'bibjson.author[].email', label: 'email', kind: 'ignored' },
  keywords: {
    path: 'bibjson.keywords',
    kind: 'list',
    section: 'keywords',
    control: 'keywords',
    edits: ['clear'],
    heading: 'Keywords',
  },
  keyword: { path: 'bibjson.keywords[]', kind: 'holder', edits: ['replace', 'case'] },
  links: { path: 'bibjson.link', kind: 'list', section: 'links', control: 'links' },
  link: { path: 'bibjson.link[]', kind: 'holder' },
  linkType: { path: 'bibjson.link[].type', label: 'type', kind: 'member', edits: ['set', 'clear'] },
  address: {
    path: 'bibjson.link[].url',
    kind: 'member',
    isRequired: true,
    edits: ['replace'],
    heading: 'Full-text URL',
  },
  contentType: {
    path: 'bibjson.link[].content_type',
    kind: 'member',
    edits: ['set', 'clear'],
    heading: 'Full-text type',
  },
  subjects: { path: 'bibjson.subject', kind: 'ignored' },
  recordId: { path: 'admin.publisher_record_id', kind: 'admin', heading: 'Publisher record ID' },
} as const satisfies Record<string, Field>;

type Fields = typeof articleFields;
export type ArticleField = Field & { name: ArticleFieldName };
export type ArticleFieldName = keyof Fields;
type NamesOf<Shape> = { [N in keyof Fields]: Fields[N] extends Shape ? N : never }[keyof Fields];
/** The fields that are one text: `startPage`. */
export type ArticleTextName = NamesOf<{ kind: 'text' }>;
/** The fields that formats give as they are, without choosing or joining anything. */
export type PlainTextName = NamesOf<{ columnGroup: string }>;
/** The fields that a column of a table can fill. */
export type HeadedFieldName = NamesOf<{ heading: string }>;
export type EditableName<Edit> = {
  [N in keyof Fields]: Fields[N] extends { edits: readonly (infer E)[] }
    ? Edit extends E
      ? N
      : never
    : never;
}[keyof Fields];

/** The texts that the directory stores for each author and link, named as in the record. */
export type AuthorMember = MemberOf<'bibjson.author'>;
export type LinkMember = MemberOf<'bibjson.link'>;
type MemberOf<List extends string> = {
  [N in keyof Fields]: Fields[N] extends { kind: 'member'; path: `${List}[].${infer Member}` }
    ? Member
    : never;
}[keyof Fields];

/** The same fields in the same order, with their names. */
export const articleFieldList: readonly ArticleField[] = Object.entries<Field>(articleFields).map(
  ([name, field]) => ({ ...field, name: name as ArticleFieldName }),
);

/** The fields that an edit of many drafts can change in one way. */
export function editableFields<Edit extends NonNullable<Field['edits']>[number]>(
  edit: Edit,
): readonly EditableName<Edit>[] {
  return articleFieldList
    .filter(({ edits }) => edits?.includes(edit))
    .map(({ name }) => name as EditableName<Edit>);
}

/** A field that is one text, with the object that holds it: that of `bibjson`, or of its journal block. */
export interface ArticleText {
  name: ArticleTextName;
  path: string;
  isInJournal: boolean;
  member: string;
  /** The member of `bibjson` in which search results have the text. */
  stray: string | null;
}

export const articleTexts: readonly ArticleText[] = articleFieldList
  .filter(({ kind }) => kind === 'text')
  .map(({ name, path, stray }) => ({
    name: name as ArticleTextName,
    path,
    isInJournal: path.startsWith('bibjson.journal.'),
    member: lastOf(path),
    stray: stray === undefined ? null : lastOf(stray),
  }));

/** The texts that formats give as they are. */
export const plainTexts = articleTexts.filter(
  (field): field is ArticleText & { name: PlainTextName } => 'columnGroup' in articleFields[field.name],
);

/** The members of an object that have a field: of `bibjson` or its journal block. */
export function membersIn(holder: 'bibjson' | 'bibjson.journal'): string[] {
  return membersOfKind(holder, ['text', 'list', 'holder', 'ignored']);
}

/** Those that the directory stores; without the journal block, whose members are stored one by one. */
export function storedMembers(holder: 'bibjson' | 'bibjson.journal'): string[] {
  return membersOfKind(holder, ['text', 'list']);
}

function membersOfKind(holder: string, kinds: readonly ArticleField['kind'][]): string[] {
  const isIn = (path: string) => path.slice(0, path.lastIndexOf('.')) === holder && !path.endsWith(']');
  return articleFieldList
    .filter(({ kind, path }) => kinds.includes(kind) && isIn(path))
    .map(({ path }) => lastOf(path));
}

/** The texts of one article by the names of their fields. */
export function readTexts(read: (field: ArticleText) => string): Record<ArticleTextName, string> {
  const texts: Partial<Record<ArticleTextName, string>> = {};
  for (const field of articleTexts) texts[field.name] = read(field);
  return texts as Record<ArticleTextName, string>;
}

export const authorMembers = membersOf('bibjson.author') as readonly AuthorMember[];
export const linkMembers = membersOf('bibjson.link') as readonly LinkMember[];

/** The texts of one author or link; empty for an entry that is no object. */
export function readMembers<Member extends string>(
  members: readonly Member[],
  entry: unknown,
  text: (value: unknown) => string,
): Record<Member, string> {
  const texts: Partial<Record<Member, string>> = {};
  for (const name of members) texts[name] = text(member(entry, name));
  return texts as Record<Member, string>;
}

function membersOf(list: string): readonly string[] {
  return articleFieldList
    .filter(({ kind, path }) => kind === 'member' && path.startsWith(`${list}[].`))
    .map(({ path }) => lastOf(path));
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
