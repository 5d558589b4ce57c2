import { Losses } from '../../src/main/formats/losses.ts';
import type { Writer } from '../../src/main/formats/writer.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { textOf } from '../helpers/textOf.ts';

export interface Written {
  text: string;
  /** `Affiliation (2)`: the part and the number of records that have it. */
  lost: string[];
  /** `1: reason`. */
  leftOut: string[];
}

/** Writes the records with one of the writers. */
export async function writeTo(
  writer: Writer,
  records: readonly DraftRecord[],
  journalTitles = new Map<string, string>(),
): Promise<Written> {
  const losses = new Losses();
  let text = '';
  for await (const piece of writer(inOrder(records), { losses, journalTitles })) text += piece;
  return {
    text,
    lost: losses.parts.map(({ part, records: count }) => `${textOf(part)} (${count})`),
    leftOut: losses.leftOut.map(({ index, reason }) => `${index}: ${textOf(reason)}`),
  };
}

async function* inOrder(records: readonly DraftRecord[]): AsyncGenerator<DraftRecord> {
  yield* records;
}
