import { call } from './client.ts';
import { useRoute } from './route.ts';

/** Drafts that this window created, until they are left. */
const newDrafts = new Set<number>();

export function rememberNewDraft(id: number): void {
  newDrafts.add(id);
}

/** Removes a draft that the window created and then left without an edit, so that it leaves no row. */
export function discardUnedited(id: number): void {
  const { route } = useRoute.getState();
  // The form was only mounted again, such as for a narrower window.
  if (route.screen === 'drafts' && route.draftId === id) return;
  if (!newDrafts.delete(id)) return;
  // Without a connection the blank draft stays.
  void call('drafts.discardBlank', { id }).catch(() => undefined);
}
