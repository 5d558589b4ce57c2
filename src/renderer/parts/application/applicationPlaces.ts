import { isUpdateRequest } from '../../../shared/application/application.ts';
import {
  applicationFields,
  type FieldFact,
  type SectionName,
} from '../../../shared/application/applicationFields.ts';
import type { Dialect } from '../../../shared/directory/account.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { isEmpty } from '../../../shared/json.ts';
import { isWithin, type Place } from '../form/place.ts';

const byPath = new Map(applicationFields.map((fact) => [fact.path, fact]));

/** The field that shows a path, such as `bibjson.apc.max[1].price`; null if none does. */
export function factOf(path: string): FieldFact | null {
  return byPath.get(path) ?? applicationFields.find((fact) => isWithin(path, fact.path)) ?? null;
}

/** The section and the field that show a path, for a group of fields its first; paths without a field are in the section `other`. */
export function placeOf(path: string): Place {
  const fact = factOf(path);
  if (fact) return { section: fact.section, field: path === fact.path ? path : fieldWithin(path, fact) };
  const member = path === '' ? undefined : applicationFields.find((one) => one.path.startsWith(`${path}.`));
  if (member && path !== 'bibjson' && path !== 'admin')
    return { section: member.section, field: member.path };
  return { section: 'other', field: path };
}

export function factsOf(section: SectionName): readonly FieldFact[] {
  return applicationFields.filter((fact) => fact.section === section);
}

/** Returns true if a field is shown for this record: it has a value, or its condition holds. */
export function isRelevant(fact: FieldFact, record: DraftRecord, dialect: Dialect): boolean {
  if (!isEmpty(getAt(record, fact.path))) return true;
  if (fact.section === 'contact') return dialects[dialect].contact === 'required' && !isUpdateRequest(record);
  return !fact.when || fact.when(record);
}

/** Each row of prices has its own controls; any other field is one control. */
function fieldWithin(path: string, fact: FieldFact): string {
  if (fact.control !== 'prices') return fact.path;
  const row = /^(.*\[\d+\])(?:\.(currency|price))?$/.exec(path);
  return row ? `${row[1]}.${row[2] ?? 'currency'}` : fact.path;
}
