import type { ImportChoices } from '../../../shared/draft/importChoices.ts';
import type { TableMapping } from '../../../shared/tables/tableMapping.ts';

/** The choices for a whole import where a file has several of a kind. */
export interface Choices {
  /** The language of title, abstract and keywords; null: the article's own. */
  language: string | null;
  /** The kind of date that is preferred. */
  date: 'online' | 'print';
  /** An author with several affiliations gets the first one, or is listed once for each. */
  affiliation: 'first' | 'repeat';
  /** The kind of each ISSN of the account's journals. */
  issnKinds: ReadonlyMap<string, 'print' | 'electronic'>;
  /** How the columns of tables become articles; null: as their headings suggest. */
  mapping: TableMapping | null;
  /** The journal for articles that name none. */
  journal: ImportChoices['journal'];
  /** The encoding of text files; null: the one that each shows. */
  encoding: string | null;
  /** What becomes of texts that were decoded twice. */
  decodedTwice: ImportChoices['decodedTwice'];
  /** Which part of a name comes first; null: the one that does in its culture. */
  nameOrder: ImportChoices['nameOrder'];
  /** True if the directory's article JSON keeps its mistakes, because another program will send it. */
  isAsItIs?: boolean;
}

export const ordinaryChoices: Choices = {
  language: null,
  date: 'online',
  affiliation: 'first',
  issnKinds: new Map(),
  mapping: null,
  journal: null,
  encoding: null,
  decodedTwice: 'correct',
  nameOrder: null,
};
