import type { WebAnswer, WebRequest } from './webAnswer.ts';

/**
 * Answers like the host whose first label names its behaviour; any other host has every page (reference/sources.md 6,
 * stand-in).
 */
export function answerAsHost(request: WebRequest): WebAnswer {
  const label = /^[^.:]*/.exec(request.host)?.[0] ?? '';
  if (request.path === '/robots.txt') return robots[label] ?? page(404, 'Not here');
  return (hosts[label] ?? ordinary)(request);
}

type Host = (request: WebRequest) => WebAnswer;

const text = (body: string): WebAnswer => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, body });

const robots: Record<string, WebAnswer> = {
  private: text('User-agent: *\nAllow: /open/\nDisallow: /\n'),
  patient: text('User-agent: *\nCrawl-delay: 3\nDisallow: /admin\n'),
  asleep: text('User-agent: *\nCrawl-delay: 600\n'),
  norules: page(500, 'Server error'),
};

const hosts: Record<string, Host> = {
  gone: () => page(410, 'Gone'),
  missing: () => page(404, 'Page not found'),
  // Old servers do not support HEAD, or answer it wrongly.
  headless: (request) => (request.method === 'HEAD' ? page(404, 'Not found') : ordinary(request)),
  nohead: (request) => (request.method === 'HEAD' ? page(405, 'Method not allowed') : ordinary(request)),
  cut: (request) =>
    request.method === 'HEAD' ? { ...page(200, 'Article'), end: 'lost' } : ordinary(request),
  // Others know only to GET that there is nothing, or that they are in trouble.
  vanished: ({ method }) => (method === 'HEAD' ? page(200, 'Article') : page(410, 'Gone')),
  mislaid: ({ method }) => (method === 'HEAD' ? page(200, 'Article') : page(404, 'Page not found')),
  ailing: ({ method }) => (method === 'HEAD' ? page(200, 'Article') : page(500, 'Server error')),
  lost: () => ({ ...page(200, 'Article'), end: 'lost' }),
  secret: () => page(401, 'Who are you?'),
  closed: () => page(403, 'Forbidden'),
  // Firewalls refuse HEAD, and cut off what asks again.
  guarded: ({ method }) =>
    method === 'HEAD' ? page(403, 'Forbidden') : { ...page(200, 'Article'), end: 'lost' },
  wall: () => ({ ...page(200, 'Just a moment...') }),
  busy: () => page(429, 'Too many requests', { 'Retry-After': '1' }),
  strict: () => page(429, 'Too many requests', { 'Retry-After': '900' }),
  legal: () => page(451, 'Unavailable for legal reasons'),
  away: () => page(503, 'Away', { 'Retry-After': '1' }),
  down: () => page(500, 'Server error'),
  soft: () => page(200, 'Error 404 - the page was not found'),
  page: () => page(200, 'An article'),
  big: ({ method }) => ({
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: method === 'HEAD' ? '' : 'x'.repeat(10_000_000),
  }),
  closing: (request) => ({
    ...ordinary(request),
    headers: { ...ordinary(request).headers, Connection: 'close' },
  }),
  loop: ({ path }) => redirect(302, path),
  login: ({ path }) => (path === '/login' ? page(200, 'Log in') : redirect(302, '/login')),
  home: ({ path }) => (path === '/' ? page(200, 'Welcome') : redirect(301, '/')),
  moved: ({ host, path }) => redirect(301, `https://new.${host.slice('moved.'.length)}${path}`),
  secure: (request) =>
    request.scheme === 'http' ? redirect(301, `https://${request.host}${request.path}`) : ordinary(request),
  briefly: ({ host, path }) => redirect(302, `https://new.${host.slice('briefly.'.length)}${path}`),
  insecure: ({ host, path }) => redirect(302, `http://new.${host.slice('insecure.'.length)}${path}`),
};

/** A PDF for odd article numbers and file names, otherwise a page. */
const ordinary: Host = ({ path }) => {
  const number = /(\d+)\D*$/.exec(path)?.[1];
  const isPdf = /\.pdf$/i.test(path) || (number !== undefined && Number(number) % 2 === 1);
  return isPdf
    ? { status: 200, headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.7\n' }
    : page(200, 'An article');
};

function redirect(status: number, to: string): WebAnswer {
  return page(status, 'Elsewhere', { Location: to });
}

export function page(status: number, title: string, headers: Record<string, string> = {}): WebAnswer {
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
    body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}
