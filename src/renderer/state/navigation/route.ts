import { create } from 'zustand';
import { type FindingKind, findingKinds } from '../../../shared/watch/findingKinds.ts';
import { isSettingsSection, type SettingsSectionName } from './settingsSections.ts';

/**
 * The current location of the window; `field` is a path in the record that should get the focus, `query` the filter of
 * the list (`filterQuery.ts`).
 */
export type Route =
  | { screen: 'drafts'; draftId: number | null; field: string | null; query?: string }
  | { screen: 'fixing'; fixingId: number }
  | { screen: 'uploads'; uploadId: number | null }
  | { screen: 'imports'; importId: number }
  | { screen: 'journals'; journalId: string | null }
  | { screen: 'update-requests'; applicationId: number | null; field: string | null }
  /** `view`: null is the first list with something in it; `accountId`: the account to change to, if it is another one. */
  | { screen: 'watch'; view: WatchView | null; accountId?: string }
  | { screen: 'overview' }
  | { screen: 'search' }
  /** `issn`: the journal to preselect for a comparison. */
  | { screen: 'comparisons'; comparisonId: number | null; issn?: string }
  | { screen: 'compliance'; view: ComplianceView; id: number | null }
  | { screen: 'settings'; section: SettingsSectionName | null };

/** What the directory did on its own by kind, or the journals by age. */
export type WatchView = FindingKind | 'journals';
export const watchViews: readonly WatchView[] = [...findingKinds, 'journals'];

/** One question, many at once, or agreements; the id is that of a stored answer, or of a matrix. */
export type ComplianceView = 'check' | 'matrix' | 'look-ups';

let prepareRoute: (route: Route) => Promise<unknown> | null = () => null;

/** The route that is shown. Its listeners may navigate: a route that is set again tells nobody. */
export const useRoute = create<{ route: Route }>(() => ({ route: parseRoute('') }));

/** The screen of the address, which differs from the one that is shown while its code is being fetched. */
export const useNextScreen = create<{ screen: Route['screen'] }>(() => ({ screen: 'drafts' }));

/** Reads `#/drafts[/<id>][?field=<path>&<filter>]`, `#/fixing/<id>`, `#/uploads`, `#/uploads/<id>`, `#/imports/<id>`, `#/journals[/<id>]`, `#/update-requests[/<id>[?field=<path>]]`, `#/watch[/<view>][?account=<id>]`, `#/overview`, `#/search`, `#/comparisons[/<id>|?issn=<issn>]`, `#/compliance/<view>[/<id>]`, `#/settings[/<section>]`; anything else is the drafts. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [screen, rest] = path.split('/');
  const id = rest !== undefined && /^[1-9]\d{0,14}$/.test(rest) ? Number(rest) : null;
  if (screen === 'uploads') return { screen, uploadId: id };
  if (screen === 'fixing' && id !== null) return { screen, fixingId: id };
  if (screen === 'imports' && id !== null) return { screen, importId: id };
  const field = id === null ? null : new URLSearchParams(query).get('field');
  if (screen === 'journals') return { screen, journalId: rest ? decode(rest) : null };
  if (screen === 'update-requests') return { screen, applicationId: id, field };
  if (screen === 'watch') {
    const accountId = new URLSearchParams(query).get('account');
    const view = watchViews.find((one) => one === rest) ?? null;
    return { screen, view, ...(accountId !== null && { accountId }) };
  }
  if (screen === 'overview' || screen === 'search') return { screen };
  if (screen === 'comparisons') {
    const issn = id === null ? new URLSearchParams(query).get('issn') : null;
    return issn === null ? { screen, comparisonId: id } : { screen, comparisonId: id, issn };
  }
  if (screen === 'compliance') return { screen, ...readCompliance(path) };
  if (screen === 'settings') return { screen, section: isSettingsSection(rest) ? rest : null };
  const params = new URLSearchParams(query);
  params.delete('field');
  return { screen: 'drafts', draftId: id, field, ...(params.size > 0 && { query: params.toString() }) };
}

/** The hash that `parseRoute` reads. */
export function hrefOf(route: Route): string {
  switch (route.screen) {
    case 'drafts': {
      const path = route.draftId === null ? '#/drafts' : `#/drafts/${route.draftId}`;
      const field = route.draftId === null ? '' : fieldQuery(route.field);
      return `${path}${field}${route.query ? `${field === '' ? '?' : '&'}${route.query}` : ''}`;
    }
    case 'uploads':
      return route.uploadId === null ? '#/uploads' : `#/uploads/${route.uploadId}`;
    case 'fixing':
      return `#/fixing/${route.fixingId}`;
    case 'imports':
      return `#/imports/${route.importId}`;
    case 'journals':
      return route.journalId === null ? '#/journals' : `#/journals/${encodeURIComponent(route.journalId)}`;
    case 'update-requests': {
      if (route.applicationId === null) return '#/update-requests';
      return `#/update-requests/${route.applicationId}${fieldQuery(route.field)}`;
    }
    case 'watch': {
      const path = route.view === null ? '#/watch' : `#/watch/${route.view}`;
      return route.accountId === undefined
        ? path
        : `${path}?${new URLSearchParams({ account: route.accountId })}`;
    }
    case 'overview':
      return '#/overview';
    case 'search':
      return '#/search';
    case 'comparisons':
      if (route.comparisonId !== null) return `#/comparisons/${route.comparisonId}`;
      return route.issn === undefined
        ? '#/comparisons'
        : `#/comparisons?${new URLSearchParams({ issn: route.issn })}`;
    case 'compliance':
      return `#/compliance/${route.view}${route.id === null ? '' : `/${route.id}`}`;
    case 'settings':
      return route.section === null ? '#/settings' : `#/settings/${route.section}`;
  }
}

