import { create } from 'zustand';
import { openModal } from '../dialogs/openModal.ts';
import { type HelpTopic, topicOf } from './helpTopics.ts';
import { useRoute } from './route.ts';

/** `isOverDialog`: opened from a dialog, which stays open behind it. */
export const useHelp = create<{ isOpen: boolean; topic: HelpTopic; isOverDialog: boolean }>(() => ({
  isOpen: false,
  topic: 'drafts',
  isOverDialog: false,
}));

/** Opens the help at the topic of the screen, or of the focused field or part. */
export function openHelp(): void {
  if (useHelp.getState().isOpen) return;
  const focused = document.activeElement;
  const isInField = focused?.matches('main input, main textarea, main [role="combobox"]') ?? false;
  const part = focused?.closest<HTMLElement>('[data-help]')?.dataset.help;
  const topic = topicOf(useRoute.getState().route, isInField, part);
  useHelp.setState({ isOpen: true, topic, isOverDialog: openModal() !== null });
}

export function showTopic(topic: HelpTopic): void {
  useHelp.setState({ topic });
}

export function closeHelp(): void {
  useHelp.setState({ isOpen: false });
}
