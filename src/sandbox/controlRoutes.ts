import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { setStatus } from './applications/administrator.ts';
import type { Timing } from './applications/applicationStore.ts';
import type { Directory } from './directory.ts';
import { readProfile } from './profile.ts';
import type { Rate } from './rateLimit.ts';
import type { SandboxParts } from './sandboxParts.ts';
import { deletionMail } from './staff/deletionMail.ts';
import { actAsStaff } from './staff/staffActions.ts';
import { type Lock, readLock } from './world.ts';

/**
 * Control of the sandbox by tests, without a key: `faults`, `state` (`?only=articles,requests` for parts of it), `reset`,
 * `limit`, `world`, `maintenance`, `timing` (delays in milliseconds), `checker` (other facts for the compliance
 * checker), `clock` (`{aheadMs}` of the real time), `profile` (`{profile}`, see profile.ts), `locks`, `applications/<id>/status` (`{status, note, fullReview}`),
 * which acts as the administrator, `staff` (`{action, ...}`, see staffActions.ts), which answers `{changed, deleted}`,
 * `published` (`{articles}`, what Crossref and the repositories have besides), and `mail?account=<id>`, the weekly mail about deleted articles, 404 if there is none. Bodies are JSON; an invalid
 * body gets 400 `{error}`.
 */
export function controlRoutes(parts: SandboxParts): Hono<{ Bindings: HttpBindings }> {
  const { directory, checker, limit, faults, log } = parts;
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.get('/state', (context) => context.json(state(parts, context.req.query('only'))));
  routes.post('/faults', (context) => withBody(context, (body) => faults.add(body)));
  routes.delete('/faults', (context) => {
    faults.clear();
    return context.body(null, 204);
  });
  routes.post('/limit', (context) => withBody(context, (body) => limit.change(readRate(body))));
  routes.post('/world', (context) =>
    withBody(context, (body) => {
      directory.reset(body);
      checker.reset((body as { checker?: unknown }).checker ?? {});
    }),
  );
  routes.post('/checker', (context) => withBody(context, (body) => checker.change(body)));
  routes.post('/maintenance', (context) =>
    withBody(context, (body) => {
      directory.isReadOnly = (body as { on?: unknown } | null)?.on === true;
    }),
  );
  routes.post('/timing', (context) => withBody(context, (body) => changeTiming(directory.timing, body)));
  routes.post('/applications/:id/status', (context) =>
    withBody(context, (body) => administer(directory, context.req.param('id'), body)),
  );
  routes.post('/staff', (context) => withBody(context, (body) => actAsStaff(directory, body)));
  routes.post('/published', (context) =>
    withBody(context, (body) => {
      const { articles } = (body ?? {}) as { articles?: unknown };
      if (!Array.isArray(articles)) throw new Error('What is published is a list of articles.');
      parts.web.publish(articles);
    }),
  );
  routes.get('/mail', (context) => {
    const account = directory.store.accounts.find(({ id }) => id === context.req.query('account'));
    const mail = account && deletionMail(account, directory.store.tombstones.values(), directory.now());
    return mail === undefined ? context.body(null, 404) : context.text(mail);
  });
  routes.post('/clock', (context) =>
    withBody(context, (body) => {
      const { aheadMs } = (body ?? {}) as { aheadMs?: unknown };
      if (typeof aheadMs !== 'number')
        throw new Error('The clock is set by aheadMs, a number of milliseconds.');
      parts.clock.aheadMs = aheadMs;
    }),
  );
  routes.get('/profile', (context) => context.json(directory.profile));
  routes.post('/profile', (context) =>
    withBody(context, (body) => {
      directory.changeProfile(readProfile((body as { profile?: unknown } | null)?.profile));
    }),
  );
  routes.get('/locks', (context) => context.json(directory.store.locks));
  routes.post('/locks', (context) =>
    withBody(context, (body) => {
      const lock = readLock(body);
      directory.store.locks = [...withoutLock(directory.store.locks, lock), lock];
    }),
  );
  routes.delete('/locks', (context) => {
    const about = context.req.query('about');
    directory.store.locks = directory.store.locks.filter(
      (lock) => about !== undefined && lock.about !== about,
    );
    return context.body(null, 204);
  });
  routes.post('/reset', (context) => {
    directory.reset();
    checker.reset();
    limit.change(limit.current);
    parts.oaiQueue.clear();
    parts.clock.aheadMs = 0;
    faults.clear();
    log.clear();
    parts.web.reset();
    return context.body(null, 204);
  });
  return routes;
}

/** Answers what `use` returns, if anything. */
async function withBody(context: Context, use: (body: unknown) => unknown): Promise<Response> {
  try {
    const answer = use(await context.req.json());
    return answer === undefined ? context.body(null, 204) : context.json(answer);
  } catch (error) {
    return context.json({ error: error instanceof Error ? error.message : String(error) }, 400);
  }
}

function state({ directory, log }: SandboxParts, only: string | undefined): object {
  const { store } = directory;
  const members = {
    // Keys are not exposed.
    accounts: () => store.accounts.map(({ id, roles }) => ({ id, roles })),
    journals: () => store.journals,
    articles: () => [...store.articles.values()],
    tombstones: () => [...store.tombstones.values()],
    applications: () => store.applications.all(),
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

/** Performs an administrator's action on an application; throws a description of why it is impossible. */
function administer(directory: Directory, id: string, body: unknown): void {
  const { status, note, fullReview } = (body ?? {}) as { [member: string]: unknown };
  const { store, now } = directory;
  const application = store.applications.get(id);
  if (!application) throw new Error(`There is no application ${id}.`);
  const journalId = application.admin.current_journal;
  const journal = journalId === undefined ? undefined : store.journal(journalId);
  const done = setStatus({
    application,
    journal,
    status,
    note,
    isFullReview: fullReview === true,
    at: now(),
  });
  directory.administer(done.application, done.journal);
}

const DELAYS: (keyof Timing)[] = ['indexDelayMs', 'jobDelayMs', 'checksDelayMs', 'resaveDelayMs'];

function changeTiming(timing: Timing, body: unknown): void {
  for (const [name, value] of Object.entries(body ?? {})) {
    const delay = DELAYS.find((one) => one === name);
    if (!delay || typeof value !== 'number' || value < 0) {
      throw new Error(`Delays are milliseconds for ${DELAYS.join(', ')}.`);
    }
    timing[delay] = value;
  }
}

function withoutLock(locks: Lock[], { type, about }: Lock): Lock[] {
  return locks.filter((lock) => lock.type !== type || lock.about !== about);
}
