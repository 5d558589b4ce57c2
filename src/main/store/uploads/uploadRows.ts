import type { Refusal } from '../../../shared/draft/draft.ts';
import type { Keeping } from '../../../shared/draft/earlierVersions.ts';
import type { Message } from '../../../shared/message.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import type { ItemState } from '../../../shared/upload/uploadStates.ts';
import type { ColumnsWith, Member } from '../columns.ts';
import type { uploadTable } from './uploadTable.ts';

/** An upload as its row has it. */
export type UploadRow = Pick<Upload, Member<ColumnsWith<typeof uploadTable, 'shown'>>>;

export interface NewItem {
  draftId: number;
  position: number;
  title: string;
  place: Message | null;
  doi: string;
  bytes: number;
  /** The content that the plan showed to the user. */
  plannedHash: string;
  /** The content that a person confirmed, if it is another one: a colleague queued it. */
  confirmedHash?: string;
  /** 1: the directory had its article when a colleague confirmed it; left out: what its draft knows. */
  wasThere?: 0 | 1;
  /** Whether the record that it overwrites has to be stored first; absent if it overwrites none that we know of. */
  keeping?: Extract<Keeping, 'no' | 'wanted' | 'left'>;
}

/** A queued item with the draft that it sends, as the draft is now; `record` is null if the draft is gone. */
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
  /** As planned, or as last sent. */
  bytes: number;
  keeping: Keeping;
  /** When (milliseconds since 1970), and for which content of the draft, the existing record was looked up. */
  keptMs: number;
  keptHash: string | null;
  /** The content in the last request that carried it; null: it was never sent. */
  sentContent: string | null;
  versionId: number | null;
  /** The content that the plan showed to the user; null: unknown. */
  plannedHash: string | null;
  /** The content that a person confirmed last; no other is sent. */
  confirmedHash: string | null;
  /** 1: its draft had an article at the directory when it was confirmed, which was deleted since. */
  isDeletedThere: number;
  /** When its draft was last stored, and with which keys. */
  draftSentAt: string | null;
  sentDoiKey: string | null;
  sentUrlKey: string | null;
}

/** An item that was sent: its content, and the directory id that its draft had before. */
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
  /** Directory ids of its draft and of the version stored before, and the draft's JSON now, or null. */
  knownId: string | null;
  keptId: string | null;
  record: string | null;
  doi: string;
  /** The request, and how many records it carried. */
  requestId: number;
  batch: number;
  /** 1: there was no answer to it, or a gateway gave up, so that the directory may go on with it. */
  isUnanswered: number;
}

/** The changes of an item with its state; absent fields stay. */
export interface ItemChange {
  state: ItemState;
  cap?: number;
  /** Added to the attempts; `reset` sets them to 0. */
  attempts?: number | 'reset';
  dueMs?: number;
  ticket?: string | null;
  outcome?: 'created' | 'overwrote' | null;
  remoteId?: string | null;
  refusal?: Refusal | null;
}

/** The result of looking up a record to overwrite; without `versionId` the stored version stays. */
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

/** An item as sent in a request. */
export interface ClaimedItem {
  id: number;
  requestId: number;
  hash: string;
  content: string;
  doiKey: string | null;
  urlKey: string | null;
  bytes: number;
}
