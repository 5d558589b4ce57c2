import type { Handlers } from '../../shared/contract/contract.ts';
import type { UploadItem } from '../../shared/upload/upload.ts';
import type { ItemState } from '../../shared/upload/uploadStates.ts';

const pageSize = 500;

/** All records of an upload that are in one of the states. */
export async function readItems(id: number, states: ItemState[], handlers: Handlers): Promise<UploadItem[]> {
  const all: UploadItem[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const { items } = await handlers['uploads.items']({ id, states, offset, limit: pageSize });
    all.push(...items);
    if (items.length < pageSize) return all;
  }
}
