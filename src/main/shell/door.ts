import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Message, msg } from '../../shared/message.ts';
import { pageSecretHeader } from '../../shared/pageSecret.ts';

export type DoorDecision =
  /** `isPage`: with the page's secret, which every route with data requires. */
  | { kind: 'pass'; isPage: boolean }
  /** Respond with this `set-cookie` and a page that keeps the secret and goes to the page without the token. */
  | { kind: 'exchange'; cookie: string; secret: string }
  /**
   * Send the browser to the page without the token: it has the cookie. After a link on another site, one of our pages has
   * to do that, since a redirect would lose the cookie (`SameSite=Strict`).
   */
  | { kind: 'forward'; isFromElsewhere: boolean }
  | { kind: 'refuse'; status: 401 | 403; message: Message; fix: Message };

export interface Door {
  decide(url: URL, method: string, header: (name: string) => string | undefined): DoorDecision;
  /** Returns a code that can be exchanged instead of the token, for two minutes. */
  issueCode(): string;
}

const codeLifetimeMs = 120_000;

/**
 * Decides which requests the web shell accepts: those that name this host, come from its own page, and carry the
 * cookie; for data also the page's secret, because browsers send the cookie to every port of this computer. The token can
 * be exchanged for both once. The browser is opened with a code instead, which soon expires.
 */
export function createDoor(options: {
  port: number;
  token: string;
  /** Monotonic milliseconds. */
  now?: () => number;
  /** Called when the token or the code was exchanged. */
  exchanged?: () => void;
}): Door {
  const hosts = [`127.0.0.1:${options.port}`, `localhost:${options.port}`];
  // Cookies are shared between the ports of a host, so two Colophons need different names.
  const cookieName = `colophon_${options.port}`;
  const session = randomBytes(32).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  const now = options.now ?? (() => performance.now());
  let code: { text: string; expiresAt: number } | null = null;
  let exchanged = false;

  /** Both stop working with the first exchange, so that nobody can come in unnoticed. */
  function mayExchange(token: string | null, given: string | null): boolean {
    if (exchanged) return false;
    if (token !== null) return isEqual(token, options.token);
    return code !== null && given !== null && now() < code.expiresAt && isEqual(given, code.text);
  }

  return {
    decide(url, method, header) {
      const host = header('host') ?? '';
      if (!hosts.includes(host)) return refuse(403, msg('shell.door.host'), msg('shell.door.hostFix'));
      if (!isFromOwnPage(host, method, header)) {
        return refuse(403, msg('shell.door.origin'), msg('shell.door.originFix'));
      }
      const known = isEqual(readCookie(header('cookie') ?? '', cookieName), session);
      const isEntry = method === 'GET' && url.pathname === '/';
      const token = isEntry ? url.searchParams.get('token') : null;
      const given = isEntry ? url.searchParams.get('code') : null;
      if (token === null && given === null) {
        if (!known) return refuseWithout();
        return { kind: 'pass', isPage: isEqual(header(pageSecretHeader) ?? '', secret) };
      }
      const isFromElsewhere = !['none', 'same-origin'].includes(header('sec-fetch-site') ?? 'none');
      if (known) return { kind: 'forward', isFromElsewhere };
      if (!mayExchange(token, given)) {
        const isLate = !exchanged && given !== null;
        return isLate
          ? refuse(403, msg('shell.door.code'), msg('shell.door.codeFix'))
          : refuse(403, msg('shell.door.token'), msg('shell.door.tokenFix'));
      }
      exchanged = true;
      options.exchanged?.();
      const cookie = `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`;
      return { kind: 'exchange', cookie, secret };
    },
    issueCode() {
      const text = randomBytes(32).toString('base64url');
      code = { text, expiresAt: now() + codeLifetimeMs };
      return text;
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

/** Compares in constant time, so that timing does not reveal how much is right. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** What a request without the cookie, or without the page's secret where that is needed, gets. */
export function refuseWithout(): DoorDecision & { kind: 'refuse' } {
  return refuse(401, msg('shell.door.cookie'), msg('shell.door.cookieFix'));
}

function refuse(status: 401 | 403, message: Message, fix: Message): DoorDecision & { kind: 'refuse' } {
  return { kind: 'refuse', status, message, fix };
}
