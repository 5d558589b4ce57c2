import { type PyDict, type PyValue, pyTypeName } from '../python/pythonValue.ts';
import { Refusal } from '../refusals.ts';
import { type Conversion, convert } from './conversions.ts';

/** Members are checked in order (addenda, "Order and wording of structural answers"). */
export interface Structure {
  required?: readonly string[];
  fields?: Record<string, Conversion>;
  objects?: Record<string, Structure>;
  lists?: Record<string, Conversion | Structure>;
}

/** Rebuilds the value by the structure, without nulls; throws the Refusal of the first problem. */
export function rebuild(value: PyValue, structure: Structure): PyDict {
  if (!(value instanceof Map)) {
    throw new Refusal(400, "Expected a dict at '[root]' but found something else instead");
  }
  return rebuildObject(value, structure, '[root]');
}

function rebuildObject(value: PyDict, structure: Structure, context: string): PyDict {
  checkKeys(value, structure, context);
  const built: PyDict = new Map();
  // The last checked value occurs in the message about a list (addenda 5.3, the class of "found something else").
  let last: PyValue = null;
  for (const [name, conversion] of Object.entries(structure.fields ?? {})) {
    last = value.get(name) ?? null;
    const kept = last === null ? null : convert(last, conversion, name);
    if (kept !== null) built.set(name, kept);
  }
  for (const [name, inner] of Object.entries(structure.objects ?? {})) {
    last = value.get(name) ?? null;
    if (last === null) continue;
    if (!(last instanceof Map)) throw notAnObject(`${context}${name}`, last, 'found');
    built.set(name, rebuildObject(last, inner, `${context}${name}.`));
  }
  for (const [name, entry] of Object.entries(structure.lists ?? {})) {
    const list = value.get(name) ?? null;
    if (list === null) continue;
    if (!Array.isArray(list)) {
      const found = `<class '${pyTypeName(last)}'>`;
      throw new Refusal(400, `Expecting list at '${context}${name}' but found something else '${found}'`);
    }
    const entries = rebuildEntries(list, entry, name, context);
    last = list.at(-1) ?? (list.length > 0 ? null : last);
    if (entries.length > 0) built.set(name, entries);
  }
  return built;
}

function checkKeys(value: PyDict, structure: Structure, context: string): void {
  for (const name of structure.required ?? []) {
    if (!value.has(name)) {
      throw new Refusal(400, `Field '${name}' is required but not present at '${context}'`);
    }
  }
  const { fields = {}, objects = {}, lists = {} } = structure;
  for (const name of value.keys()) {
    if (![fields, objects, lists].some((members) => Object.hasOwn(members, name))) {
      throw new Refusal(400, `Field '${name}' is not permitted at '${context}'`);
    }
  }
}

function rebuildEntries(
  list: PyValue[],
  entry: Conversion | Structure,
  name: string,
  context: string,
): PyValue[] {
  const entries: PyValue[] = [];
  for (const [index, value] of list.entries()) {
    if ('read' in entry) {
      const kept = value === null ? null : convert(value, entry, name);
      if (kept !== null) entries.push(kept);
    } else {
      if (!(value instanceof Map)) throw notAnObject(`${context}${name}[${index}]`, value, 'got');
      entries.push(rebuildObject(value, entry, `${context}${name}[${index}].`));
    }
  }
  return entries;
}

function notAnObject(path: string, value: PyValue, verb: 'found' | 'got'): Refusal {
  return new Refusal(400, `Expected dict at '${path}' but ${verb} '<class '${pyTypeName(value)}'>'`);
}
