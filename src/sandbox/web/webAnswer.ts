import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';

/** A request to one of the servers that the sandbox simulates besides the directory. */
export interface WebRequest {
  method: string;
  scheme: string;
  /** With a port if it has one. */
  host: string;
  /** Encoded, from the first slash. */
  path: string;
  /** Without the question mark. */
  query: string;
  header(name: string): string | undefined;
}

export interface WebAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** `lost`: the connection is closed without an answer; `cut`: in the middle of the body. */
  end?: 'lost' | 'cut';
}

/** Sends an answer, with the faults that it requests. */
export function sendWebAnswer(
  context: Context<{ Bindings: HttpBindings }>,
  { status, headers, body, end }: WebAnswer,
): Response {
  const { incoming, outgoing } = context.env;
  if (end === 'lost') {
    incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (end === 'cut') {
    const bytes = Buffer.from(body);
    outgoing.writeHead(status, { ...headers, 'Content-Length': bytes.length });
    outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => incoming.socket.destroy());
    return RESPONSE_ALREADY_SENT;
  }
  const hasNoBody = incoming.method === 'HEAD' || status === 204 || status === 304;
  return new Response(hasNoBody ? null : Buffer.from(body), { status, headers });
}
