import type { WaitingCell } from '../store/compliance/matrixStore.ts';

/** After this many questions in a row without a response, the service counts as unavailable. */
const maxFailures = 8;

/**
 * The order in which the questions of a matrix are asked. One that fails is asked once more, after all others; if only
 * those of one funder fail, they come after those of the others. What fails again says nothing of the service, so that
 * every run ends.
 */
export function createMatrixQueue(cells: readonly WaitingCell[]) {
  let first = cells.filter(({ message }) => message === '').toReversed();
  const last = cells.filter(({ message }) => message !== '');
  /** Questions that are not asked another time. */
  const final = new Set(last.map(({ id }) => id));
  const setAside = new Set<number>();
  /** The funders of the failures in a row. */
  const failing = new Set<number>();
  let failures = 0;
  let asked = 0;
  let isAway = false;

  return {
    /** undefined: there is nothing to ask now. */
    next(): WaitingCell | undefined {
      if (isAway) return undefined;
      return first.pop() ?? (asked < last.length ? last[asked++] : undefined);
    },
    answered(): void {
      failures = 0;
      failing.clear();
    },
    /** The service did not answer the question. */
    failed(cell: WaitingCell): void {
      if (final.has(cell.id)) return;
      final.add(cell.id);
      last.push(cell);
      if (setAside.has(cell.funder)) return;
      failures += 1;
      failing.add(cell.funder);
      if (failures < maxFailures) return;
      const others = first.filter(({ funder }) => funder !== cell.funder);
      isAway = failing.size > 1 || others.length === 0;
      if (isAway) return;
      setAside.add(cell.funder);
      // Before those that failed: they have not been asked yet.
      first = [...first.filter(({ funder }) => funder === cell.funder), ...others];
    },
    isAway: () => isAway,
  };
}
