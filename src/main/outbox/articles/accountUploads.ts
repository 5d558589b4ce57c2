import { AppError } from '../../../shared/errors.ts';
import { isSameMessage, type Message, msg } from '../../../shared/message.ts';
import { type PausedBy, pauseEndsWith } from '../../../shared/upload/uploadStates.ts';
import { isoNow } from '../../platform/clock.ts';
import { storageError } from '../../store/database.ts';
import type { UploadRow } from '../../store/uploads/uploadRows.ts';
import type { ArticleParts } from './articleParts.ts';

/** The uploads of one account as a whole; remembers those that are over with outcomes or ids still missing. */
export function createAccountUploads(
  options: Pick<ArticleParts, 'accountId' | 'uploads' | 'progress' | 'clock'>,
) {
  const { accountId, uploads, progress, clock } = options;
  const unsettled = new Set(uploads.unsettled(accountId));
  const list = () => uploads.list(accountId);

  function setState(id: number, ...change: ['running' | 'done'] | ['paused', PausedBy, Message]): void {
    const [state, pausedBy = null, message = null] = change;
    uploads.setState(id, state, { at: isoNow({ clock }), pausedBy, message });
    progress.changed(id, true);
  }

  function pause(id: number, pausedBy: PausedBy, reason: Message): void {
    setState(id, 'paused', pausedBy, reason);
    progress.resetRate(id);
  }

  function isActive({ id, state, pausedBy }: UploadRow): boolean {
    return state === 'running' || pauseEndsWith(pausedBy) === 'connection' || unsettled.has(id);
  }

  return {
    /** Uploads with something left to do, oldest first. */
    active: () => list().filter(isActive).reverse(),
    /** Marks uploads as done that have nothing left to send. */
    finish(): void {
      for (const { id, state } of list()) {
        if (state === 'running' && !uploads.isOpen(id)) {
          setState(id, 'done');
          if (uploads.countWithoutId(id) > 0) unsettled.add(id);
        } else if (state === 'cancelled' && uploads.isUnderWay(id)) unsettled.add(id);
        else if (unsettled.has(id) && !uploads.isUnderWay(id) && uploads.countWithoutId(id) === 0)
          unsettled.delete(id);
      }
    },
    pauseAll(pausedBy: PausedBy, reason: Message): void {
      for (const { id, state } of list()) if (state === 'running') pause(id, pausedBy, reason);
    },
    /** Continues the uploads that waited for a connection. */
    resumeOffline(): void {
      for (const { id, pausedBy } of list())
        if (pauseEndsWith(pausedBy) === 'connection') setState(id, 'running');
    },
    /** Shows why running uploads wait; null: they do not. */
    setWaitingReason(reason: Message | null): void {
      for (const { id, state, message } of list()) {
        if (state !== 'running' || isSameMessage(message, reason)) continue;
        uploads.setMessage(id, null, reason);
        progress.changed(id, true);
      }
    },
    /** Pauses an upload after a bug or a disk error. */
    fail(id: number, error: unknown): void {
      const known = storageError(error);
      const reason = known instanceof AppError ? known.brief : msg('queue.paused.bug');
      const state = uploads.find(id)?.state;
      if (state === 'running') pause(id, 'problem', reason);
      else unsettled.delete(id);
    },
  };
}
