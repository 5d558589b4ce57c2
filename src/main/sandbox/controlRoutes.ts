import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { Rate } from './rateLimit.ts';
import type { SandboxParts } from './sandboxApp.ts';

/**
 * How tests steer the sandbox, without a key: `faults`, `state` (`?only=articles,requests` for some of it), `reset`,
 * `limit`, `world`, `maintenance`. Bodies are JSON; a body that cannot be used is answered 400 `{error}`.
 */
export function controlRoutes(parts: SandboxParts): Hono<{ Bindings: HttpBindings }> {
  const { directory, limit, faults, log } = parts;
  const routes = new Hono<{ Bindings: HttpBindings }>();
  // Only programs on this machine steer the sandbox, not pages of other sites in its browsers.
  routes.use(async (context, next) => {
    const host = (context.req.header('host') ?? '').replace(/:\d+$/, '');
    const isLocal = ['127.0.0.1', 'localhost'].includes(host) && context.req.header('origin') === undefined;
    if (!isLocal) return context.json({ error: 'Only programs on this machine may steer the sandbox.' }, 403);
    await next();
  });
  routes.get('/state', (context) => context.json(state(parts, context.req.query('only'))));
  routes.post('/faults', (context) => withBody(context, (body) => faults.add(body)));
  routes.delete('/faults', (context) => {
    faults.clear();
    return context.body(null, 204);
  });
  routes.post('/limit', (context) => withBody(context, (body) => limit.change(readRate(body))));
  routes.post('/world', (context) => withBody(context, (body) => directory.reset(body)));
  routes.post('/maintenance', (context) =>
    withBody(context, (body) => {
      directory.isReadOnly = (body as { on?: unknown } | null)?.on === true;
    }),
  );
  routes.post('/reset', (context) => {
    directory.reset();
    limit.change(limit.current);
    faults.clear();
    log.clear();
    return context.body(null, 204);
  });
  return routes;
}

async function withBody(context: Context, use: (body: unknown) => void): Promise<Response> {
  try {
    use(await context.req.json());
    return context.body(null, 204);
  } catch (error) {
    return context.json({ error: error instanceof Error ? error.message : String(error) }, 400);
  }
}

function state({ directory, log }: SandboxParts, only: string | undefined): object {
  const { store } = directory;
  const members = {
    // Keys stay inside.
    accounts: () => store.accounts.map(({ id, roles }) => ({ id, roles })),
    journals: () => store.journals,
    articles: () => [...store.articles.values()],
    applications: () => store.applications,
    requests: () => log.list(),
  };
  const wanted = only?.split(',');
  return Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => !wanted || wanted.includes(name))
      .map(([name, list]) => [name, list()]),
  );
}

function readRate(body: unknown): Rate | null {
  if (body === null) return null;
  const { perSecond, burst, retryAfter } = body as Partial<Rate>;
  if (typeof perSecond !== 'number' || typeof burst !== 'number' || perSecond <= 0 || burst < 1) {
    throw new Error('A limit is null or {perSecond, burst} with numbers above 0.');
  }
  return { perSecond, burst, ...(retryAfter === undefined ? {} : { retryAfter }) };
}
