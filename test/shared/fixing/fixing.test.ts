import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countMarks,
  type Fixing,
  type FixingStep,
  idsWithMark,
  markOf,
  type RecordState,
  startFixing,
  stepFixing,
} from '../../../src/shared/fixing/fixing.ts';

const ids = [11, 12, 13, 14];

/** Records that all need fixing, except those given. */
function records(others: Record<number, RecordState> = {}): (id: number) => RecordState {
  return (id) => others[id] ?? 'open';
}

function after(fixing: Fixing, steps: readonly FixingStep[], stateOf = records()): Fixing {
  return steps.reduce((now, step) => stepFixing(now, step, stateOf).fixing, fixing);
}

const started = startFixing(ids, records()).fixing;
const marksOf = (fixing: Fixing) => fixing.ids.map((_, place) => markOf(fixing, place));

test('starts at the first record that needs fixing, and marks those before it', () => {
  const { fixing, passed } = startFixing(ids, records({ 11: 'fixed', 12: 'gone' }));
  expect(fixing).toMatchObject({ ids, place: 2, isOver: false });
  expect(marksOf(fixing)).toEqual(['fixed', 'gone', 'left', 'left']);
  expect(passed).toEqual({ fixed: 1, gone: 1 });
});

test('is over at once if nothing needs fixing', () => {
  expect(startFixing(ids, () => 'fixed').fixing.isOver).toBe(true);
  expect(startFixing([], records()).fixing.isOver).toBe(true);
});

test('a fixed record is marked, and the next one is shown', () => {
  const { fixing, remains } = stepFixing(started, { do: 'fix' }, records({ 11: 'fixed' }));
  expect(remains).toBe(false);
  expect(fixing.place).toBe(1);
  expect(marksOf(fixing)).toEqual(['fixed', 'left', 'left', 'left']);
});

test('a record with a problem stays, and is skipped if the user insists', () => {
  const first = stepFixing(started, { do: 'fix' }, records());
  expect(first).toMatchObject({ remains: true, fixing: started });
  const second = stepFixing(started, { do: 'fix', insists: true }, records());
  expect(second).toMatchObject({ remains: false, fixing: { place: 1 } });
  expect(marksOf(second.fixing)[0]).toBe('skipped');
});

test('a record that has no problem any more is not skipped but fixed', () => {
  expect(marksOf(stepFixing(started, { do: 'skip' }, records({ 11: 'fixed' })).fixing)[0]).toBe('fixed');
});

test('records that a bulk edit fixed are marked at once, and when it ends', () => {
  const state = records({ 12: 'fixed', 13: 'gone' });
  const looked = stepFixing(started, { do: 'look' }, state);
  expect(looked).toMatchObject({ fixing: { place: 0, isOver: false }, passed: { fixed: 1, gone: 1 } });
  expect(marksOf(looked.fixing)).toEqual(['left', 'fixed', 'gone', 'left']);
  const ended = stepFixing(started, { do: 'end' }, state).fixing;
  expect(ended.isOver).toBe(true);
  expect(marksOf(ended)).toEqual(['left', 'fixed', 'gone', 'left']);
});

test('a bulk edit that fixed the record on the screen leads to the next one', () => {
  const looked = stepFixing(started, { do: 'look' }, records({ 11: 'fixed', 12: 'fixed' }));
  expect(looked.fixing).toMatchObject({ place: 2, isOver: false });
  expect(stepFixing(started, { do: 'look' }, () => 'fixed').fixing.isOver).toBe(true);
});

test('a record that was deleted while it was shown is marked as deleted', () => {
  const { fixing } = stepFixing(started, { do: 'fix' }, records({ 11: 'gone' }));
  expect(marksOf(fixing)[0]).toBe('gone');
  expect(fixing.place).toBe(1);
});

test('records that were fixed or deleted elsewhere are marked when they are reached', () => {
  const { fixing, passed } = stepFixing(started, { do: 'skip' }, records({ 12: 'fixed', 13: 'gone' }));
  expect(fixing.place).toBe(3);
  expect(marksOf(fixing)).toEqual(['skipped', 'fixed', 'gone', 'left']);
  expect(passed).toEqual({ fixed: 1, gone: 1 });
});

