import { useRef } from 'react';
import { announce } from '../../state/announce.ts';

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
