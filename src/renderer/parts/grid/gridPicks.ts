import { useRef } from 'react';
import { announce } from '../../state/announce.ts';

/** What can be picked in a grid; places are 0-based. */
export interface GridPicks {
  /** Name of a row's box. */
  label: string;
  isPicked: (index: number) => boolean;
  /** Picks a row or lets it go; the next range begins there. */
  toggle: (index: number) => void;
  /** A range of rows begins: what is picked now stays whatever becomes of the range. */
  beginRange?: () => void;
  /** Picks these rows, and no longer those that an earlier end of the range had picked. */
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