test('going back passes deleted records, and stops at the first record', () => {
  const later = after(started, [{ do: 'skip' }, { do: 'skip' }]);
  expect(stepFixing(later, { do: 'back' }, records({ 12: 'gone' })).fixing.place).toBe(0);
  expect(stepFixing(started, { do: 'back' }, records()).fixing).toEqual(started);
});

test('a record that was fixed before is not marked as skipped later', () => {
  const fixed = after(started, [{ do: 'fix' }, { do: 'back' }], records({ 11: 'fixed' }));
  expect(fixed.place).toBe(0);
  expect(marksOf(after(fixed, [{ do: 'skip' }]))[0]).toBe('fixed');
});

test('after the last record, those before it that are left come next', () => {
  const last = after(started, [{ do: 'go', place: 3 }, { do: 'skip' }]);
  expect(last).toMatchObject({ place: 0, isOver: false });
});

test('is over when no record is left, and resumes with the skipped ones', () => {
  const skip: FixingStep = { do: 'skip' };
  const over = after(started, [skip, skip, skip, skip]);
  expect(over.isOver).toBe(true);
  const resumed = after(over, [{ do: 'resume' }]);
  expect(resumed).toMatchObject({ isOver: false });
  expect(countMarks(resumed)).toEqual({ left: 4, fixed: 0, skipped: 0, gone: 0 });
});

test('resumes with the records that are left before the skipped ones', () => {
  const ended = after(started, [{ do: 'skip' }, { do: 'end' }]);
  expect(ended).toMatchObject({ isOver: true, place: 1 });
  const resumed = after(ended, [{ do: 'resume' }]);
  expect(resumed).toMatchObject({ isOver: false, place: 1 });
  expect(marksOf(resumed)[0]).toBe('skipped');
});

test('goes to any record, also from the summary, but not to a deleted one', () => {
  const ended = after(started, [{ do: 'end' }]);
  expect(after(ended, [{ do: 'go', place: 2 }])).toMatchObject({ place: 2, isOver: false });
  const gone = stepFixing(started, { do: 'go', place: 2 }, records({ 13: 'gone' }));
  expect(gone).toMatchObject({ fixing: { place: 0 }, passed: { gone: 1 } });
  expect(stepFixing(started, { do: 'go', place: 9 }, records()).fixing).toEqual(started);
});

test('after a chosen record, the next ones in the order of the list come before those at its beginning', () => {
  expect(after(started, [{ do: 'go', place: 2 }, { do: 'skip' }]).place).toBe(3);
});

test('nothing but resuming and choosing a record happens once it is over', () => {
  const ended = after(started, [{ do: 'end' }]);
  for (const step of ['fix', 'skip', 'back', 'end'] as const)
    expect(after(ended, [{ do: step }])).toEqual(ended);
});

test('in any order of steps each record has one mark, and the shown one exists', () => {
  const step = fc.oneof(
    fc.constantFrom<FixingStep>(
      { do: 'fix' },
      { do: 'fix', insists: true },
      { do: 'skip' },
      { do: 'back' },
      { do: 'end' },
      { do: 'look' },
      { do: 'resume' },
    ),
    fc.nat(6).map((place): FixingStep => ({ do: 'go', place })),
  );
  const state = fc.constantFrom<RecordState>('open', 'fixed', 'gone');
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(step, fc.array(state, { minLength: 6, maxLength: 6 }))),
      (order, steps) => {
        let fixing = startFixing(order, records()).fixing;
        for (const [one, states] of steps) {
          fixing = stepFixing(fixing, one, (id) => states[order.indexOf(id)]!).fixing;
          expect(fixing.ids).toBe(order);
          expect(fixing.marks).toHaveLength(order.length);
          expect(order[fixing.place]).toBeDefined();
          const counts = countMarks(fixing);
          expect(counts.left + counts.fixed + counts.skipped + counts.gone).toBe(order.length);
          expect(idsWithMark(fixing, 'fixed')).toHaveLength(counts.fixed);
        }
      },
    ),
  );
});
