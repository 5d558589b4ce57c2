import type { Dialect } from '../../directory/account.ts';
import type { Finding, Severity } from '../../finding.ts';
import type { Message } from '../../message.ts';
import type { SearchKind } from '../searching.ts';

/** Something to be said about a query, with the part of the text that it is about (UTF-16 offsets, end excluded). */
export interface QueryFinding extends Finding {
  start: number;
  end: number;
  /** The whole query as it should be written instead; absent where there is no one way. */
  instead?: string;
}

/** The kind of record that is searched and how the account's directory speaks. */
export interface QueryContext {
  kind: SearchKind;
  dialect: Dialect;
}

/** A change to the text of a query: what stands from `start` to `end` becomes `text`. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** What is the matter with a part of a query, before it is put in words. */
export interface Remark {
  code: string;
  severity: Severity;
  start: number;
  end: number;
  /** For the words. */
  params?: Record<string, string>;
  /** How to put it right; absent where there is no one way. */
  edits?: Edit[];
}

/** A field that can be searched or sorted by, for the query builder. */
export interface SearchField {
  name: string;
  label: Message;
  type: 'text' | 'exact' | 'date' | 'number';
  isShort: boolean;
  sortable: boolean;
}

/** One condition of the builder; `field` empty means anywhere in the record. */
export interface Condition {
  field: string;
  how: 'is' | 'phrase' | 'range' | 'words';
  value: string;
  to?: string;
  not: boolean;
}
