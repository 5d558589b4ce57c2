import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { type Instant, readInstant } from '../../../shared/instant.ts';
import { localName } from '../../formats/xml/xmlTree.ts';

/** A response of a repository (OAI-PMH 2.0), as far as it could be read. */
export interface OaiPage {
  /** It is an OAI-PMH response, not an HTML page. */
  isOai: boolean;
  /** Its XML is well-formed. */
  isWhole: boolean;
  /** null: it has none that is a time. */
  responseDate: Instant | null;
  errors: { code: string; text: string }[];
  records: OaiRecord[];
  /** Where the list continues; empty: it is complete, or the token is too long. */
  token: string;
  isTokenTooLong: boolean;
  /** How many records the whole list has; null if it does not say. */
  total: number | null;
  formats: string[];
  sets: { spec: string; name: string }[];
  identify: { name: string; granularity: string; deletedRecord: string };
  pieces: OaiPieces;
}

/** What a response can be split into. */
export interface OaiPieces {
  /** The opening tag of the root element, with its prefixes. */
  root: string;
  records: OaiPiece[];
}

/** A record in the text of a response, with what its header says; without an identifier, it is not among the page's records. */
interface OaiPiece {
  identifier: string;
  isDeleted: boolean;
  /** Indexes in the text; of one that breaks off, the end is that of the text. */
  from: number;
  to: number;
}

/** The header of a record, with the title of its article. */
export interface OaiRecord {
  identifier: string;
  datestamp: string;
  isDeleted: boolean;
  /** Empty if there is none. */
  title: string;
}

/** Characters parsed before other work may run. */
const sliceLength = 1 << 16;
/** Maximum nesting of elements; deeper responses count as broken. */
const deepest = 200;
/** Maximum characters kept of one value, and of a token. */
const maxValueLength = 2_000;
const maxTokenLength = 16_000;
/** A root element's tag is kept with each record, so one of megabytes counts as one without attributes. */
const maxRootLength = 5_000;

const titles = new Set(['title', 'article-title', 'articleTitle']);
const values = new Set([
  ...[
    'responseDate',
    'error',
    'identifier',
    'datestamp',
    'resumptionToken',
    'metadataPrefix',
    'setSpec',
    'setName',
  ],
  ...['repositoryName', 'granularity', 'deletedRecord'],
]);

/** Reads a response in slices, so that a large one blocks nothing else. */
export async function readOaiPage(text: string): Promise<OaiPage> {
  const page: OaiPage = {
    isOai: false,
    isWhole: false,
    responseDate: null,
    errors: [],
    records: [],
    token: '',
    isTokenTooLong: false,
    total: null,
    formats: [],
    sets: [],
    identify: { name: '', granularity: '', deletedRecord: '' },
    pieces: { root: '', records: [] },
  };
  const parser = new SaxesParser({ xmlns: false });
  const reader = new PageReader(page, text);
  let isBroken = false;
  parser.on('error', () => {
    isBroken = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (!reader.open(name, attributes, parser.position)) isBroken = true;
  });
  parser.on('closetag', ({ name }) => reader.close(localName(name), parser.position));
  parser.on('text', (piece) => reader.text(piece));
  parser.on('cdata', (piece) => reader.text(piece));
  for (let at = 0; at < text.length && !isBroken; at += sliceLength) {
    if (at > 0) await setImmediate();
    parser.write(text.slice(at, at + sliceLength));
  }
  if (!isBroken) parser.close();
  reader.end();
  page.isWhole = page.isOai && !isBroken;
  return page;
}

/** Collects the values of a page; elements inside the metadata of a record are only searched for its title. */
class PageReader {
  readonly #page: OaiPage;
  readonly #text: string;
  readonly #path: string[] = [];
  /** The record that is open, and how deep it is. */
  #piece: (OaiPiece & { depth: number }) | null = null;
  #value: string | null = null;
  #attributes: Record<string, string> = {};
  #record: OaiRecord | null = null;
  #set: { spec: string; name: string } | null = null;

  constructor(page: OaiPage, text: string) {
    this.#page = page;
    this.#text = text;
  }

