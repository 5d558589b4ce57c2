/** Values of a record whose types nobody has checked yet. */
export type Members = Record<string, unknown>;

/** Returns true if `value` is a JSON object. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true if the member is there and not null: the directory takes null for absent. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The member itself, never one inherited such as `constructor`. */
export function own(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
