/** Helpers for values of a record whose types are not validated yet. */
export type Members = Record<string, unknown>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true if the member is present and not null: the directory treats null as absent. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The own member, never an inherited one such as `constructor`. */
export function own(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
