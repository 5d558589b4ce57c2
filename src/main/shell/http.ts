import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { describe } from '../../shared/i18n/i18n.ts';
import { type Message, msg } from '../../shared/message.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { portError } from '../platform/network/portError.ts';
import type { Dispatch } from './dispatch.ts';
import { createDoor, type Door, type DoorDecision, refuseWithout } from './door.ts';
import { eventStream } from './eventStream.ts';
import { commonHeaders, forwardingPage } from './page.ts';
import { readRendererFile } from './rendererFiles.ts';

/** How long a closing server waits for pages to read the end of their streams. */
const farewellMs = 100;

/** The largest body of a call, in bytes. */
const bodyBytes = 4 * 1024 * 1024;

export interface WebOptions {
  dispatch: Dispatch;
  log: Pick<Log, 'error'>;
  events: Pick<Events, 'subscribe'>;
  /** 0: any free port. */
  port: number;
  /** The user chose the port, so that it is the same at the next start. */
  keepsAddress?: boolean;
  rendererFolder: string;
  /** Called with the `Accept-Language` of a browser that requests the page, before it is sent. */
  onPage?: (acceptLanguage: string) => Promise<void>;
  /** Exchanged once for a cookie; part of the printed address. */
  token: string;
  /** Milliseconds between keep-alive comments on an event stream. */
  heartbeatMs?: number;
}

export interface WebShell {
  /** Includes the token. */
  address: string;
  /** Returns an address that works once and for two minutes; `exchanged` is called once no address works any more. */
  openingAddress(exchanged?: () => void): string;
  /** Ends every connection and stops listening. */
  stop(): Promise<void>;
}

/**
 * Serves the renderer, `POST /call/<name>` and `GET /events` on 127.0.0.1; AppError `state` if the port is in use. Nothing is
 * compressed: on its way within this computer that takes longer than it saves.
 */
export async function serveWeb(options: WebOptions): Promise<WebShell> {
  const server = createServer();
  const port = await listen(server, options.port);
  const closing = new AbortController();
  let opened = () => {};
  const door = createDoor({ port, token: options.token, exchanged: () => opened() });
  const app = createApp(options, door, closing.signal);
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => options.log.error('web.request', { error }));
  });
  return {
    address: `http://127.0.0.1:${port}/?token=${options.token}`,
    openingAddress(exchanged = () => {}) {
      opened = exchanged;
      return `http://127.0.0.1:${port}/?code=${door.issueCode()}`;
    },
    stop: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        // The streams say first that this is the end.
        setTimeout(() => server.closeAllConnections(), farewellMs);
      }),
  };
}

/** What the door found out about a request. */
interface Admitted {
  Variables: { isPage: boolean };
}

function createApp(options: WebOptions, door: Door, closing: AbortSignal): Hono<Admitted> {
  const app = new Hono<Admitted>();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(commonHeaders)) c.header(name, value);
  });
  app.use(async (c, next) => {
    const decision = door.decide(new URL(c.req.url), c.req.method, (name) => c.req.header(name));
    if (decision.kind === 'pass') {
      c.set('isPage', decision.isPage);
      return next();
    }
    if (decision.kind !== 'refuse') {
      if (decision.kind === 'forward' && !decision.isFromElsewhere) return c.redirect('/', 303);
      if (decision.kind === 'exchange') c.header('set-cookie', decision.cookie);
      const secret = decision.kind === 'exchange' ? decision.secret : null;
      const { body, headers } = forwardingPage(secret, randomBytes(16).toString('base64'));
      return c.body(body, 200, headers);
    }
    return notAllowed(c, decision);
  });
  // Checked by the routes themselves: the same path can be written in many ways.
  const onlyForPage: MiddlewareHandler<Admitted> = async (c, next) =>
    c.get('isPage') ? next() : notAllowed(c, refuseWithout());
  app.post('/call/:name', onlyForPage, (c) => answerCall(c, options.dispatch));
  app.get('/events', onlyForPage, () =>
    eventStream(options.events, {
      closing,
      keepsAddress: options.keepsAddress ?? false,
      heartbeatMs: options.heartbeatMs ?? 15_000,
    }),
  );
  app.get('*', async (c) => {
    const { pathname } = new URL(c.req.url);
    if (pathname === '/') await options.onPage?.(c.req.header('accept-language') ?? '');
    const file = await readRendererFile(options.rendererFolder, pathname);
    return file ? c.body(file.body, 200, file.headers) : notFound(c);
  });
  app.notFound(notFound);
  app.onError((error, c) => {
    // A client that disconnected in the middle of a body is not our error and gets no response.
    const isGone = (error as NodeJS.ErrnoException).code === 'ECONNRESET';
    if (!isGone) options.log.error('web.bug', { path: new URL(c.req.url).pathname, error });
    return refuse(c, 500, 'bug', msg('shell.bug.message'), msg('shell.bug.fix'));
  });
  return app;
}

async function answerCall(c: Context, dispatch: Dispatch) {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    return refuse(c, 415, 'input', msg('shell.notJson.message'), msg('shell.notJson.fix'));
  }
  const text = await readBody(c.req.raw);
  if (text === null)
    return refuse(c, 413, 'too_large', msg('shell.tooLarge.message'), msg('shell.tooLarge.fix'));
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    return refuse(c, 400, 'input', msg('shell.notJson.message'), msg('shell.notJson.fix'));
  }
  return c.json(await dispatch(c.req.param('name'), input));
}

/**
 * The body as text; null if it is too large. Hono's own limit fails on chunked bodies, because it replaces the request
 * by one that the adapter for Node cannot read.
 */
async function readBody({ body, headers }: Request): Promise<string | null> {
  if (Number(headers.get('content-length')) > bodyBytes) return null;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.byteLength;
    if (size > bodyBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function notAllowed(c: Context, { status, message, fix }: DoorDecision & { kind: 'refuse' }) {
  return refuse(c, status, 'not_allowed', message, fix);
}

function notFound(c: Context) {
  return refuse(c, 404, 'not_found', msg('shell.noPage.message'), msg('shell.noPage.fix'));
}

/** Refuses in the form that the client expects: JSON for a call, text for a browser. */
function refuse(
  c: Context,
  status: 400 | 401 | 403 | 404 | 413 | 415 | 500,
  code: ErrorCode,
  message: Message,
  fix: Message,
) {
  if (new URL(c.req.url).pathname.startsWith('/call/')) {
    return c.json({ ok: false, error: new AppError(code, message, { fix }).toWire() }, status);
  }
  return c.text(`${describe(message)} ${describe(fix)}`, status);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, port)));
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
