import type { FixingStatus } from '../../src/shared/contract/fixing.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';

/** The expected state of a record, from the responses to its user. */
export interface Fact {
  accountId: string;
  /** The content of the last acknowledged save. */
  content: string;
  /** Contents of later saves without a response; the record may have one of them. */
  maybe: string[];
  /** Whether it is in the trash or permanently removed; `maybe`: the call got no response. */
  trashed: boolean | 'maybe';
  gone: boolean | 'maybe';
}

/** Where the last acknowledged step left a fixing mode. */
export interface FixingFact extends Pick<FixingStatus, 'accountId' | 'place' | 'isOver' | 'counts'> {
  /** The drafts, in their frozen order. */
  ids: number[];
}

interface ImportFact {
  accountId: string;
  /** Positions in the file of the records that were new in the preview. */
  places: number[];
  /** `maybe`: accepting got no response, or was answered while it still ran. */
  accepted: boolean | 'maybe';
  over: boolean;
  /** The table that was imported, with its headings. */
  table?: string[][];
}

/** The expected data, from all responses, kept outside the application. */
export interface Model {
  drafts: Map<number, Fact>;
  applications: Map<number, Fact>;
  imports: Map<number, ImportFact>;
  fixings: Map<number, FixingFact>;
  /** Addresses of links with a result. */
  links: Set<string>;
  /** Contents of new records whose creation got no response. */
  attempted: Set<string>;
  settings: Record<string, unknown>;
  /** Identifiers of articles sent by uploads that a restore has removed, as in `checkDirectory`. */
  origins: Set<string>;
  /** What the directories' staff did; a restore does not undo it. */
  staff: {
    /** Ids of articles. */
    deleted: Set<string>;
    /** The last title by id. */
    edited: Map<string, string>;
    /** Titles that the directory had before. */
    titles: Set<string>;
  };
  /** How often a backup was restored. */
  restores: number;
  /** Exported texts, which must not contain a key. */
  exported: string[];
}

export function createModel(): Model {
  return {
    drafts: new Map(),
    applications: new Map(),
    imports: new Map(),
    fixings: new Map(),
    links: new Set(),
    attempted: new Set(),
    settings: {},
    origins: new Set(),
    staff: { deleted: new Set(), edited: new Map(), titles: new Set() },
    restores: 0,
    exported: [],
  };
}

/** The current expectation, to use once the backup is restored. */
export function copyOf({ drafts, applications, imports, fixings, links, settings }: Model): Remembered {
  return structuredClone({ drafts, applications, imports, fixings, links, settings });
}

/** The part of the model that a restore resets. */
export type Remembered = Pick<
  Model,
  'drafts' | 'applications' | 'imports' | 'fixings' | 'links' | 'settings'
>;

/** Resets the expectation to that of a backup. */
export function goBack(model: Model, to: Remembered): void {
  Object.assign(model, structuredClone(to), { restores: model.restores + 1 });
}

/** A record as text, the same for equal content. */
export function contentOf(record: unknown): string {
  return JSON.stringify(record, (_name, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** A record that was just read with this content. */
export function factOf(accountId: string, record: DraftRecord): Fact {
  return { accountId, content: contentOf(record), maybe: [], trashed: false, gone: false };
}

/** Expects the outcome of a save: its content, or perhaps its content if there was no response. */
export function noteSave(fact: Fact, record: DraftRecord, how: 'ok' | 'refused' | 'died'): void {
  if (how === 'ok') Object.assign(fact, { content: contentOf(record), maybe: [] });
  else if (how === 'died') fact.maybe.push(contentOf(record));
}

/** Ids of an account's records that certainly exist, outside or in the trash. */
export function present(facts: ReadonlyMap<number, Fact>, accountId: string, isTrashed = false): number[] {
  return [...facts].flatMap(([id, fact]) =>
    fact.accountId === accountId && fact.gone === false && fact.trashed === isTrashed ? [id] : [],
  );
}
