import { expect } from 'vitest';
import { isMessage } from '../../src/shared/message.ts';
import { textOf } from './textOf.ts';

/** Matches a message with exactly this text, or one that fits the pattern. */
export function saying(text: string | RegExp): unknown {
  const isMeant = (value: unknown) =>
    isMessage(value) && (typeof text === 'string' ? textOf(value) === text : text.test(textOf(value)));
  return expect.toSatisfy(isMeant, `is a message that says ${text}`);
}
