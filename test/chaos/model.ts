import type { DraftRecord } from '../../src/shared/draft/draft.ts';

/** What an editor was told about a record, and so may count on. */
export interface Fact {
  accountId: string;
  /** The content of the last save that was answered. */
  content: string;
  /** Contents of later saves that got no answer: one of them may be there as well. */
  maybe: string[];
  /** Whether it is in the trash, or removed for good; `maybe`: the call got no answer. */
  trashed: boolean | 'maybe';
  gone: boolean | 'maybe';
}

export interface ImportFact {
  accountId: string;
  /** Places in the file of the records that the preview called new. */
  places: number[];
  /** `maybe`: accepting got no answer, or was answered while it still runs. */
  accepted: boolean | 'maybe';
  over: boolean;
}

/** Everything that the editors were told, kept outside of the application. */
export interface Model {
  drafts: Map<number, Fact>;
  applications: Map<number, Fact>;
  imports: Map<number, ImportFact>;
  /** Contents of new records that got no answer. */
  attempted: Set<string>;
  settings: Record<string, unknown>;
  /** Identifiers of articles that were sent by uploads which a restore took away, as in `checkDirectory`. */
  origins: Set<string>;
  /** How often a backup took the place of the data. */
  restores: number;
  /** Texts of exports, which must not hold a key. */
  exported: string[];
}

export function createModel(): Model {
  return {
    drafts: new Map(),
    applications: new Map(),
    imports: new Map(),
    attempted: new Set(),
    settings: {},
    origins: new Set(),
    restores: 0,
    exported: [],
  };
}

/** What the editors count on as it is now, for the day on which it is restored. */
export function copyOf({ drafts, applications, imports, settings }: Model): Remembered {
  return structuredClone({ drafts, applications, imports, settings });
}

/** The part of a model that goes back with a backup. */
export type Remembered = Pick<Model, 'drafts' | 'applications' | 'imports' | 'settings'>;

/** The editors count on what a backup held. */
export function goBack(model: Model, to: Remembered): void {
  Object.assign(model, structuredClone(to), { restores: model.restores + 1 });
}

/** A record as text, the same for the same content. */
export function contentOf(record: unknown): string {
  return JSON.stringify(record, (_name, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** A record that was just seen with this content. */
export function factOf(accountId: string, record: DraftRecord): Fact {
  return { accountId, content: contentOf(record), maybe: [], trashed: false, gone: false };
}

/** Facts of an account that are surely there, outside of the trash or in it. */
export function present(facts: ReadonlyMap<number, Fact>, accountId: string, isTrashed = false): number[] {
  return [...facts].flatMap(([id, fact]) =>
    fact.accountId === accountId && fact.gone === false && fact.trashed === isTrashed ? [id] : [],
  );
}
