import type { Refusal } from '../../../shared/draft/draft.ts';
import type { Keeping } from '../../../shared/draft/earlierVersions.ts';
import type { Message } from '../../../shared/message.ts';
import type { HeldBackReason } from '../../../shared/upload/upload.ts';
import type { ItemState, UploadState } from '../../../shared/upload/uploadStates.ts';

export type PausedBy = 'person' | 'offline' | 'key' | 'version' | 'problem';

/** An upload as its row has it; times are ISO 8601. */
export interface UploadRow {
  id: number;
  accountId: string;
  name: string;
  state: UploadState;
  pausedBy: PausedBy | null;
  message: Message | null;
  skipped: number;
  heldBack: number;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** A draft that was selected and is not sent, with the reason in words. */
export interface LeftOut {
  draftId: number;
  title: string;
  reason: HeldBackReason;
  path: string;
  message: Message;
}

export interface NewItem {
  draftId: number;
  position: number;
  title: string;
  place: Message | null;
  doi: string;
  bytes: number;
  /** It overwrites, and the record that is there is to be kept first, or not; absent: nothing is known to be there. */
  keeping?: Extract<Keeping, 'no' | 'wanted' | 'left'>;
}

/** A queued item with the draft it sends, as the draft is now; `record` null: the draft is gone. */
export interface QueuedItem {
  id: number;
  draftId: number;
  cap: number;
  attempts: number;
  record: string | null;
  hash: string;
  doiKey: string | null;
  urlKey: string | null;
  remoteId: string | null;
  errors: number;
  hasIdentifier: number;
  trashedAt: string | null;
  /** As it was planned, or as it was sent last. */
  bytes: number;
  keeping: Keeping;
  /** When (milliseconds since 1970) and for which content of the draft the record there was looked for. */
  keptMs: number;
  keptHash: string | null;
  /** The request that carried it last, and the content that was in it; null: it never went out. */
  requestId: number | null;
  sentContent: string | null;
  versionId: number | null;
  /** When its draft was stored last, and with which keys. */
  draftSentAt: string | null;
  sentDoiKey: string | null;
  sentUrlKey: string | null;
}

/** An item that was sent: what was sent in it, and the directory id that its draft had before. */
export interface SentItem {
  id: number;
  uploadId: number;
  draftId: number;
  state: ItemState;
  cap: number;
  attempts: number;
  sentHash: string;
  sentContent: string;
  doiKey: string | null;
  urlKey: string | null;
  ticket: string | null;
  outcome: 'created' | 'overwrote' | null;
  /** Directory ids of its draft and of the record that was kept before it was sent, and the draft's JSON as it is now; null if they are not there. */
  knownId: string | null;
  keptId: string | null;
  record: string | null;
  doi: string;
  /** The request, how many records it carried, and when it went out. */
  requestId: number;
  batch: number;
  sentAt: string;
}

/** What changes in an item with its state; whatever is absent stays. */
export interface ItemChange {
  state: ItemState;
  cap?: number;
  /** Added to the attempts; `reset` makes them 0. */
  attempts?: number | 'reset';
  dueMs?: number;
  ticket?: string | null;
  outcome?: 'created' | 'overwrote' | null;
  remoteId?: string | null;
  refusal?: Refusal | null;
}

/** What was found of the record that an item is going to overwrite; `versionId` absent: what was kept before stays. */
export interface KeptItem {
  id: number;
  keeping: Keeping;
  hash: string;
  ms: number;
  versionId?: number | null;
}

export interface ItemCounts {
  queued: number;
  sending: number;
  accepted: number;
  unsure: number;
  created: number;
  overwrote: number;
  stored: number;
  refused: number;
  failed: number;
}

/** An item as it goes into a request. */
export interface ClaimedItem {
  id: number;
  requestId: number;
  hash: string;
  content: string;
  doiKey: string | null;
  urlKey: string | null;
  bytes: number;
}
