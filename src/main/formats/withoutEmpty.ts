import { isEmpty, type JsonObject } from '../../shared/json.ts';

/** The object without members that are empty text, lists or objects. */
export function withoutEmpty(object: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const name of Object.keys(object)) if (!isEmpty(object[name])) kept[name] = object[name]!;
  return kept;
}
