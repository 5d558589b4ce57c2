import { applicationFromStored, applicationHash } from '../../shared/application/application.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { VersionWhy } from '../../shared/draft/earlierVersions.ts';
import { isoNow } from '../platform/clock.ts';
import type { StoredApplication } from '../store/applications/applicationRows.ts';
import type { ApplicationParts } from './applicationParts.ts';

/** Keeps an application as the directory has it, before it is changed or withdrawn there; the same content only once. */
export function keepApplication(
  parts: Pick<ApplicationParts, 'versions' | 'clock'>,
  row: Pick<StoredApplication, 'id' | 'accountId' | 'title'>,
  { remoteId, record, why }: { remoteId: string; record: DraftRecord; why: VersionWhy },
): void {
  parts.versions.keep({
    ...{ accountId: row.accountId, kind: 'application', why, uploadId: null, at: isoNow(parts) },
    ...{ remoteId, recordId: row.id, title: row.title, record },
    content: applicationHash(applicationFromStored(record)),
  });
}

/** Which applications wait because what they would overwrite cannot be kept, and which the person lets go without; forgotten when Colophon ends. */
export interface Keeping {
  waits(id: number): void;
  settled(id: number): void;
  isWaiting(id: number): boolean;
  letGo(id: number): void;
  mayGoWithout(id: number): boolean;
}

/** Makes that memory. */
export function createKeeping(): Keeping {
  const waiting = new Set<number>();
  const free = new Set<number>();
  return {
    waits: (id) => void waiting.add(id),
    settled(id) {
      waiting.delete(id);
      free.delete(id);
    },
    isWaiting: (id) => waiting.has(id),
    letGo(id) {
      waiting.delete(id);
      free.add(id);
    },
    mayGoWithout: (id) => free.has(id),
  };
}
