import type { Handlers } from '../../shared/contract/contract.ts';
import type { Upload } from '../../shared/upload/upload.ts';
import type { ItemState } from '../../shared/upload/uploadStates.ts';
import { readItems } from './uploadItems.ts';

/** An upload that did not come to its end, and the drafts that are still to be sent, or to be learnt about. */
export interface Queued {
  upload: Upload;
  draftIds: ReadonlySet<number>;
}

const underWay: ItemState[] = ['sending', 'accepted', 'unsure'];

/** Whether anything of an upload is still to be sent, or to be learnt about; what is queued of a cancelled one is not sent. */
export function isOpen({ state, counts }: Upload): boolean {
  const sent = counts.sending + counts.accepted + counts.unsure;
  return state === 'cancelled' ? sent > 0 : state !== 'done';
}

/** Uploads that are open, oldest first, such as one that was broken off. */
export async function queuedBefore(handlers: Handlers): Promise<Queued[]> {
  const found: Queued[] = [];
  for (const upload of (await handlers['uploads.list']({})).filter(isOpen).reverse()) {
    const states: ItemState[] = upload.state === 'cancelled' ? underWay : ['queued', ...underWay];
    const items = await readItems(upload.id, states, handlers);
    found.push({ upload, draftIds: new Set(items.map(({ draftId }) => draftId)) });
  }
  return found;
}
