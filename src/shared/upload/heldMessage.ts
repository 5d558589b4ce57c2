import { type Message, msg } from '../message.ts';

/** The message of a record that is held back for several problems: the first, and how many more there are. */
export function withMore(first: Message, count: number): Message {
  return count === 0 ? first : msg('queue.held.andMore', { message: first, count });
}

/** The first problem of such a message. */
export function firstMessage(message: Message): Message {
  const inner = message.key === 'queue.held.andMore' ? message.params?.message : undefined;
  return typeof inner === 'object' && inner !== null && 'key' in inner ? (inner as Message) : message;
}
