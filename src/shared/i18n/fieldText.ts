import { fieldLabel } from '../draft/fieldLabel.ts';
import { describe } from './i18n.ts';

/** The label of the field at `path` in the current language; see `fieldLabel`. */
export function fieldText(path: string, record?: unknown): string {
  return describe(fieldLabel(path, record));
}
