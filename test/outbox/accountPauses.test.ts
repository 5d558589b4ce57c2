import { expect, test } from 'vitest';
import type { AccountOutcome } from '../../src/main/outbox/accountOutcome.ts';
import { type AccountPauses, noPauses, pausesAfter } from '../../src/main/outbox/accountPauses.ts';
import { backoff } from '../../src/main/outbox/backoff.ts';
import { literal } from '../../src/shared/message.ts';

const pace = { offline: { first: 100, longest: 1_000 }, trouble: { first: 10, longest: 50 } };
const at = { now: 5_000, pace, random: () => 0.5 };

const offline: AccountOutcome = { kind: 'offline' };
const trouble: AccountOutcome = { kind: 'trouble', reason: null };

test.each<[string, AccountOutcome[], Partial<AccountPauses>]>([
  ['an answer like any other', [{ kind: 'fine' }], noPauses],
  ['no connection', [offline], { isOffline: true, losses: 1, quietUntil: 5_100 }],
  ['no connection for the third time', [offline, offline, offline], { losses: 3, quietUntil: 5_400 }],
  ['no connection for long', Array.from({ length: 20 }, () => offline), { quietUntil: 6_000 }],
  ['a connection again', [offline, { kind: 'online' }], noPauses],
  ['a problem of the directory', [trouble], { isOffline: false, troubles: 1, quietUntil: 5_010 }],
  ['the second problem in a row', [trouble, trouble], { troubles: 2, quietUntil: 5_020 }],
  ['a problem after an answer', [trouble, { kind: 'fine' }, trouble], { troubles: 1 }],
  ['a refused key', [trouble, { kind: 'blocked', by: 'key', reason: literal('') }], { troubles: 0 }],
  ['a key refused at once', [{ kind: 'blocked', by: 'key', reason: literal('') }], noPauses],
  [
    'another computer sends',
    [trouble, { kind: 'held', reason: literal('') }],
    { troubles: 1, quietUntil: 5_010 },
  ],
  ['no key', [{ kind: 'blocked', by: 'no-key', reason: literal('') }], { quietUntil: 6_000 }],
])('the account rests as long as it should after %s', (_name, outcomes, pauses) => {
  const after = outcomes.reduce((before, outcome) => pausesAfter(before, outcome, at), noPauses);
  expect(after).toMatchObject(pauses);
});

test('a pause doubles up to the maximum, with a jitter of a quarter', () => {
  const pauses = (random: number) =>
    [1, 2, 3, 4, 9].map((count) => backoff(pace.offline, count, () => random));
  expect(pauses(0.5)).toEqual([100, 200, 400, 800, 1_000]);
  expect(pauses(0)).toEqual([75, 150, 300, 600, 750]);
  expect(pauses(1)).toEqual([125, 250, 500, 1_000, 1_250]);
});
