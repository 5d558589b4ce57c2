import { systemFields } from '../../../shared/application/applicationFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, joinPath } from '../../../shared/draft/fieldPath.ts';
import { fieldFacts } from '../../parts/application/fieldFacts.ts';
import { isEmpty, isObject } from '../../parts/form/values.ts';

type Json = DraftRecord[string];

export interface OtherValue {
  path: string;
  value: Json;
  /** Only the directory sets it. */
  isSystem: boolean;
}

const silent = new Set<string>(['admin.current_journal']);

/** What a record holds beside the fields of the form, whole members: nothing of it is lost, and nothing unseen. */
export function otherValues(record: DraftRecord): OtherValue[] {
  return walk(record, '');
}

function walk(value: Json, base: string): OtherValue[] {
  return Object.entries(value as Record<string, Json>).flatMap(([name, member]) => {
    const path = joinPath(base, name);
    if (silent.has(path) || fieldFacts.some((fact) => fact.path === path)) return [];
    const isSystem = systemFields.some((one) => one === path);
    const isHolder = fieldFacts.some((fact) => fact.path.startsWith(`${path}.`));
    if (isHolder && isObject(member)) return walk(member, path);
    if (isEmpty(member)) return [];
    return [{ path, value: member, isSystem }];
  });
}

/** What the directory alone sets and has set for a journal. */
export function systemValues(base: DraftRecord): OtherValue[] {
  return systemFields.flatMap((path) => {
    const value = getAt(base, path);
    return value === undefined || isEmpty(value) ? [] : [{ path, value, isSystem: true }];
  });
}
