import { readFileSync } from 'node:fs';
import {
  type Sandbox,
  type SandboxAddresses,
  type SandboxOptions,
  startSandbox,
} from '../../src/sandbox/startSandbox.ts';

/** A response for comparing: `error` and `json` without the changing reference. */
export interface Seen {
  status: number;
  headers: Headers;
  text: string;
  json: Json;
  /** The text of the error, without references; undefined if the body has none. */
  error: string | undefined;
}

/** Parsed JSON, whose type the tests check. */
export type Json = ReturnType<typeof JSON.parse>;

/** The sandbox without limit and delays by default. */
export function startQuick(world: unknown, options: SandboxOptions = {}): Promise<Sandbox> {
  return startSandbox({ world, rate: null, indexDelayMs: 0, jobDelayMs: 0, ...options });
}

/** One request; a text or bytes as `body` are sent unchanged, else it is sent as JSON. */
export async function ask(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Seen> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = parsed(text);
  const error: unknown = json?.error;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    error: typeof error === 'string' ? withoutReference(error) : undefined,
  };
}

/** Replaces the sandbox's world and forgets stored data. */
export async function setWorld(sandbox: SandboxAddresses, world: unknown): Promise<void> {
  await ask(`${sandbox.origin}/_sandbox/world`, 'POST', world);
}

/** The stored articles. */
export async function storedArticles(sandbox: SandboxAddresses): Promise<Json> {
  return (await ask(`${sandbox.origin}/_sandbox/state?only=articles`)).json.articles;
}

/** The state of a bulk job once it is no longer pending. */
export async function finishedJob(statusUrl: string): Promise<Json> {
  for (;;) {
    const { json } = await ask(statusUrl);
    if (json.status !== 'pending') return json;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function withoutReference(text: string): string {
  return text.replace(/(?: \(ref: [^)]*\))+$/, '').replace(/0x[0-9a-f?]+/g, '0x?');
}

/** A given fixture's text, by its path below test/fixtures/given. */
export function given(path: string): string {
  return readFileSync(new URL(`../fixtures/given/${path}`, import.meta.url), 'utf8');
}

/** The rows of a given JSON-lines file, each with its own line. */
export function givenRows(path: string): { row: Json; line: string }[] {
  return given(path)
    .trim()
    .split('\n')
    .map((line) => ({ row: JSON.parse(line), line }));
}

/** A value with sorted keys and sorted sets of ISSNs, for comparing. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [
        key,
        (key === 'issn' || key === 'issns') && Array.isArray(entry) ? [...entry].sort() : canonical(entry),
      ]),
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
