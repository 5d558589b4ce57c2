import { setTimeout as pause } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { type Answer, page } from './answers.ts';
import { controlRoutes } from './controlRoutes.ts';
import { answerApi } from './directoryApi.ts';
import { answerOai } from './directoryOai.ts';
import type { Fault } from './faults.ts';
import { decodePath, readInput } from './httpRequest.ts';
import { redactAddress } from './requestLog.ts';
import type { ApiRequest } from './routes.ts';
import type { SandboxParts } from './sandboxParts.ts';
import { passedOn, refusedInFront } from './serverInFront.ts';
import { readWebRequest } from './web/web.ts';
import { sendWebAnswer } from './web/webAnswer.ts';

type Env = { Bindings: HttpBindings };
type RequestContext = Context<Env>;

const MAX_BODY = 50 * 1024 * 1024;

/**
 * `/_sandbox/` controls the server, `/directory/api/` is the service with the documented 3.0.1 at `/v3/`, `/api/` the
 * service as deployed, `/oai.article` beside either its repository, `/checker/` the compliance checker, and `/web/`
 * every other server.
 */
export function sandboxApp(parts: SandboxParts): Hono<Env> {
  const app = new Hono<Env>();
  // Only programs on this machine may use the sandbox, not pages of other sites in its browsers: its key is no secret.
  app.use(async (context, next) => {
    const host = (context.req.header('host') ?? '').replace(/:\d+$/, '');
    const isLocal = ['127.0.0.1', 'localhost'].includes(host) && context.req.header('origin') === undefined;
    if (!isLocal) return context.json({ error: 'Only programs on this machine may use the sandbox.' }, 403);
    await next();
  });
  app.route('/_sandbox', controlRoutes(parts));
  app.all('*', (context) => serve(context, parts));
  return app;
}

async function serve(context: RequestContext, parts: SandboxParts): Promise<Response> {
  const { incoming } = context.env;
  const method = incoming.method ?? 'GET';
  const address = redactAddress(
    incoming.url ?? '/',
    (text) => parts.directory.store.accountWithKey(text) !== undefined,
  );
  const setStatus = parts.log.add(parts.directory.now(), method, address);
  const played = readWebRequest(method, incoming.url ?? '/', (name) => context.req.header(name));
  if (played) {
    const answer = parts.web.answer(played);
    if (answer.end !== 'lost') setStatus(answer.status);
    return sendWebAnswer(context, answer);
  }
  const fault = parts.faults.strike(method, address);
  const answer = await answerWithFault(context, method, fault, parts);
  if (answer === 'dropped') return dropped(context);
  if (answer === 'hanging') {
    setStatus(answer);
    return hanging(context);
  }
  setStatus(answer.status);
  return toResponse(answer, method);
}

/** Applies faults, then the rules of the server in front, then the service itself. */
async function answerWithFault(
  context: RequestContext,
  method: string,
  fault: Fault | undefined,
  parts: SandboxParts,
): Promise<Answer | 'dropped' | 'hanging'> {
  if (!fault) return answerProperly(context, method, parts);
  switch (fault.kind) {
    case 'rate_limit':
      return tooMany(fault.retryAfter);
    case 'slow':
      await pause(fault.ms ?? 1000, undefined, { signal: parts.stopping }).catch(() => undefined);
      // A stopped sandbox must not write to its state file.
      return parts.stopping.aborted ? 'dropped' : answerProperly(context, method, parts);
    case 'drop_before':
      return 'dropped';
    case 'hang':
      if (fault.after) await answerProperly(context, method, parts);
      return 'hanging';
    case 'redirect':
      return page(fault.status ?? 302, 'Redirecting...', { Location: fault.location ?? '/elsewhere/' });
    case 'status':
      if (fault.after) await answerProperly(context, method, parts);
      return failed(fault);
    default:
      return spoiled(await answerProperly(context, method, parts), fault);
  }
}

