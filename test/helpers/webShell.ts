import { request } from 'node:http';
import { serveWeb, type WebShell } from '../../src/main/shell/http.ts';
import type { Answer, Bridge } from '../../src/shared/contract/contract.ts';
import { pageSecretHeader } from '../../src/shared/pageSecret.ts';
import type { ShellHost } from './shellHost.ts';

interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface OpenWebShell extends WebShell {
  port: number;
  token: string;
  /** Sends the request unchanged: no path is normalised, and no header is added but `host`. */
  send(raw: RawRequest): Promise<RawAnswer>;
  /** Exchanges the token and returns the cookie. */
  logIn(): Promise<string>;
  /** The header with the page's secret, once logged in. */
  page(): Record<string, string>;
  bridge(cookie: string): Bridge;
}

/** The web shell on a free loopback port in front of `host`. */
export async function openWebShell(
  host: ShellHost,
  options: { rendererFolder: string; heartbeatMs?: number; port?: number },
): Promise<OpenWebShell> {
  const token = 'a-token-for-one-exchange';
  const web = await serveWeb({ ...host, port: 0, token, ...options });
  const port = Number(new URL(web.address).port);
  const send = (raw: RawRequest) => sendRaw(port, raw);
  let secret = '';
  const page = () => ({ [pageSecretHeader]: secret });
  return {
    ...web,
    port,
    token,
    send,
    async logIn() {
      const answer = await send({ path: `/?token=${token}` });
      secret = secretIn(answer.body);
      return String(answer.headers['set-cookie']).split(';')[0]!;
    },
    page,
    bridge: (cookie) => ({
      async invoke(name, input) {
        const answer = await send({
          method: 'POST',
          path: `/call/${encodeURIComponent(name)}`,
          headers: { cookie, 'content-type': 'application/json', ...page() },
          body: JSON.stringify(input),
        });
        return JSON.parse(answer.body) as Answer;
      },
      subscribe: (listener) => readEvents(port, { cookie, ...page() }, listener),
    }),
  };
}

/** The secret that the response to an exchange keeps in the browser. */
export function secretIn(body: string): string {
  return /setItem\('[\w-]+', '([\w-]+)'\)/.exec(body)?.[1] ?? '';
}

function sendRaw(port: number, raw: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method: raw.method ?? 'GET',
        path: raw.path,
        headers: raw.headers ?? {},
        agent: false,
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces).toString('utf8'),
          }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(raw.body);
  });
}

/** Reads an event stream as a browser does: reconnects when it ends, until stopped. */
function readEvents(
  port: number,
  headers: Record<string, string>,
  listener: (name: string, data: unknown) => void,
): () => void {
  let stopped = false;
  let sent: ReturnType<typeof request>;
  const connect = () => {
    if (stopped) return;
    let text = '';
    sent = request({ host: '127.0.0.1', port, path: '/events', headers, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        const blocks = text.split('\n\n');
        text = blocks.pop()!;
        for (const block of blocks) tell(block, listener);
      });
      response.on('error', () => undefined);
      response.on('close', () => setTimeout(connect, 10));
    });
    sent.on('error', () => !stopped && setTimeout(connect, 10));
    sent.end();
  };
  connect();
  return () => {
    stopped = true;
    sent.destroy();
  };
}

/** Passes comments and `retry` on under their own names, so that tests can see them. */
function tell(block: string, listener: (name: string, data: unknown) => void): void {
  const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]));
  if (fields.has('retry')) listener('(open)', Number(fields.get('retry')));
  else if (fields.has('event')) listener(fields.get('event')!, JSON.parse(fields.get('data')!));
  else listener('(comment)', fields.get(''));
}
