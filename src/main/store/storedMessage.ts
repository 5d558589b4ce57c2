import type { Message } from '../../shared/message.ts';

/** A message as a text column keeps it: JSON, or the empty text for none. */
export function messageColumn(message: Message | null): string {
  return message === null ? '' : JSON.stringify(message);
}

/** Reads a text column that `messageColumn` filled. */
export function readMessage(text: string): Message | null {
  return text === '' ? null : (JSON.parse(text) as Message);
}
