/** A part of the window that could not be drawn, without private data: a message could quote a record. */
export interface Failure {
  error: string;
  /** Where in Colophon's own files. */
  places: string[];
}

const most = 5;
const failures: Failure[] = [];

/** Remembers an error that took a part of the window away, for the diagnostics, and writes it to the console. */
export function noteFailure(error: unknown): void {
  console.error(error);
  const { name, stack = '' } = error instanceof Error ? error : { name: typeof error };
  const places = [...stack.matchAll(/[\w.-]+\.(?:js|tsx?):\d+:\d+/g)].map(([place]) => place);
  failures.push({ error: name, places: places.slice(0, 8) });
  if (failures.length > most) failures.shift();
}

/** The last parts of this window that could not be drawn. */
export function lastFailures(): readonly Failure[] {
  return failures;
}
