/** The records that fixing mode works through: drafts of articles, or applications and Update Requests. */
export const fixingKinds = ['article', 'application'] as const;
export type FixingKind = (typeof fixingKinds)[number];

/** The state of fixing mode: records in a frozen order, worked through one at a time. */
export interface Fixing {
  /** The records, in the order of the list they came from. */
  ids: readonly number[];
  /** One letter for each record, in the order of `ids`, see `markOf`. */
  marks: string;
  /** The 0-based position of the record that is shown. */
  place: number;
  /** The user ended it, or no record is left: the summary is shown. */
  isOver: boolean;
}

export const fixingMarks = ['left', 'fixed', 'skipped', 'gone'] as const;
export type FixingMark = (typeof fixingMarks)[number];

export type FixingStep =
  /** `insists`: continue even if the record still has a problem. */
  | { do: 'fix'; insists?: boolean }
  /** `look`: mark the records that were fixed or deleted elsewhere, such as by a bulk edit. */
  | { do: 'skip' | 'back' | 'end' | 'resume' | 'look' }
  | { do: 'go'; place: number };

/** Whether a record still has a problem that brought it into fixing mode, no longer has one, or was deleted. */
export type RecordState = 'open' | 'fixed' | 'gone';

export interface FixingResult {
  fixing: Fixing;
  /** The record still has a problem, so it stays on the screen. */
  remains: boolean;
  /** How many records were skipped because they had been fixed or deleted elsewhere. */
  passed: { fixed: number; gone: number };
}

const letters: Readonly<Record<FixingMark, string>> = { left: '.', fixed: 'f', skipped: 's', gone: 'g' };

/** Freezes the order of `ids` and shows the first record that needs fixing. */
export function startFixing(
  ids: readonly number[],
  stateOf: (id: number) => RecordState,
): Pick<FixingResult, 'fixing' | 'passed'> {
  const fixing = { ids, marks: letters.left.repeat(ids.length), place: 0, isOver: false };
  return advance(fixing, 0, stateOf);
}

/** Takes one step. It does nothing for a position that does not exist; after the end, only `resume` and `go` do something. */
export function stepFixing(
  fixing: Fixing,
  step: FixingStep,
  stateOf: (id: number) => RecordState,
): FixingResult {
  const stay: FixingResult = { fixing, remains: false, passed: { fixed: 0, gone: 0 } };
  if (fixing.isOver && step.do !== 'resume' && step.do !== 'go') return stay;
  const { place } = fixing;
  const next = (marked: Fixing) => ({ remains: false, ...advance(marked, place + 1, stateOf) });
  switch (step.do) {
    case 'fix': {
      const state = stateOf(fixing.ids[place]!);
      if (state !== 'open') return next(withMark(fixing, place, state));
      return step.insists ? next(skipped(fixing)) : { ...stay, remains: true };
    }
    case 'skip': {
      const state = stateOf(fixing.ids[place]!);
      return next(state === 'open' ? skipped(fixing) : withMark(fixing, place, state));
    }
    case 'back': {
      const before = previousPlace(fixing, stateOf);
      return before === null ? stay : { ...stay, fixing: { ...fixing, place: before } };
    }
    case 'go': {
      const id = fixing.ids[step.place];
      if (id === undefined) return stay;
      const moved = { ...fixing, place: step.place, isOver: false };
      if (stateOf(id) !== 'gone') return { ...stay, fixing: moved };
      return { ...stay, fixing: withMark(fixing, step.place, 'gone'), passed: { fixed: 0, gone: 1 } };
    }
    case 'end': {
      const { fixing: marked, passed } = markDone(fixing, stateOf);
      return { ...stay, fixing: { ...marked, isOver: true }, passed };
    }
    case 'look': {
      const done = markDone(fixing, stateOf);
      const isShownDone = markOf(fixing, place) === 'left' && markOf(done.fixing, place) !== 'left';
      return {
        ...stay,
        ...done,
        ...(isShownDone && { fixing: advance(done.fixing, place, stateOf).fixing }),
      };
    }
    case 'resume': {
      const hasLeft = fixing.marks.includes(letters.left);
      const marks = hasLeft ? fixing.marks : fixing.marks.replaceAll(letters.skipped, letters.left);
      return { remains: false, ...advance({ ...fixing, marks, isOver: false }, place, stateOf) };
    }
  }
}

export function markOf(fixing: Pick<Fixing, 'marks'>, place: number): FixingMark {
  return fixingMarks.find((mark) => letters[mark] === fixing.marks[place]) ?? 'left';
}

/** The number of records with each mark. */
export function countMarks({ marks }: Pick<Fixing, 'marks'>): Record<FixingMark, number> {
  const counts = { left: 0, fixed: 0, skipped: 0, gone: 0 };
  for (let place = 0; place < marks.length; place++) counts[markOf({ marks }, place)] += 1;
  return counts;
}

/** The records with a mark, in order. */
export function idsWithMark(fixing: Fixing, mark: FixingMark): number[] {
  return fixing.ids.filter((_, place) => markOf(fixing, place) === mark);
}

/**
 * Moves to the first record, from `from` on and then from the beginning, that is unfinished and needs fixing; ends if
 * there is none.
 */
function advance(
  fixing: Fixing,
  from: number,
  stateOf: (id: number) => RecordState,
): Pick<FixingResult, 'fixing' | 'passed'> {
  const { ids } = fixing;
  const marks = [...fixing.marks];
  const passed = { fixed: 0, gone: 0 };
  for (let step = 0; step < ids.length; step++) {
    const place = (from + step) % ids.length;
    if (marks[place] !== letters.left) continue;
    const state = stateOf(ids[place]!);
    if (state === 'open') return { fixing: { ...fixing, marks: marks.join(''), place }, passed };
    marks[place] = letters[state];
    passed[state] += 1;
  }
  return { fixing: { ...fixing, marks: marks.join(''), isOver: true }, passed };
}

/** Marks the records to do that were fixed or deleted elsewhere. */
function markDone(
  fixing: Fixing,
  stateOf: (id: number) => RecordState,
): Pick<FixingResult, 'fixing' | 'passed'> {
  const marks = [...fixing.marks];
  const passed = { fixed: 0, gone: 0 };
  for (const [place, id] of fixing.ids.entries()) {
    if (marks[place] !== letters.left) continue;
    const state = stateOf(id);
    if (state === 'open') continue;
    marks[place] = letters[state];
    passed[state] += 1;
  }
  return { fixing: { ...fixing, marks: marks.join('') }, passed };
}

function withMark(fixing: Fixing, place: number, mark: FixingMark): Fixing {
  const { marks } = fixing;
  return { ...fixing, marks: marks.slice(0, place) + letters[mark] + marks.slice(place + 1) };
}

/** A record that was fixed before stays marked as fixed. */
function skipped(fixing: Fixing): Fixing {
  const { place } = fixing;
  return markOf(fixing, place) === 'fixed' ? fixing : withMark(fixing, place, 'skipped');
}

function previousPlace({ ids, place }: Fixing, stateOf: (id: number) => RecordState): number | null {
  for (let before = place - 1; before >= 0; before--) if (stateOf(ids[before]!) !== 'gone') return before;
  return null;
}
