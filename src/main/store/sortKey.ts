import { foldText } from '../../shared/text/foldText.ts';

/** Ignores case, accents and anything before the first letter or digit; cut to the length that matters. */
export function sortKey(text: string): string {
  return foldText(text.slice(0, 300))
    .replace(/^[^\p{L}\p{N}]+(?=.*[\p{L}\p{N}])/su, '')
    .slice(0, 200);
}
