import type { Message } from '../../shared/message.ts';

/** The text column of a message: JSON, or an empty text for none. */
export function messageColumn(message: Message | null): string {
  return message === null ? '' : JSON.stringify(message);
}

export function readMessage(text: string): Message | null {
  return text === '' ? null : (JSON.parse(text) as Message);
}
