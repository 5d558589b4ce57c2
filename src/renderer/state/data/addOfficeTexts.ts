import { addTexts } from '../../../shared/i18n/i18n.ts';

/** Loads the texts that only an office needs; resolves when they can be shown. */
export async function addOfficeTexts(): Promise<void> {
  const { officeTexts } = await import('./officeTexts.ts');
  await addTexts(officeTexts);
}
