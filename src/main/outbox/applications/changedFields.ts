import { changesOf } from '../../../shared/application/updateRequest.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { ApplicationRules } from './applicationRules.ts';

export interface ChangedFields {
  id: number;
  /** Paths in the order of the form. */
  paths: string[];
}

/** Rows compared at a time, so that other calls are answered in between. */
const batchSize = 20;

/** Lists the fields that each Update Request of an account changes; requests without a change are left out. */
export async function changedFields(
  {
    store,
    rules,
  }: { store: Pick<ApplicationStore, 'ids' | 'find'>; rules: Pick<ApplicationRules, 'server'> },
  accountId: string,
): Promise<ChangedFields[]> {
  const server = rules.server(accountId);
  const all: ChangedFields[] = [];
  const compare = (id: number) => {
    const row = store.find(id);
    if (!row || row.base === null || row.kind !== 'update') return;
    const paths = changesOf(row.base, row.record, server).map(({ path }) => path);
    if (paths.length > 0) all.push({ id, paths });
  };
  await inBatches(store.ids(accountId), (batch) => batch.forEach(compare), { size: batchSize });
  return all;
}
