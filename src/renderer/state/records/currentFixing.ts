import type { FixingStatus } from '../../../shared/contract/fixing.ts';
import { cachedAnswer } from '../data/queries.ts';
import { useRoute } from '../navigation/route.ts';

/** The fixing mode that this window shows; undefined if it shows none, or it is not loaded yet. */
export function currentFixing(): FixingStatus | undefined {
  const { route } = useRoute.getState();
  return route.screen === 'fixing' ? cachedAnswer('fixing.get', { id: route.fixingId }) : undefined;
}
