import type { Message } from '../message.ts';

/** In an import of fewer records, each shows its own remarks. */
export const fewRecords = 3;

/** The kind of a part of records that is lost, as a key: "2 references" and "34 references" are of one kind. */
export function lossKind({ key, params }: Message): string {
  const { count: _, ...rest } = params ?? {};
  return JSON.stringify([key, rest]);
}
