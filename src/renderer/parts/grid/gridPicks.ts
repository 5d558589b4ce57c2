import { useEffect, useRef, useState } from 'react';
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
    pickRange: (first, last) => {
      // What is no longer selected was deselected with another list, or by an action.
      const kept = [...before.current].filter((id) => picked.has(id));
      change(new Set([...kept, ...ids.slice(first, last + 1)]));
    },
    pickAll: () => change(new Set(ids)),
    pickNone: () => {
      before.current = new Set();
      change(before.current);
    },
  };
}

/**
 * Selection among rows that are fetched as they come into view. It lasts as long as its rows are in the list, wherever
 * they move.
 */
export function usePagedPicks<Row extends { id: number }>(list: {
  /** Identifies the list: in another one nothing is selected. */
  stamp: string;
  /** Differs whenever rows may have left the list. */
  revision: string;
  total: number | null;
  row: (index: number) => Row | undefined;
  /** The rows from `first` to `last`, or as many of them as can be selected at once. */
  fetch: (first: number, last: number) => Promise<readonly Row[]>;
  /** The rows of the list from its beginning, until they are enough. */
  fetchUntil: (isEnough: (rows: readonly Row[]) => boolean) => Promise<readonly Row[]>;
  label: string;
  said: (count: number) => string;
}): { picked: readonly Row[]; picks: GridPicks; clear: () => void } {
  const { stamp, row } = list;
  const [kept, setKept] = useState<{ stamp: string; rows: ReadonlyMap<number, Row> }>({
    stamp,
    rows: noRows,
  });
  const picked: ReadonlyMap<number, Row> = kept.stamp === stamp ? kept.rows : noRows;
  const change = (rows: ReadonlyMap<number, Row>) => {
    setKept({ stamp, rows });
    announce(list.said(rows.size));
  };
  /** If another range is chosen or another list shown while rows are being fetched, the range is dropped. */
  const range = useRef<object | null>(null);
  useEffect(
    () => () => {
      range.current = null;
    },
    [stamp],
  );
  const pickRange = (first: number, last: number) => {
    const own = {};
    range.current = own;
    list.fetch(first, last).then(
      (rows) => {
        if (range.current === own) change(new Map(rows.map((one) => [one.id, one])));
      },
      (cause: unknown) => showError(asAppError(cause)),
    );
  };
  useLeavingRows({ ...list, picked, change });
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
      pickNone: () => {
        range.current = null;
        change(noRows);
      },
    },
  };
}

/** Deselects the rows that have left the list, whenever some may have: one look at a time, since a list may be long. */
function useLeavingRows<Row extends { id: number }>(list: {
  stamp: string;
  revision: string;
  picked: ReadonlyMap<number, Row>;
  fetchUntil: (isEnough: (rows: readonly Row[]) => boolean) => Promise<readonly Row[]>;
  change: (rows: ReadonlyMap<number, Row>) => void;
}): void {
  const { stamp, revision } = list;
  const latest = useRef(list);
  latest.current = list;
  const looking = useRef({ isUnderWay: false, isStale: false, isOver: false });
  useEffect(() => {
    const own = looking.current;
    own.isOver = false;
    return () => {
      own.isOver = true;
    };
  }, []);
  useEffect(() => {
    void look(looking.current, latest);
  }, [stamp, revision]);
}

interface Looking {
  isUnderWay: boolean;
  /** Rows may have left since the look began. */
  isStale: boolean;
  /** The list is no longer shown. */
  isOver: boolean;
}

async function look<Row extends { id: number }>(
  own: Looking,
  latest: { readonly current: Parameters<typeof useLeavingRows<Row>>[0] },
): Promise<void> {
  own.isStale = true;
  if (own.isUnderWay) return;
  own.isUnderWay = true;
  while (own.isStale && !own.isOver) {
    own.isStale = false;
    const { stamp, picked: asked, fetchUntil } = latest.current;
    if (asked.size === 0) break;
    const isEnough = (rows: readonly Row[]) =>
      own.isOver || (rows.length >= asked.size && withoutGone(asked, asked, rows).size === asked.size);
    // The list itself says why its rows cannot be fetched.
    const rows = await fetchUntil(isEnough).catch(() => null);
    const { stamp: shown, picked, change } = latest.current;
    if (rows === null || own.isOver || shown !== stamp) continue;
    const left = withoutGone(picked, asked, rows);
    if (left.size < picked.size) change(left);
  }
  own.isUnderWay = false;
}

/** The selected rows without those of `asked` that are not among the listed ones. */
export function withoutGone<Row>(
  picked: ReadonlyMap<number, Row>,
  asked: ReadonlyMap<number, Row>,
  listed: readonly { id: number }[],
): ReadonlyMap<number, Row> {
  const there = new Set(listed.map(({ id }) => id));
  return new Map([...picked].filter(([id]) => there.has(id) || !asked.has(id)));
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
