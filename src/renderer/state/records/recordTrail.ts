/** The rows of a list that are loaded, in order and without gaps. */
export interface LoadedRows {
  listKey: string;
  ids: readonly number[];
  /** The 0-based position of the first of them, and the length of the list. */
  first: number;
  total: number;
}

/** A list as it was when a record in it was opened, so that Next and Previous follow that order. */
export interface RecordTrail extends LoadedRows {
  openId: number;
}

/**
 * The trail after opening a record: the earlier one if the record is next to the previous one, otherwise the current
 * list.
 */
export function followTrail(trail: RecordTrail | null, now: LoadedRows, openId: number): RecordTrail | null {
  const at = trail?.listKey === now.listKey ? trail.ids.indexOf(openId) : -1;
  if (trail && at >= 0 && Math.abs(at - trail.ids.indexOf(trail.openId)) <= 1)
    return { ...lengthened(trail, now, at), openId };
  return now.ids.includes(openId) ? { ...now, openId } : null;
}

/** The position of the open record (1-based) and its neighbours; undefined where there is none. */
export function neighboursIn({ ids, first, total, openId }: RecordTrail) {
  const at = ids.indexOf(openId);
  return { place: first + at + 1, total, before: ids[at - 1], after: ids[at + 1] };
}

/** Extends a trail whose open record is the first or last loaded one by the rows that the list now has beyond it. */
function lengthened<T extends LoadedRows>(trail: T, now: LoadedRows, at: number): T {
  const { ids, first, total } = trail;
  const nowAt = now.ids.indexOf(ids[at]!);
  if (nowAt < 0) return trail;
  const isNew = (id: number) => !ids.includes(id);
  if (at === ids.length - 1 && first + ids.length < total)
    return { ...trail, ids: [...ids, ...now.ids.slice(nowAt + 1).filter(isNew)] };
  if (at > 0 || first === 0) return trail;
  const before = now.ids.slice(0, nowAt).filter(isNew).slice(-first);
  return { ...trail, ids: [...before, ...ids], first: first - before.length };
}
