import { create } from 'zustand';
import type { FacetName } from '../../../shared/draft/facets.ts';

interface FacetPanel {
  /** True if the list is wide enough for facets beside it; otherwise they are a dialog above it. */
  hasRoom: boolean;
  isBeside: boolean;
  isAbove: boolean;
  /** The facets whose values are shown. */
  unfolded: readonly FacetName[];
}

export const useFacetPanel = create<FacetPanel>(() => ({
  hasRoom: true,
  isBeside: false,
  isAbove: false,
  unfolded: ['readiness', 'finding', 'missing', 'journal'],
}));

export function isPanelOpen({ hasRoom, isBeside, isAbove }: FacetPanel): boolean {
  return hasRoom ? isBeside : isAbove;
}

export function toggleFacetPanel(): void {
  useFacetPanel.setState(({ hasRoom, isBeside, isAbove }) =>
    hasRoom ? { isBeside: !isBeside } : { isAbove: !isAbove },
  );
}

/** Sets whether there is room; a window that becomes narrower opens no dialog. */
export function setRoom(hasRoom: boolean): void {
  if (useFacetPanel.getState().hasRoom !== hasRoom) useFacetPanel.setState({ hasRoom, isAbove: false });
}

export function toggleFacet(facet: FacetName): void {
  useFacetPanel.setState(({ unfolded }) => ({
    unfolded: unfolded.includes(facet) ? unfolded.filter((one) => one !== facet) : [...unfolded, facet],
  }));
}
