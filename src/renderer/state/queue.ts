import { create } from 'zustand';
import type { Upload } from '../../shared/upload/upload.ts';
import { callAndListen, onEvent } from './client.ts';

/** Uploads that are under way or wait, over all accounts, oldest first. */
export const useQueue = create<{ open: Upload[] }>(() => ({ open: [] }));

/** Keeps the queue fresh; returns a function that stops it. */
export function startQueue(): () => void {
  void loadQueue();
  return onEvent('upload.changed', (upload) =>
    useQueue.setState(({ open }) => ({ open: merge(open, upload) })),
  );
}

/** Fetches the queue again; what it was stays where it cannot be had. */
export async function loadQueue(): Promise<void> {
  try {
    const { answer, told } = await callAndListen('uploads.list', {}, 'upload.changed');
    useQueue.setState({ open: [...answer, ...told].reduce(merge, []) });
  } catch {
    // The screen of the uploads says what is wrong; an old count beside it is no second error.
  }
}

/** How many records of an upload have had an answer for good. */
export function countFinished(upload: Upload): number {
  const { created, overwrote, stored, refused, failed } = upload.counts;
  return created + overwrote + stored + refused + failed;
}

function merge(open: Upload[], upload: Upload): Upload[] {
  const others = open.filter((one) => one.id !== upload.id);
  const isOver = upload.state === 'done' || upload.state === 'cancelled';
  return isOver ? others : [...others, upload].sort((a, b) => a.id - b.id);
}
