import { createHash } from 'node:crypto';

/** What happened in a run, in a form that is the same for two runs with the same actions and results. */
export interface Trace {
  readonly lines: readonly string[];
  add(line: string): void;
  /** Short, and different for different lines; the order of calls at the same time does not count. */
  fingerprint(): string;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const backup = /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z/g;
const folder = /colophon-chaos-\w{6}/g;
const port = /127\.0\.0\.1:\d+/g;

/** Creates an empty trace. Random ids and the names of backups become their numbers. */
export function createTrace(): Trace {
  const lines: string[] = [];
  const known = new Map<string, string>();
  const numberOf = (found: string) => {
    if (!known.has(found)) known.set(found, `#${known.size + 1}`);
    return known.get(found)!;
  };
  return {
    lines,
    add: (line) =>
      void lines.push(
        line
          .replaceAll(uuid, numberOf)
          .replaceAll(backup, numberOf)
          .replaceAll(folder, 'colophon-chaos')
          .replaceAll(port, numberOf),
      ),
    fingerprint: () => createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 12),
  };
}
