import { type Answer, page } from './answers.ts';

/** Bytes that nginx and the application server behind it accept (reference/directory-changes.md 2.1). */
const MAX_LINE_IN_FRONT = 8192;
const MAX_LINE_BEHIND = 4094;
const MAX_ANSWER_HEADERS = 4096;

/**
 * What the headers of an answer have in common: the first line, Server, Date, Connection and the like. With it, the
 * measured sizes come out: 94 ids get an answer, 95 do not.
 */
const COMMON_HEADERS = 115;

/** The refusal of a robot or of a first line that is too long, or undefined; `address` is that of the service. */
export function refusedInFront(method: string, address: string, agent: string): Answer | undefined {
  if (/bot|spider/i.test(agent)) return page(403, '403 Forbidden', {});
  const size = Buffer.byteLength(`${method} ${address} HTTP/1.1`);
  if (size + 2 > MAX_LINE_IN_FRONT) return page(414, '414 Request-URI Too Large', {});
  if (size > MAX_LINE_BEHIND)
    return page(400, `Bad Request: Request Line is too large (${size} &gt; ${MAX_LINE_BEHIND})`, {});
  return undefined;
}

/** The answer as the server in front passes it on, which gives up on one with too many headers. */
export function passedOn(answer: Answer): Answer {
  const own = { ...answer.headers, 'Content-Length': String(Buffer.byteLength(answer.body)) };
  const size = Object.entries(own).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return size + COMMON_HEADERS > MAX_ANSWER_HEADERS ? page(502, '502 Bad Gateway', {}) : answer;
}

const OAI_INTERVAL_MS = 1000;
const OAI_QUEUE = 5;

/**
 * The limit of `/oai.article`: one request a second for each client address, five more wait for their turn
 * (reference/directory-changes.md 1.3).
 */
export class OaiQueue {
  readonly #turns = new Map<string, number>();

  clear(): void {
    this.#turns.clear();
  }

  /** Milliseconds until its turn, or undefined if the queue is full. */
  wait(caller: string, at: Date): number | undefined {
    const now = at.getTime();
    const wait = Math.max(0, (this.#turns.get(caller) ?? 0) - now);
    if (wait > OAI_QUEUE * OAI_INTERVAL_MS) return undefined;
    this.#turns.set(caller, now + wait + OAI_INTERVAL_MS);
    return wait;
  }
}
