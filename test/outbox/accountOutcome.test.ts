import { expect, test } from 'vitest';
import {
  type AccountOutcome,
  type AccountWords,
  isDirectoryError,
  outcomeOfAnswer,
  outcomeOfError,
} from '../../src/main/outbox/accountOutcome.ts';
import type { UnprocessedAnswer } from '../../src/main/remote/answers.ts';
import { AppError, type ErrorCode } from '../../src/shared/errors.ts';
import { literal } from '../../src/shared/message.ts';

const words: AccountWords = {
  keyMissing: literal('There is no key.'),
  keyRefused: literal('The key was refused.'),
  version: literal('The version was switched off.'),
  address: (said) => literal(`The address is wrong: ${said}`),
  maintenance: (said) => literal(`Closed: ${said}`),
  lookUp: null,
  snapshot: () => null,
};
const keyRefused: AccountOutcome = { kind: 'blocked', by: 'key', reason: words.keyRefused };
const noVersion: AccountOutcome = { kind: 'blocked', by: 'version', reason: words.version };

test.each<[UnprocessedAnswer['kind'], AccountOutcome]>([
  ['key-refused', keyRefused],
  ['version-retired', noVersion],
  ['wrong-address', { kind: 'blocked', by: 'address', reason: literal('The address is wrong: Gone.') }],
  ['maintenance', { kind: 'trouble', reason: literal('Closed: Gone.') }],
  ['offline', { kind: 'offline' }],
  ['slow-down', { kind: 'fine' }],
  ['turned-away', { kind: 'fine' }],
  ['withheld', { kind: 'fine' }],
])('the consequence of an answer to a request that sends: %s', (kind, outcome) => {
  expect(outcomeOfAnswer({ kind, words: 'Gone.' }, words)).toEqual(outcome);
});

const reason = literal('Search does not answer.');
const trouble: AccountOutcome = { kind: 'trouble', reason };

test.each<[ErrorCode, { usesKey?: boolean; isOffline?: boolean }, AccountOutcome]>([
  ['key_refused', {}, keyRefused],
  // A search without a key was turned away by something else.
  ['key_refused', { usesKey: false }, trouble],
  ['key_missing', {}, { kind: 'blocked', by: 'no-key', reason: words.keyMissing }],
  ['version_retired', {}, noVersion],
  ['rate_limited', {}, { kind: 'fine' }],
  ['cancelled', {}, { kind: 'fine' }],
  ['remote', {}, trouble],
  ['offline', {}, trouble],
  ['offline', { isOffline: true }, { kind: 'offline' }],
])('the consequence of a failed request that only reads: %s %o', (code, context, outcome) => {
  const error = new AppError(code, literal(''));
  expect(isDirectoryError(error)).toBe(true);
  expect(outcomeOfError(error, { isOffline: false, usesKey: true, words, reason, ...context })).toEqual(
    outcome,
  );
});

test.each([
  new AppError('storage', literal('')),
  new AppError('state', literal('')),
  Object.assign(new Error('not ours'), { code: 'remote' }),
  'a text',
])('other errors say nothing about the directory: %s', (error) => {
  expect(isDirectoryError(error)).toBe(false);
});
