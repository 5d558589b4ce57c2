import type { DiffOrder } from '../form/compareRecords.ts';
import { listPaths } from './articleEdits.ts';
import { articleFields, doiField, journalField } from './articleFields.ts';

export const articleDiffOrder: DiffOrder = {
  order: articleFields
    .filter(({ path }) => path !== journalField)
    .map(({ path }) => (path === doiField ? listPaths.identifiers : path)),
  holders: ['bibjson', 'bibjson.journal'],
};
