import { isEmpty, type JsonObject } from '../../shared/json.ts';

/** The object without members that are empty text, lists or objects. */
export function withoutEmpty(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmpty(value)));
}
