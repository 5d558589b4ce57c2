/** The ways in which the sandbox can misbehave on request. */
type FaultKind =
  | 'rate_limit'
  | 'slow'
  | 'drop_before'
  | 'drop_after'
  | 'status'
  | 'truncated'
  | 'not_json'
  | 'wrong_json'
  | 'redirect'
  | 'hang';

/** A misbehaviour to request by `POST /_sandbox/faults`. */
export interface Fault {
  /**
   * Requests affected: `path` is part of the address, `regex` a pattern for it (below the origin, key redacted).
   * Without `nth` and `times` every match; `nth` the nth match (from 1), `times` that many from the nth on.
   */
  match?: { method?: string; path?: string; regex?: string; nth?: number; times?: number };
  kind: FaultKind;
  /** slow: milliseconds before the request is processed. */
  ms?: number;
  /** rate_limit and status: seconds (or a date) in Retry-After; omitted without it. */
  retryAfter?: number | string;
  /** status and redirect: the status (default 503 and 302). */
  status?: number;
  /** status, not_json, wrong_json: the body. */
  body?: unknown;
  /** status and hang: the request is processed before it fails. */
  after?: boolean;
  /** redirect: the target. */
  location?: string;
}

const KINDS: string[] = [
  'rate_limit',
  'slow',
  'drop_before',
  'drop_after',
  'status',
  'truncated',
  'not_json',
  'wrong_json',
  'redirect',
  'hang',
] satisfies FaultKind[];

export class Faults {
  private armed: { fault: Fault; seen: number }[] = [];

  /** Adds one fault or a list of them; throws a description of an invalid one. */
  add(faults: unknown): void {
    const list: unknown[] = Array.isArray(faults) ? faults : [faults];
    this.armed.push(...list.map((fault) => ({ fault: readFault(fault), seen: 0 })));
  }

  clear(): void {
    this.armed = [];
  }

  /** Returns the first fault that applies to this request; every fault that matches counts it. */
  strike(method: string, path: string): Fault | undefined {
    let struck: Fault | undefined;
    for (const armed of this.armed) {
      const match = armed.fault.match ?? {};
      if (!isMatch(match, method, path)) continue;
      armed.seen += 1;
      const first = match.nth ?? 1;
      const times = match.times ?? (match.nth === undefined ? Number.POSITIVE_INFINITY : 1);
      if (!struck && armed.seen >= first && armed.seen < first + times) struck = armed.fault;
    }
    return struck;
  }
}

function readFault(fault: unknown): Fault {
  const kind = (fault as Partial<Fault> | null)?.kind;
  if (typeof kind === 'string' && KINDS.includes(kind)) return fault as Fault;
  throw new Error(`A fault needs a kind, one of ${KINDS.join(', ')}.`);
}

function isMatch(match: NonNullable<Fault['match']>, method: string, path: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.path !== undefined && !path.includes(match.path)) return false;
  return match.regex === undefined || new RegExp(match.regex).test(path);
}
