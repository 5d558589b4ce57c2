import { addTexts } from './i18n.ts';
import { type AddedTexts, textsOf } from './textFiles.ts';

let loading: Promise<AddedTexts> | null = null;

/** Loads the texts that the first screen of the window does not show; resolves when they can be shown. */
export async function addLaterTexts(): Promise<void> {
  loading ??= load();
  // The next call tries again.
  loading.catch(() => {
    loading = null;
  });
  await addTexts(await loading);
}

async function load(): Promise<AddedTexts> {
  const { default: en } = await import('./locales/later.en.json', { with: { type: 'json' } });
  return textsOf('later', en);
}
