import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import { i18n } from '../../../shared/i18n/i18n.ts';
import type { Message } from '../../../shared/message.ts';

/** What a message said: text in the language of that time, or what can be told in the present one. */
type Said = { text: string; lang: string } | { message: Message } | { error: AppError };

/** A message that has left the window. */
export type PastMessage = Said & {
  id: number;
  at: string;
  /** What can still be done about it. */
  action?: { label: () => string; run: () => void };
  /** True until the user has opened the history, if the message left by itself. */
  isNew: boolean;
};

/** More would only be read to find older ones, and those that changed records can be undone all the same. */
const most = 100;

/** The messages of this window that left it, newest first. */
export const useHistory = create<{ isOpen: boolean; messages: readonly PastMessage[] }>(() => ({
  isOpen: false,
  messages: [],
}));

let last = 0;

export function remember(said: Said, more: Pick<PastMessage, 'at' | 'isNew' | 'action'>): void {
  last += 1;
  const message = { id: last, ...said, ...more };
  useHistory.setState(({ messages }) => ({ messages: [message, ...messages].slice(0, most) }));
}

/** A text in the language that the window is shown in. */
export function saidNow(text: string): Said {
  return { text, lang: i18n.language };
}

export function openHistory(): void {
  useHistory.setState({ isOpen: true });
}

/** Closes the history, whose messages are no longer new. */
export function closeHistory(): void {
  useHistory.setState(({ messages }) => ({
    isOpen: false,
    messages: messages.map((message) => ({ ...message, isNew: false })),
  }));
}
