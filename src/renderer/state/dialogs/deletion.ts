import { create } from 'zustand';
import type { Selection } from '../../../shared/draft/draft.ts';

/** An article of the directory. */
export interface NamedArticle {
  remoteId: string;
  title: string;
  /** When the record shown was last changed at the directory, as ISO time. */
  updated?: string;
}

/** The articles to delete from the directory: those of drafts, or articles given by their ids there. */
export type DeletionTarget =
  | { selection: Selection }
  /** `stays`: titles of other articles with the same DOI or address, which are kept. */
  | { articles: readonly NamedArticle[]; stays?: readonly string[] };

/** The open dialog about deletions: it asks about `target`, or lists what was deleted if that is null. */
export interface DeletionRequest {
  accountId: string;
  target: DeletionTarget | null;
}

export const useDeletion = create<{ request: DeletionRequest | null }>(() => ({ request: null }));

/** Asks whether to delete these articles, on any screen. */
export function openDeletion(accountId: string, target: DeletionTarget | null): void {
  useDeletion.setState({ request: { accountId, target } });
}

export function closeDeletion(): void {
  useDeletion.setState({ request: null });
}
