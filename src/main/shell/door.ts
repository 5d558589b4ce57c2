import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Message, msg } from '../../shared/message.ts';

export type DoorDecision =
  | { kind: 'pass' }
  /** Respond with this `set-cookie` (null: has one) and redirect the browser to the page without the token. */
  | { kind: 'exchange'; cookie: string | null }
  | { kind: 'refuse'; status: 401 | 403; message: Message; fix: Message };

export interface Door {
  decide(url: URL, method: string, header: (name: string) => string | undefined): DoorDecision;
}

/**
 * Decides which requests the web shell accepts: those that name this host, come from its own page, and carry the cookie
 * that the token was exchanged for. The token can be exchanged once.
 */
export function createDoor(options: { port: number; token: string }): Door {
  const hosts = [`127.0.0.1:${options.port}`, `localhost:${options.port}`];
  // Cookies are shared between the ports of a host, so two Colophons need different names.
  const cookieName = `colophon_${options.port}`;
  const session = randomBytes(32).toString('base64url');
  let exchanged = false;

  return {
    decide(url, method, header) {
      const host = header('host') ?? '';
      if (!hosts.includes(host)) return refuse(403, msg('shell.door.host'), msg('shell.door.hostFix'));
      if (!isFromOwnPage(host, method, header)) {
        return refuse(403, msg('shell.door.origin'), msg('shell.door.originFix'));
      }
      const known = isEqual(readCookie(header('cookie') ?? '', cookieName), session);
      const token = method === 'GET' && url.pathname === '/' ? url.searchParams.get('token') : null;
      if (token === null) {
        return known ? { kind: 'pass' } : refuse(401, msg('shell.door.cookie'), msg('shell.door.cookieFix'));
      }
      if (known) return { kind: 'exchange', cookie: null };
      if (exchanged || !isEqual(token, options.token)) {
        return refuse(403, msg('shell.door.token'), msg('shell.door.tokenFix'));
      }
      exchanged = true;
      return { kind: 'exchange', cookie: `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict` };
    },
  };
}

/** Checks the headers with a request's origin, if present; links from elsewhere may open the page. */
function isFromOwnPage(host: string, method: string, header: (name: string) => string | undefined): boolean {
  const origin = header('origin');
  if (origin !== undefined && origin !== `http://${host}`) return false;
  const site = header('sec-fetch-site') ?? 'none';
  if (site === 'none' || site === 'same-origin') return true;
  return (
    method === 'GET' && header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document'
  );
}

function readCookie(header: string, name: string): string {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value ?? '';
  }
  return '';
}

/** Compares in constant time, so that the time does not show how much is right. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function refuse(status: 401 | 403, message: Message, fix: Message): DoorDecision {
  return { kind: 'refuse', status, message, fix };
}