  /** `to`: the index after the tag. Returns false if the element is too deep. */
  open(tag: string, attributes: Record<string, string>, to: number): boolean {
    const name = localName(tag);
    const depth = this.#path.length;
    if (depth >= deepest) return false;
    if (depth === 0) {
      this.#page.isOai = name === 'OAI-PMH';
      const from = this.#startOf(to);
      this.#page.pieces.root = to - from > maxRootLength ? `<${tag}>` : copyOf(this.#text.slice(from, to));
    }
    this.#path.push(name);
    if (name === 'record' && this.#piece === null && !this.#isInMetadata())
      this.#piece = { identifier: '', isDeleted: false, from: this.#startOf(to), to, depth };
    if (name === 'header' && !this.#isInMetadata()) {
      const isDeleted = attributes.status === 'deleted';
      if (this.#piece && depth === this.#piece.depth + 1) this.#piece.isDeleted = isDeleted;
      this.#record = { identifier: '', datestamp: '', isDeleted, title: '' };
    } else if (name === 'set' && !this.#isInMetadata()) this.#set = { spec: '', name: '' };
    const isTitle = this.#isInMetadata() && titles.has(name) && this.#record?.title === '';
    if (isTitle || (!this.#isInMetadata() && values.has(name))) {
      this.#value = '';
      this.#attributes = attributes;
    }
    return true;
  }

  text(piece: string): void {
    if (this.#value !== null && this.#value.length <= maxTokenLength) this.#value += piece;
  }

  close(name: string, to: number): void {
    const isInMetadata = this.#isInMetadata();
    const isOfValue = values.has(name) || titles.has(name);
    if (this.#value !== null && isOfValue) {
      if (name === 'resumptionToken' && !isInMetadata) this.#takeToken(this.#value.trim());
      else {
        const value = this.#value.replace(/\s+/g, ' ').trim().slice(0, maxValueLength);
        this.#take(name, copyOf(value), isInMetadata);
      }
      this.#value = null;
    }
    this.#path.pop();
    if (this.#path.length === this.#piece?.depth) this.#endPiece(to);
    if (isInMetadata) return;
    if (name === 'header' && this.#record?.identifier) this.#page.records.push(this.#record);
    if (name === 'set' && this.#set?.spec) this.#page.sets.push(this.#set);
  }

  /** A record that breaks off ends with the text. */
  end(): void {
    if (this.#piece) this.#endPiece(this.#text.length);
  }

  #endPiece(to: number): void {
    const { depth: _, ...piece } = this.#piece!;
    this.#page.pieces.records.push({ ...piece, to });
    this.#piece = null;
  }

  /** The index of the tag that ends there: none has an angle bracket in its attributes. */
  #startOf(to: number): number {
    return this.#text.lastIndexOf('<', to - 1);
  }

  /** A token means nothing to anybody but its server, so that nothing in it may be changed. */
  #takeToken(token: string): void {
    const page = this.#page;
    page.isTokenTooLong = token.length > maxTokenLength;
    page.token = page.isTokenTooLong ? '' : copyOf(token);
    page.total = readCount(this.#attributes.completeListSize);
  }

  #isInMetadata(): boolean {
    return this.#path.includes('metadata');
  }

  #take(name: string, value: string, isInMetadata: boolean): void {
    const page = this.#page;
    const record = this.#record;
    // What is said about a record, such as its provenance, has identifiers of its own.
    const isOfHeader = this.#path.at(-2) === 'header';
    if (isInMetadata) {
      if (record) record.title ||= value;
    } else if (name === 'responseDate') page.responseDate = readInstant(value);
    else if (name === 'error') page.errors.push({ code: this.#attributes.code ?? '', text: value });
    else if (name === 'identifier' && record && isOfHeader) {
      record.identifier = value;
      if (this.#piece && this.#path.length === this.#piece.depth + 3) this.#piece.identifier = value;
    } else if (name === 'datestamp' && record && isOfHeader) record.datestamp = value;
    else if (name === 'metadataPrefix') page.formats.push(value);
    else if (name === 'setSpec' && this.#set) this.#set.spec = value;
    else if (name === 'setName' && this.#set) this.#set.name = value;
    else if (name === 'repositoryName') page.identify.name = value;
    else if (name === 'granularity') page.identify.granularity = value;
    else if (name === 'deletedRecord') page.identify.deletedRecord = value;
  }
}

function readCount(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** A part of a text keeps the whole in memory, which is a response of megabytes. */
function copyOf(value: string): string {
  return Buffer.from(value).toString();
}
