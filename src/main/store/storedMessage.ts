import type { Message } from '../../shared/message.ts';
import { storedJson } from './storedJson.ts';

/** The text column of a message: JSON, or an empty text for none. */
export function messageColumn(message: Message | null): string {
  return message === null ? '' : JSON.stringify(message);
}

export function readMessage(text: string): Message | null {
  return text === '' ? null : (storedJson(text) as Message);
}
