import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Message } from '../../../shared/message.ts';
import type { RecordFacts } from '../recordFacts.ts';
import type { XmlElement } from './xmlTree.ts';

/**
 * The group around records, without its content, and by name the elements whose content all later records of the group
 * share.
 */
export type XmlContext = ReadonlyMap<string, XmlElement>;

/** The record of an element with notes, or why it cannot be one; null if it is not meant to be one. */
export type XmlReading =
  | { record: DraftRecord; notes: Message[]; facts?: RecordFacts }
  | { message: Message }
  | null;

/** A format of XML that has records one after another. All names are without prefixes. */
export interface XmlFormat {
  /** Possible root elements; null: not checked. */
  roots: ReadonlySet<string> | null;
  records: ReadonlySet<string>;
  /** Elements outside records that are kept for the records after them. */
  context: ReadonlySet<string>;
  /** Elements around records that reset the context when they begin, such as a journal. */
  groups: ReadonlySet<string>;
  /** Elements of which only name and attributes are kept, such as an article's body. */
  skipped: ReadonlySet<string>;
  /** Elements that are kept even within skipped ones, so that they can be counted; they are skipped as well. */
  counted: ReadonlySet<string>;
  /** Names above that are ordinary elements in these parents: `body` in a `doi_batch`, the `record` of another format in `metadata`. */
  ordinaryIn: ReadonlyMap<string, readonly string[]>;
  /** The element whose children are groups, or else records of other kinds, which are reported. */
  parentOfOthers: string | null;
  /** The elements around a record or a group after XML that is broken outside of them. */
  path: readonly string[];
  /** Further elements at which reading can continue after broken XML. */
  resumeAt: readonly string[];
  /** Refuses document types with declarations, and records with unknown entities or stray ampersands. */
  isStrict: boolean;
  limits: { bytes: number; depth: number };
  /** The problem of a group without records; null if that is not a problem. */
  emptyGroup: Message | null;
  read(record: XmlElement, context: XmlContext): XmlReading;
}

/** The defaults of most formats. */
export const ordinaryXml = {
  roots: null,
  context: new Set<string>(),
  groups: new Set<string>(),
  skipped: new Set<string>(),
  counted: new Set<string>(),
  ordinaryIn: new Map<string, readonly string[]>(),
  parentOfOthers: null,
  path: [],
  resumeAt: [],
  isStrict: false,
  // reference/import-formats.md 6
  limits: { bytes: 250_000_000, depth: 200 },
  emptyGroup: null,
} satisfies Partial<XmlFormat>;
