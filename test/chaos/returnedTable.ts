import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import type { CallInput } from '../../src/shared/contract/contract.ts';
import { type ChaosWorld, value } from './world.ts';

/** A table that was returned, and what was asked for. */
export interface ReturnedTable {
  source: CallInput<'exports.returned'>['source'];
  importId: number;
  rows: CallInput<'exports.returned'>['rows'];
  bytes: Buffer;
}

/** A returned table has the user's cells in their order, and every row that an upload could not send. */
export async function checkReturned(world: ChaosWorld, returned: ReturnedTable): Promise<void> {
  const { source, importId, rows, bytes } = returned;
  const table = world.model.imports.get(importId)?.table;
  if (!table || bytes.length === 0) return;
  const found = (parse(bytes, { bom: true }) as string[][]).map((row) => row.slice(0, table[0]!.length));
  if (!inOrder(found, table) || (rows === 'all' && found.length !== table.length)) {
    const text = `Of ${JSON.stringify(table)}, ${rows} came back as ${JSON.stringify(found)}.`;
    world.problems.push({ check: 'returned table differs', text });
  }
  const refused = 'uploadId' in source ? await refusedRows(world, source.uploadId, importId) : [];
  for (const place of refused) {
    if (found.some((row) => isDeepStrictEqual(row, table[place]))) continue;
    const text = `Row ${place} of import ${importId} was refused and did not come back.`;
    world.problems.push({ check: 'refused row not returned', text });
  }
}

/** The rows of an imported table whose drafts an upload could not send. */
async function refusedRows(world: ChaosWorld, id: number, importId: number): Promise<number[]> {
  const states = ['refused', 'failed'] as const;
  const list = await value(world, 'uploads.items', { id, states: [...states], offset: 0, limit: 500 });
  const places: number[] = [];
  for (const { draftId } of list?.items ?? []) {
    const draft = await world.application.call('drafts.get', { id: draftId });
    if (draft.how !== 'ok') continue;
    const { importId: madeBy, place, trashedAt } = draft.value;
    if (madeBy === importId && place && trashedAt === null) places.push(place.index);
  }
  return places;
}

/** Returns true if `some` are rows of `all` in the same order. */
function inOrder(some: readonly string[][], all: readonly string[][]): boolean {
  let at = 0;
  for (const row of all) if (isDeepStrictEqual(row, some[at])) at += 1;
  return at === some.length;
}
