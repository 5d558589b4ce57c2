import { isUploadOver } from '../../../shared/upload/overUploads.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { cachedAnswer, useCall } from './queries.ts';

/** Running and waiting uploads of all accounts, oldest first. */
export function useQueue(): readonly Upload[] {
  return openUploads(useCall('uploads.list', {}).data);
}

/** The same for code outside components. */
export function queue(): readonly Upload[] {
  return openUploads(cachedAnswer('uploads.list', {}));
}

/** How many records of an upload have a final answer. */
export function countFinished(upload: Upload): number {
  const { created, overwrote, stored, refused, failed } = upload.counts;
  return created + overwrote + stored + refused + failed;
}

function openUploads(uploads: readonly Upload[] = []): readonly Upload[] {
  return uploads.filter((upload) => !isUploadOver(upload)).sort((one, other) => one.id - other.id);
}
