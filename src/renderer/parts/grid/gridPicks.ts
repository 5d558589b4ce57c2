import { useRef } from 'react';
import { announce } from '../../state/announce.ts';

/** Picking rows of a grid by 0-based index. */
export interface GridPicks {
  /** Name of a row's box. */
  label: string;
  /** How many rows are picked. */
  count: number;
  isPicked: (index: number) => boolean;
  /** Picks or unpicks a row; the next range begins there. */
  toggle: (index: number) => void;
  /** Begins a range; rows that are already picked stay picked. */
  beginRange?: () => void;
  /** Picks these rows and unpicks those that only an earlier end of the range had picked. */
  pickRange: (first: number, last: number) => void;
  pickAll: () => void;
  pickNone: () => void;
}

/** Picks among rows that are all here, by their ids; `said` puts into words how many are picked. */
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
