import type { DraftRecord } from '../../shared/draft/draft.ts';

/** Writes records of the directory's article JSON in another format, in pieces. */
export type Writer = (records: AsyncIterable<DraftRecord>) => AsyncIterable<string | Uint8Array>;
