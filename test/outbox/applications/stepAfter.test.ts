import { expect, test } from 'vitest';
import { fine, trouble } from '../../../src/main/outbox/accountOutcome.ts';
import { applicationWords } from '../../../src/main/outbox/applications/sending/applicationAdapter.ts';
import { type SentOutcome, stepAfter, whatOf } from '../../../src/main/outbox/applications/stepAfter.ts';
import { msg } from '../../../src/shared/message.ts';
import { remoteId } from '../../helpers/checkedTexts.ts';

const pace = {
  indexDelay: 1,
  timeoutDelay: 2,
  tooSoon: 3,
  checks: { first: 100, longest: 1_000 },
  retry: { first: 10, longest: 100 },
  read: { first: 5, longest: 5 },
  offline: { first: 6, longest: 6 },
  trouble: { first: 7, longest: 7 },
  followTick: 8,
};
const said = { words: 'w', reference: 'r' };
const what = whatOf('update');
/** A step without consequences, except that the request counts. */
const plain = { pause: 0, counts: true, readIn: null, event: null, code: null, account: fine };

/** The step after the second request for an Update Request that the directory has. */
function stepOf(outcome: SentOutcome, sent: Partial<Parameters<typeof stepAfter>[1]> = {}) {
  const options = { pace, random: () => 0.5, words: applicationWords };
  return stepAfter(outcome, { kind: 'update', attempts: 2, isKnown: true, ...sent }, options);
}

/** An event in the timeline. */
function event(kind: string, name: string, params: object = { what }) {
  return { event: { kind, message: { key: `applicationLife.event.${name}`, params } } };
}

test.each<[SentOutcome, object]>([
  [
    { kind: 'created', id: remoteId('x') },
    { to: 'done', readIn: 0, ...event('updated', 'updated', {}) },
  ],
  [{ kind: 'updated' }, { to: 'done', readIn: 0, ...event('updated', 'updated', {}) }],
  [{ kind: 'refused', status: 400, ...said }, { to: 'refused' }],
  [
    { kind: 'no-journal', status: 404, ...said },
    { to: 'refused', code: 'no-journal' },
  ],
  [
    { kind: 'foreign-journal', status: 404, ...said },
    { to: 'refused', code: 'foreign-journal' },
  ],
  [
    { kind: 'not-now', status: 403, ...said },
    { to: 'refused', code: 'not-now', readIn: 0 },
  ],
  [
    { kind: 'decided', status: 400, ...said },
    { to: 'refused', code: 'decided', readIn: 0 },
  ],
  [
    { kind: 'gone', ...said },
    { to: 'gone', counts: true, ...event('gone', 'gone') },
  ],
  [{ kind: 'checking' }, { to: 'queued', pause: 200, ...event('queued', 'checking') }],
  [
    { kind: 'too-soon', ...said },
    { to: 'queued', pause: 3, ...event('queued', 'tooSoon') },
  ],
  [
    { kind: 'locked', ...said },
    { to: 'queued', pause: 20, ...event('queued', 'locked') },
  ],
  [
    { kind: 'turned-away', words: '' },
    { to: 'queued', pause: 20, ...event('queued', 'locked') },
  ],
  [{ kind: 'unclear' }, { to: 'queued', pause: 2, counts: false, ...event('queued', 'unclear') }],
  [
    { kind: 'slow-down', words: '' },
    { to: 'queued', counts: false },
  ],
  [
    { kind: 'withheld', words: '' },
    { to: 'queued', counts: false },
  ],
  [
    { kind: 'maintenance', words: '' },
    { to: 'queued', counts: false, account: trouble, ...event('queued', 'maintenance', {}) },
  ],
  [
    { kind: 'offline', words: '' },
    { to: 'queued', counts: false, account: { kind: 'offline' }, ...event('queued', 'offline', {}) },
  ],
])('what follows %o', (outcome, more) => {
  expect(stepOf(outcome)).toEqual({ ...plain, ...more });
});

test.each([
  ['lost', 1, trouble],
  ['server-error', 1, trouble],
  ['unreadable', 1, trouble],
  ['locked', 1, fine],
  ['timeout', 2, trouble],
  ['stopped', 2, fine],
] as const)('a request whose answer is missing (%s) is looked up', (why, pause, account) => {
  const step = stepOf({ kind: 'unsure', why, ...said });
  expect(step).toEqual({ ...plain, to: 'unsure', pause, account, ...event('unsure', `unsure.${why}`) });
});

test.each([
  ['key-refused', 'key', msg('applicationLife.event.keyRefused')],
  ['version-retired', 'version', msg('applicationLife.event.version')],
  ['wrong-address', 'address', msg('applicationLife.event.address', { words: 'Go away.' })],
] as const)('the account is blocked by %s, and the timeline says why', (kind, by, reason) => {
  const blocked = { account: { kind: 'blocked', by, reason }, event: { kind: 'queued', message: reason } };
  expect(stepOf({ kind, words: 'Go away.' })).toEqual({ ...plain, to: 'queued', counts: false, ...blocked });
});

test.each([
  ['checking', 'checking'],
  ['too-soon', 'locked'],
  ['locked', 'locked'],
  ['turned-away', 'locked'],
] as const)('the fifth request that ends with %s is the last', (kind, code) => {
  const outcome = { kind, ...said } as SentOutcome;
  expect(stepOf(outcome, { attempts: 4 }).to).toBe('queued');
  expect(stepOf(outcome, { attempts: 5 })).toEqual({ ...plain, to: 'failed', code });
});

test.each<[SentOutcome, boolean, string, string]>([
  [{ kind: 'created', id: remoteId('x') }, false, 'sent', 'sent'],
  // The record was another draft's until the request went out.
  [{ kind: 'updated' }, false, 'sent', 'updated'],
])('%o of a record that was not its own (%s) is shown as %s', (outcome, isKnown, kind, name) => {
  expect(stepOf(outcome, { isKnown })).toMatchObject(event(kind, name, {}));
});

test('a first Update Request that may not be sent now meets another one', () => {
  const outcome = { kind: 'not-now', status: 403, ...said } as const;
  const refused = { ...plain, to: 'refused' };
  expect(stepOf(outcome, { isKnown: false })).toEqual({ ...refused, code: 'other-open' });
  const notNow = { ...refused, code: 'not-now', readIn: 0 };
  expect(stepOf(outcome, { isKnown: false, kind: 'new' })).toEqual(notNow);
});
