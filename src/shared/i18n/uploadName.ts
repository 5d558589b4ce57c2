import type { Upload } from '../upload/upload.ts';
import { t } from './i18n.ts';

/** The name that the user gave the upload, else "Upload of 12 records". */
export function uploadName({ name, counts }: Pick<Upload, 'name' | 'counts'>): string {
  return name || t('queue.defaultName', { count: counts.total });
}