async function answerProperly(context: RequestContext, method: string, parts: SandboxParts): Promise<Answer> {
  const { incoming } = context.env;
  const [path = '', ...queries] = (incoming.url ?? '/').split('?');
  const decoded = decodePath(path);
  const mount = /^(\/directory)?(?:\/api(?=\/|$)|\/oai\.article$)/.exec(decoded);
  const agent = incoming.headers['user-agent'] ?? '';
  const below = (incoming.url ?? '/').slice((mount?.[1] ?? '').length);
  const refused = mount && refusedInFront(method, below, agent);
  if (refused) return refused;
  const body = await readBody(incoming);
  if (!body) return page(413, '413 Request Entity Too Large', {});
  const input = readInput(method, queries.join('?'), incoming.headers['content-type'], body);
  const checked = /^\/checker\/(.*)$/s.exec(path);
  if (checked) return parts.checker.answer({ method, path: checked[1]!, parameter: input.parameter });
  if (!mount) return page(404, 'Not Found', {});
  if (decoded.endsWith('/oai.article') && mount[0] === decoded) return oaiAnswer(incoming, input, parts);
  if (!parts.limit.admits(incoming.socket.remoteAddress ?? ''))
    return tooMany(parts.limit.current?.retryAfter);
  const answer = answerApi({ method, ...input }, decoded.slice(mount[0].length), {
    directory: parts.directory,
    isDocumented: mount[1] !== undefined,
  });
  return passedOn(answer);
}

/**
 * null: the body is too large. It is read to its end, because a client that is still sending would see a broken connection
 * instead of the answer.
 */
async function readBody(incoming: HttpBindings['incoming']): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= MAX_BODY ? new Uint8Array(Buffer.concat(chunks)) : null;
}

/** Without a limit for the API there is none here. */
async function oaiAnswer(
  { socket }: HttpBindings['incoming'],
  { parameter }: Pick<ApiRequest, 'parameter'>,
  { directory, limit, oaiQueue, stopping }: SandboxParts,
): Promise<Answer> {
  const wait = limit.current ? oaiQueue.wait(socket.remoteAddress ?? '', directory.now()) : 0;
  if (wait === undefined) return tooMany(undefined);
  if (wait > 0) await pause(wait, undefined, { signal: stopping }).catch(() => undefined);
  return answerOai(parameter, directory);
}

function tooMany(retryAfter: number | string | undefined): Answer {
  return page(429, '429 Too Many Requests', waitHeader(retryAfter));
}

function waitHeader(retryAfter: number | string | undefined): Record<string, string> {
  return retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
}

function failed(fault: Fault): Answer {
  const status = fault.status ?? 503;
  const waits = waitHeader(fault.retryAfter);
  if (fault.body === undefined) return page(status, `${status}`, waits);
  if (typeof fault.body === 'string') return { ...page(status, '', waits), body: fault.body };
  const headers = { 'Content-Type': 'application/json', ...waits };
  return { status, headers, body: JSON.stringify(fault.body) };
}

/** A response that fails after the request was processed. */
function spoiled(answer: Answer, { kind, body }: Fault): Answer | 'dropped' {
  if (kind === 'drop_after') return 'dropped';
  if (kind === 'truncated')
    return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) };
  // These two need a body, so a response without one becomes an ordinary one.
  const status = answer.status === 204 ? 200 : answer.status;
  if (kind === 'wrong_json') return { ...answer, status, body: JSON.stringify(body ?? { unexpected: true }) };
  const html = page(status, 'Welcome');
  return typeof body === 'string' ? { ...html, body } : html;
}

function dropped(context: RequestContext): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

function hanging(context: RequestContext): Promise<Response> {
  return new Promise((resolve) => {
    context.env.outgoing.once('close', () => resolve(RESPONSE_ALREADY_SENT));
  });
}

function toResponse({ status, headers, body }: Answer, method: string): Response {
  const hasNoBody = method === 'HEAD' || status === 204 || status === 304;
  return new Response(hasNoBody ? null : body, { status, headers });
}
