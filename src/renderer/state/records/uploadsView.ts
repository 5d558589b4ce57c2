import { create } from 'zustand';
import { foldText } from '../../../shared/text/foldText.ts';

/** The words that the names of the listed uploads contain, remembered while another screen is open. */
export const useUploadsView = create<{ text: string }>(() => ({ text: '' }));

export function setUploadText(text: string): void {
  useUploadsView.setState({ text });
}

/** Returns true if the name has every word of `text`; case and accents do not matter. */
export function isNamed(name: string, text: string): boolean {
  const folded = foldText(name);
  return foldText(text)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
