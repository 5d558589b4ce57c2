import type { Handlers } from '../../../shared/contract/contract.ts';
import type { Upload, UploadItem } from '../../../shared/upload/upload.ts';
import type { ItemState } from '../../../shared/upload/uploadStates.ts';
import { readPages } from '../../platform/readPages.ts';

/** An unfinished upload, and the drafts that still have to be sent, or whose outcome is unknown. */
export interface Queued {
  upload: Upload;
  draftIds: ReadonlySet<number>;
}

const underWay: ItemState[] = ['sending', 'accepted', 'unsure'];

/** Returns true if an upload has items to send or with an unknown outcome; a cancelled one sends nothing. */
export function isOpen({ state, counts }: Upload): boolean {
  const sent = counts.sending + counts.accepted + counts.unsure;
  return state === 'cancelled' ? sent > 0 : state !== 'done';
}

/** Unfinished uploads, oldest first, such as an interrupted one. */
export async function queuedBefore(handlers: Handlers): Promise<Queued[]> {
  const found: Queued[] = [];
  for (const upload of (await handlers['uploads.list']({})).filter(isOpen).reverse()) {
    const states: ItemState[] = upload.state === 'cancelled' ? underWay : ['queued', ...underWay];
    const items = await readItems(upload.id, states, handlers);
    found.push({ upload, draftIds: new Set(items.map(({ draftId }) => draftId)) });
  }
  return found;
}

/** Reads the items of an upload in these states. */
export function readItems(id: number, states: ItemState[], handlers: Handlers): Promise<UploadItem[]> {
  return readPages(async (range) => {
    const { items: rows, total } = await handlers['uploads.items']({ id, states, ...range });
    return { rows, total };
  });
}
