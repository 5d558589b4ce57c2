import { create } from 'zustand';
import { type HelpTopic, topicOf } from './helpTopics.ts';
import { useRoute } from './route.ts';

export const useHelp = create<{ isOpen: boolean; topic: HelpTopic }>(() => ({
  isOpen: false,
  topic: 'drafts',
}));

/** Opens the help at the topic of the screen, or of the focused field or part. */
export function openHelp(): void {
  const focused = document.activeElement;
  const isInField = focused?.matches('main input, main textarea, main [role="combobox"]') ?? false;
  const part = focused?.closest<HTMLElement>('[data-help]')?.dataset.help;
  useHelp.setState({ isOpen: true, topic: topicOf(useRoute.getState().route, isInField, part) });
}

export function showTopic(topic: HelpTopic): void {
  useHelp.setState({ topic });
}

export function closeHelp(): void {
  useHelp.setState({ isOpen: false });
}
