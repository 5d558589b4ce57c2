import { i18n } from '../../../shared/i18n/i18n.ts';
import { showDone } from '../dialogs/notices.ts';
import { hrefOf, parseRoute, type Route, useRoute } from '../navigation/route.ts';
import { showList, useDraftsView } from './draftsView.ts';
import { filterToQuery, type ListView, readFilterQuery } from './filterQuery.ts';

/** Marks history entries whose address contains the list's filter, even an empty one. */
const mark = { hasFilter: true };

/**
 * Keeps the address of the list of drafts and its filter the same: an address that is opened sets the filter, and a
 * filter that the user changes becomes an entry of the history. Returns a function that stops it.
 */
export function followFilter(): () => void {
  let isReading = false;
  const read = (route: Route) => {
    isReading = true;
    readAddress(route);
    isReading = false;
  };
  const stops = [
    useRoute.subscribe(({ route }, before) => {
      if (route !== before.route) read(route);
    }),
    useDraftsView.subscribe((view, before) => {
      if (isReading || (view.filter === before.filter && view.sort === before.sort)) return;
      // Otherwise each letter of a search would be a separate entry.
      const isTyping = filterToQuery(withoutText(view)) === filterToQuery(withoutText(before));
      writeAddress(isTyping ? 'replaceState' : 'pushState');
    }),
  ];
  read(useRoute.getState().route);
  return () => {
    for (const stop of stops) stop();
  };
}

function withoutText({ filter, sort }: ListView): ListView {
  return { filter: { ...filter, text: undefined }, sort };
}

function readAddress(route: Route): void {
  if (route.screen !== 'drafts') return;
  const query = route.query ?? '';
  if (isMarked() && query === filterToQuery(useDraftsView.getState())) return;
  // A plain link to the drafts leaves the list as it was.
  if (query === '' && !isMarked()) {
    writeAddress('replaceState');
    return;
  }
  const { ignored, ...list } = readFilterQuery(query);
  showList(list);
  writeAddress('replaceState');
  if (ignored.length > 0) showDone(i18n.t('drafts.badAddress', { names: [...new Set(ignored)].join(', ') }));
}

function writeAddress(how: 'replaceState' | 'pushState'): void {
  const { route } = useRoute.getState();
  const here = parseRoute(window.location.hash);
  // The address may already be that of another screen or of a record, whose code is being fetched.
  if (route.screen !== 'drafts' || here.screen !== 'drafts' || here.draftId !== route.draftId) return;
  const query = filterToQuery(useDraftsView.getState());
  const next: Route = { screen: 'drafts', draftId: route.draftId, field: route.field, query };
  const hash = hrefOf(next);
  const isSame = hash === hrefOf(route);
  if (isSame && isMarked()) return;
  window.history[isSame ? 'replaceState' : how](mark, '', hash);
  if (!isSame) useRoute.setState({ route: next });
}

function isMarked(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'hasFilter' in state;
}
