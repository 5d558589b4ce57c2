import { AppError } from '../../../shared/errors.ts';
import { isSameMessage, type Message, msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import { storageError } from '../../store/database.ts';
import type { PausedBy, UploadRow } from '../../store/uploads/uploadRows.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';
import type { Progress } from './progress.ts';

/** The uploads of one account as a whole. */
export interface AccountUploads {
  /** Uploads with something left to do, oldest first. */
  active(): UploadRow[];
  /** Marks uploads as done that have nothing left to send. */
  finish(): void;
  pauseAll(pausedBy: PausedBy, reason: Message): void;
  /** Goes on with the uploads that waited for a connection. */
  resumeOffline(): void;
  /** Shows what running uploads wait for; null: nothing. */
  setWaitingReason(reason: Message | null): void;
  /** Pauses an upload after an error of our own, or of the disk. */
  fail(id: number, error: unknown): void;
}

export interface AccountUploadsOptions {
  accountId: string;
  uploads: Pick<
    UploadStore,
    'list' | 'find' | 'setState' | 'setMessage' | 'unsettled' | 'isUnderWay' | 'isOpen' | 'countWithoutId'
  >;
  progress: Pick<Progress, 'changed' | 'resetRate'>;
  clock: { now(): number };
}

/** Makes the uploads of an account; it remembers those that are over with outcomes or ids still open. */
export function createAccountUploads({
  accountId,
  uploads,
  progress,
  clock,
}: AccountUploadsOptions): AccountUploads {
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
    return state === 'running' || (state === 'paused' && pausedBy === 'offline') || unsettled.has(id);
  }

  return {
    active: () => list().filter(isActive).reverse(),
    finish() {
      for (const { id, state } of list()) {
        if (state === 'running' && !uploads.isOpen(id)) {
          setState(id, 'done');
          if (uploads.countWithoutId(id) > 0) unsettled.add(id);
        } else if (state === 'cancelled' && uploads.isUnderWay(id)) unsettled.add(id);
        else if (unsettled.has(id) && !uploads.isUnderWay(id) && uploads.countWithoutId(id) === 0)
          unsettled.delete(id);
      }
    },
    pauseAll(pausedBy, reason) {
      for (const { id, state } of list()) if (state === 'running') pause(id, pausedBy, reason);
    },
    resumeOffline() {
      for (const { id, state, pausedBy } of list())
        if (state === 'paused' && pausedBy === 'offline') setState(id, 'running');
    },
    setWaitingReason(reason) {
      for (const { id, state, message } of list()) {
        if (state !== 'running' || isSameMessage(message, reason)) continue;
        uploads.setMessage(id, null, reason);
        progress.changed(id, true);
      }
    },
    fail(id, error) {
      const known = storageError(error);
      const reason = known instanceof AppError ? known.brief : msg('queue.paused.bug');
      const state = uploads.find(id)?.state;
      if (state === 'running') pause(id, 'problem', reason);
      else unsettled.delete(id);
    },
  };
}
