/** A journal as the deployed service stores it, with only the members that the sandbox uses. */
export interface JournalRecord {
  id: string;
  created_date?: string;
  last_updated?: string;
  last_manual_update?: string;
  admin: {
    in_doaj?: boolean;
    owner?: string;
    ticked?: boolean;
    last_full_review?: string;
    /** Never shown, like the next one. */
    last_withdrawn?: string;
    last_reinstated?: string;
    /** The open Update Request for it. */
    current_application?: string;
    related_applications?: { application_id: string; status?: string; date_accepted?: string }[];
    notes?: Note[];
    contact?: Contact;
  };
  bibjson: JournalBibjson;
}

/** Members that journals and applications share (reference/directory-api.md 5.2). */
export interface JournalBibjson {
  title?: string;
  alternative_title?: string;
  pissn?: string;
  eissn?: string;
  publisher?: { name?: string; country?: string };
  language?: string[];
  subject?: Subject[];
  labels?: string[];
  replaces?: string[];
  is_replaced_by?: string[];
  discontinued_date?: string;
  ref?: { journal?: string };
  [member: string]: unknown;
}

interface Note {
  id?: string;
  note?: string;
  date?: string;
  author_id?: string;
}

/** The contact for an application in the documented version 3.0.1. */
interface Contact {
  name: string;
  email: string;
}

export interface ApplicationRecord {
  id: string;
  created_date?: string;
  last_updated?: string;
  last_manual_update?: string;
  admin: {
    application_type?: 'new_application' | 'update_request';
    application_status?: string;
    /** The journal of an open Update Request. */
    current_journal?: string;
    /** The journal after the request was closed. */
    related_journal?: string;
    date_applied?: string;
    owner?: string;
    notes?: Note[];
    editor_group?: string | null;
    editor?: string | null;
    ticked?: boolean;
    contact?: Contact;
  };
  bibjson: JournalBibjson;
}

interface Subject {
  scheme?: string;
  term?: string;
  code?: string;
}

export interface Identifier {
  type?: string;
  id?: string;
}

export interface Link {
  type?: string;
  url?: string;
  content_type?: string;
}

interface Author {
  name?: string;
  affiliation?: string;
  orcid_id?: string;
}

/** The part that a sent and a stored article share (reference/directory-api.md 4.1). */
export interface ArticleBibjson {
  title?: string;
  year?: string;
  month?: string;
  abstract?: string;
  identifier?: Identifier[];
  link?: Link[];
  author?: Author[];
  keywords?: string[];
  subject?: Subject[];
  journal?: {
    volume?: string;
    number?: string;
    start_page?: string;
    end_page?: string;
    title?: string;
    publisher?: string;
    country?: string;
    language?: string[];
    issns?: string[];
  };
  start_page?: string;
  end_page?: string;
}

/** An article after parsing: unknown members removed, every text converted. */
export interface IncomingArticle {
  id?: string;
  es_type?: string;
  admin?: { in_doaj?: boolean; publisher_record_id?: string; upload_id?: string };
  bibjson: ArticleBibjson;
}

/** An article as the service stores it: pages in `bibjson` itself, derived index values in `index`. */
export interface ArticleRecord {
  id: string;
  created_date: string;
  last_updated: string;
  admin: { in_doaj?: boolean; publisher_record_id?: string; upload_id?: string; [member: string]: unknown };
  bibjson: ArticleBibjson;
  index: { doi?: string; fulltext?: string; date?: string; issn?: string[] };
  history?: unknown[];
}

/** What is kept of a deleted article, under its id (reference/directory-changes.md 1.2). */
export interface Tombstone {
  id: string;
  /** The time of deletion, like `last_updated`. */
  created_date: string;
  last_updated: string;
  /** The owner of the journal at the time of deletion. */
  admin: { owner?: string };
  bibjson: Pick<
    ArticleBibjson,
    'title' | 'author' | 'start_page' | 'end_page' | 'identifier' | 'journal' | 'subject'
  >;
}

/** The identifiers of one type, in order and without duplicates. */
export function identifiersOf(bibjson: ArticleBibjson, type: 'doi' | 'pissn' | 'eissn'): string[] {
  const found = new Set<string>();
  for (const entry of bibjson.identifier ?? []) {
    if (entry.type === type && entry.id !== undefined) found.add(entry.id);
  }
  return [...found];
}

/** The address of the first full-text link. */
export function fullTextOf(bibjson: ArticleBibjson): string | undefined {
  return bibjson.link?.find((link) => link.type === 'fulltext')?.url;
}

/** The ISSNs of an article, print ones first. */
export function issnsOf(bibjson: ArticleBibjson): string[] {
  return [...identifiersOf(bibjson, 'pissn'), ...identifiersOf(bibjson, 'eissn')];
}
