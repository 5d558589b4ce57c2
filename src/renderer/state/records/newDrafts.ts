import { call } from '../data/client.ts';
import { go, type Route, useRoute } from '../navigation/route.ts';

/** Drafts that this window created, until they are left. */
const newDrafts = new Set<number>();
/** Those of them that were left without an edit and removed, but are still in the window's history. */
const discarded = new Set<number>();

export function rememberNewDraft(id: number): void {
  newDrafts.add(id);
}

/** Removes a draft that the window created and then left without an edit, so that it leaves no row. */
export function discardUnedited(id: number): void {
  const { route } = useRoute.getState();
  // The form was only mounted again, such as for a narrower window.
  if (route.screen === 'drafts' && route.draftId === id) return;
  if (newDrafts.delete(id)) void discard(id);
}

/** Shows the list instead of a discarded draft to which Back or Forward leads. Returns a stop. */
export function skipDiscarded(): () => void {
  return useRoute.subscribe(({ route }) => showListInstead(route));
}

async function discard(id: number): Promise<void> {
  // Without a connection the blank draft stays.
  const { isDiscarded } = await call('drafts.discardBlank', { id }).catch(() => ({ isDiscarded: false }));
  if (!isDiscarded) return;
  discarded.add(id);
  // The user may have come back meanwhile.
  showListInstead(useRoute.getState().route);
}

function showListInstead(route: Route): void {
  if (route.screen === 'drafts' && route.draftId !== null && discarded.has(route.draftId))
    go({ ...route, draftId: null, field: null }, { replace: true });
}
