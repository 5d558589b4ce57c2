import { useRef, useState } from 'react';
import { announce } from '../../state/announce.ts';
import { asAppError } from '../../state/data/client.ts';
import { showError } from '../../state/dialogs/notices.ts';

/** Selecting rows of a grid by 0-based index. */
export interface GridPicks {
  /** The name of a row's check box. */
  label: string;
  /** How many rows are selected. */
  count: number;
  isPicked: (index: number) => boolean;
  /** Selects or deselects a row; the next range begins there. */
  toggle: (index: number) => void;
  /** Begins a range; rows that are already selected stay selected. */
  beginRange?: () => void;
  /** Selects these rows, and deselects those that only an earlier end of the range had selected. */
  pickRange: (first: number, last: number) => void;
  pickAll: () => void;
  pickNone: () => void;
}

/** Selection among rows that are all loaded, by their ids; `said` words how many are selected. */
export function usePicks<K>(
  ids: readonly K[],
  picked: ReadonlySet<K>,
  about: { label: string; said: (count: number) => string; onChange: (picked: ReadonlySet<K>) => void },
): GridPicks {
  const before = useRef<ReadonlySet<K>>(new Set());
  const change = (next: ReadonlySet<K>) => {
    about.onChange(next);
    announce(about.said(next.size));
  };
  return {
    label: about.label,
    count: ids.filter((id) => picked.has(id)).length,
    isPicked: (index) => index < ids.length && picked.has(ids[index]!),
    toggle: (index) => {
      if (index >= ids.length) return;
      const next = new Set(picked);
      if (!next.delete(ids[index]!)) next.add(ids[index]!);
      change(next);
      before.current = next;
    },
    beginRange: () => {
      before.current = picked;
    },
    pickRange: (first, last) => change(new Set([...before.current, ...ids.slice(first, last + 1)])),
    pickAll: () => change(new Set(ids)),
    pickNone: () => {
      before.current = new Set();
      change(before.current);
    },
  };
}

/**
 * Selection among rows that are fetched as they come into view. With another `stamp` nothing is selected any more,
 * because the rows may have moved.
 */
export function usePagedPicks<Row extends { id: number }>(list: {
  stamp: string;
  total: number | null;
  row: (index: number) => Row | undefined;
  /** The rows from `first` to `last`, or as many of them as can be selected at once. */
  fetch: (first: number, last: number) => Promise<readonly Row[]>;
  label: string;
  said: (count: number) => string;
}): { picked: readonly Row[]; picks: GridPicks; clear: () => void } {
  const { stamp, row } = list;
  const [kept, setKept] = useState<{ stamp: string; rows: ReadonlyMap<number, Row> }>({
    stamp,
    rows: noRows,
  });
  const picked = kept.stamp === stamp ? kept.rows : noRows;
  const change = (rows: ReadonlyMap<number, Row>) => {
    setKept({ stamp, rows });
    announce(list.said(rows.size));
  };
  const pickRange = (first: number, last: number) => {
    list.fetch(first, last).then(
      (rows) => change(new Map(rows.map((one) => [one.id, one]))),
      (cause: unknown) => showError(asAppError(cause)),
    );
  };
  return {
    picked: [...picked.values()],
    clear: () => setKept({ stamp, rows: noRows }),
    picks: {
      label: list.label,
      count: picked.size,
      isPicked: (index) => picked.has(row(index)?.id ?? 0),
      toggle: (index) => {
        const one = row(index);
        if (!one) return;
        const next = new Map(picked);
        if (!next.delete(one.id)) next.set(one.id, one);
        change(next);
      },
      pickRange,
      pickAll: () => pickRange(0, (list.total ?? 0) - 1),
      pickNone: () => change(noRows),
    },
  };
}

const noRows: ReadonlyMap<number, never> = new Map<number, never>();

/** The index of the row with this id among the loaded ones, or null. */
export function indexOfRow(
  id: number | undefined,
  row: (index: number) => { id: number } | undefined,
  total: number | null,
): number | null {
  if (id === undefined) return null;
  for (let index = 0; index < (total ?? 0); index++) if (row(index)?.id === id) return index;
  return null;
}