function readCompliance(path: string): { view: ComplianceView; id: number | null } {
  const [, view, id] = path.split('/');
  const number = id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
  return { view: view === 'matrix' || view === 'look-ups' ? view : 'check', id: number };
}

function fieldQuery(field: string | null): string {
  return field === null ? '' : `?${new URLSearchParams({ field })}`;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The hash of one draft, with the field that should get the focus. */
export function draftHref(draftId: number, field?: string): string {
  return hrefOf({ screen: 'drafts', draftId, field: field || null });
}

/** Goes to a route or a hash; `replace` adds no entry to the history. */
export function go(to: Route | string, options: { replace?: boolean } = {}): void {
  const hash = typeof to === 'string' ? to : hrefOf(to);
  if (options.replace) window.history.replaceState(null, '', hash);
  else if (window.location.hash !== hash) window.history.pushState(null, '', hash);
  readHash();
}

/** Sets the route from the address before anything is rendered, and returns it. */
export function showFirstRoute(): Route {
  const route = parseRoute(window.location.hash);
  useNextScreen.setState({ screen: route.screen });
  useRoute.setState({ route });
  return route;
}

/** Follows the address bar; a route whose code `prepare` fetches is shown once it is loaded. Returns a stop. */
export function followHash(prepare: (route: Route) => Promise<unknown> | null): () => void {
  prepareRoute = prepare;
  readHash();
  window.addEventListener('hashchange', readHash);
  window.addEventListener('popstate', readHash);
  return () => {
    window.removeEventListener('hashchange', readHash);
    window.removeEventListener('popstate', readHash);
  };
}

function readHash(): void {
  const hash = window.location.hash;
  const route = parseRoute(hash);
  if (route.screen !== useNextScreen.getState().screen) useNextScreen.setState({ screen: route.screen });
  const show = () => {
    if (hrefOf(route) !== hrefOf(useRoute.getState().route)) useRoute.setState({ route });
  };
  const fetching = prepareRoute(route);
  // If the user has navigated again meanwhile, the last route wins.
  if (fetching) void fetching.then(() => window.location.hash === hash && show());
  else show();
}
