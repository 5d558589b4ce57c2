import { addTexts } from './i18n.ts';
import { addLaterTexts } from './laterTexts.ts';
import en from './locales/main.en.json' with { type: 'json' };
import type { AddedTexts } from './textFiles.ts';

/** The texts of the command line, menus, native dialogs and written files. Whatever `textFiles` names, a window has too. */
const mainTexts: AddedTexts = { en, load: (language) => files[language]() };

const files: Readonly<Record<Parameters<AddedTexts['load']>[0], () => Promise<{ default: object }>>> = {
  fr: () => import('./locales/main.fr.json', { with: { type: 'json' } }),
};

/** Loads all texts that main shows or writes by itself: those of a window and those that no window shows. */
export async function addMainTexts(): Promise<void> {
  await Promise.all([addLaterTexts(), addTexts(mainTexts)]);
}
