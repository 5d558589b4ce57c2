import { type Answer, json, page, redirect, refused } from './answers.ts';
import { applicationRoutes } from './applications/applicationRoutes.ts';
import { articleRoutes } from './articles/articleRoutes.ts';
import { bulkRoutes } from './articles/bulkRoutes.ts';
import type { Directory } from './directory.ts';
import { type Profile, siteVersion } from './profile.ts';
import { Crash, Refusal, TEXTS } from './refusals.ts';
import type { ApiRequest, ApiVersion, Route, RouteContext } from './routes.ts';
import { searchRoutes } from './search/searchRoutes.ts';
import type { Account } from './world.ts';

const ROUTES: Route[] = [...searchRoutes, ...articleRoutes, ...bulkRoutes, ...applicationRoutes];

/**
 * Responds to a request. `path` follows `/api`, percent-decoded; `documented` makes `/v3` the documented 3.0.1.
 * Refusals and crashes become responses (reference/directory-api.md 2).
 */
export function answerApi(
  request: Omit<ApiRequest, 'path'>,
  path: string,
  { directory, isDocumented }: { directory: Directory; isDocumented: boolean },
): Answer {
  const callback = request.parameter('callback') || undefined;
  try {
    return answer(request, addressed(path, isDocumented), directory, callback);
  } catch (error) {
    if (error instanceof Refusal) return refused(error, callback);
    if (error instanceof Crash) return page(500, 'Internal Server Error');
    throw error;
  }
}

/** The version in an address, and the path below its root; a root without its slash has no path. */
interface Addressed {
  version: ApiVersion;
  /** The root of the version's own catch-all and documentation, and the path below it. */
  root: '/api/v4' | '/api/v3' | '/api';
  pathBelowRoot: string | undefined;
  path: string | undefined;
}

function addressed(path: string, isDocumented: boolean): Addressed {
  const [, number, rest] = /^\/v([1-4])(?:\/(.*))?$/s.exec(path) ?? [];
  if (number === undefined) {
    const below = path === '' ? undefined : path.slice(1);
    return { version: 4, root: '/api', path: below, pathBelowRoot: below };
  }
  // Versions 1 and 2 have no catch-all of their own and fall through to the unversioned one (addenda 1.2 row 21).
  if (number === '1' || number === '2') {
    return { version: number === '1' ? 1 : 2, root: '/api', path: rest, pathBelowRoot: path.slice(1) };
  }
  if (number === '4') return { version: 4, root: '/api/v4', path: rest, pathBelowRoot: rest };
  return { version: isDocumented ? 'documented' : 3, root: '/api/v3', path: rest, pathBelowRoot: rest };
}

function answer(
  request: Omit<ApiRequest, 'path'>,
  { version, root, path, pathBelowRoot }: Addressed,
  directory: Directory,
  callback: string | undefined,
): Answer {
  if (path === undefined)
    return redirect(308, `${root}${version === 1 || version === 2 ? `/v${version}` : ''}/`);
  if (request.method === 'OPTIONS') return optionsAnswer();
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (method === 'GET') {
    const plain = documentation(path, version, root, { callback, profile: directory.profile });
    if (plain) return plain;
  }
  for (const route of ROUTES) {
    const isKnown = route.versions.includes(version) || route.retired?.includes(version);
    const match = isKnown && route.method === method ? route.pattern.exec(path) : null;
    if (!match) continue;
    const context: RouteContext = {
      directory,
      dialect: version === 'documented' ? '3.0.1' : '4.0',
      callback,
      caught: match[1] ?? '',
    };
    return callRoute(route, { ...request, path }, context, version);
  }
  // The catch-all does not match beyond a line feed.
  if (pathBelowRoot === undefined || !/^[^/][^\n]*$/.test(pathBelowRoot)) return page(404, 'Not Found');
  throw new Refusal(
    404,
    `No endpoint at ${pathBelowRoot}. See https://doaj.org${root}/swagger.json for valid paths ` +
      `or read the documentation at https://doaj.org${root}/docs.`,
  );
}

function callRoute(route: Route, request: ApiRequest, context: RouteContext, version: ApiVersion): Answer {
  const { directory, callback } = context;
  const key = request.parameter('api_key');
  const account = key ? accountWith(key, directory) : undefined;
  if (route.key === 'required' && !account) throw new Refusal(401, TEXTS.keyRequired);
  if (route.key === 'optional' && key && !account) return page(401, 'Unauthorized');
  if (route.writes && directory.isReadOnly) {
    return json(503, { message: 'The site is currently in read-only mode' }, callback);
  }
  if (route.retired?.includes(version)) throw new Refusal(400, `Version ${version} is no longer supported.`);
  if (route.key !== 'required') return route.handle(request, context, account);
  return route.handle(request, context, account!);
}

/** The account of a key, if it may use the API (reference/directory-api.md 9). */
function accountWith(key: string, directory: Directory): Account | undefined {
  const account = directory.store.accountWithKey(key);
  return account?.roles.some((role) => role === 'api' || role === 'admin') ? account : undefined;
}

function documentation(
  path: string,
  version: ApiVersion,
  root: string,
  { callback, profile }: { callback: string | undefined; profile: Profile },
): Answer | undefined {
  const isOld = version === 1 || version === 2;
  if (path === '') return redirect(302, `${isOld ? '/api/v3' : root}/swagger.json`);
  if (path === 'docs') return isOld ? redirect(302, '/docs') : documents(profile);
  if (path !== 'swagger.json' || isOld) return undefined;
  const number = root === '/api/v3' ? '3.0.1' : '4.0.0';
  return json(200, { swagger: '2.0', info: { title: '', version: number }, paths: {} }, callback);
}

/** Its style sheet's address names the version of the site. */
function documents(profile: Profile): Answer {
  const { body, ...rest } = page(200, 'API documentation');
  const sheet = `<link rel="stylesheet" href="/static/doaj/css/main.css?v=${siteVersion(profile)}">`;
  return { ...rest, body: body.replace('</head>', `${sheet}</head>`) };
}

/** The catch-all accepts every method, so the list does not show which methods an address supports (addenda 1.2 row 21). */
function optionsAnswer(): Answer {
  return {
    status: 200,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Content-Type': 'text/html; charset=utf-8',
      Allow: 'GET, HEAD, POST, PUT, DELETE, PATCH, OPTIONS',
    },
    body: '',
  };
}
