import type { Dialect } from '../../directory/account.ts';
import type { ServerProfile } from '../../directory/profile.ts';
import type { Finding, Severity } from '../../finding.ts';
import type { Message } from '../../message.ts';
import type { SearchKind } from '../searching.ts';

/** A remark about a query, with the part of the text that it concerns (UTF-16 offsets, end excluded). */
export interface QueryFinding extends Finding {
  start: number;
  end: number;
  /** The whole corrected query; absent if there is no single correction. */
  instead?: string;
  /** The query among records of another kind, which have what this one asks for. */
  among?: { kind: SearchKind; query: string };
}

/** The kind of record that is searched and the dialect of the account's directory. */
export interface QueryContext {
  kind: SearchKind;
  dialect: Dialect;
  /** What the server allows; absent: what the reference says. */
  wildcards?: ServerProfile['wildcards'] | undefined;
}

/** An edit of a query's text: replaces `start` to `end` by `text`. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A problem in part of a query, before it is worded. */
export interface Remark {
  code: string;
  severity: Severity;
  start: number;
  end: number;
  /** Parameters of the text. */
  params?: Record<string, string>;
  /** The fix; absent if there is no single one. */
  edits?: Edit[];
  /** The kind of record that has what the query asks for. */
  among?: SearchKind;
}

/** A field that can be searched or sorted by, for the query builder. */
export interface SearchField {
  name: string;
  label: Message;
  type: 'text' | 'exact' | 'date' | 'number';
  isShort: boolean;
  sortable: boolean;
}

/** One condition of the builder; an empty `field` means anywhere in the record. */
export interface Condition {
  field: string;
  how: 'is' | 'phrase' | 'range' | 'words';
  value: string;
  to?: string;
  not: boolean;
}
