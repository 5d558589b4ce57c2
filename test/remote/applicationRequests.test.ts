import { expect, test } from 'vitest';
import { UnreadableHit } from '../../src/main/remote/answers.ts';
import { readApplication, readSent } from '../../src/main/remote/applicationRequests.ts';
import type { Answer } from '../../src/main/remote/exchange.ts';

const answer = (admin: unknown): Answer => {
  const json = { id: 'a1', last_updated: '2026-01-01T00:00:00Z', admin, bibjson: { title: 'Journal' } };
  return { kind: 'answer', status: 200, headers: new Headers(), text: JSON.stringify(json), json };
};

test.each([[7], [{}], [['j1']], ['x'.repeat(200_000)]])(
  'an application whose journal cannot be read is not one about no journal: %j',
  (odd) => {
    const read = readApplication(answer({ current_journal: odd }), 'a1');
    expect(read).toEqual({ kind: 'silent', error: expect.any(UnreadableHit) });
  },
);

test.each([
  ['j1', 'j1'],
  ['', null],
  [null, null],
  [undefined, null],
])('the journal %j of an application is read as %j', (journal, journalId) => {
  const read = readApplication(answer({ current_journal: journal }), 'a1');
  expect(read).toMatchObject({ kind: 'found', journalId });
});

test.each([
  [504, 'timeout'],
  [502, 'server-error'],
])('the directory may go on only after a gateway gave up on it: %i is read as %s', (status, why) => {
  const text = '<html><title>Gateway</title></html>';
  const page: Answer = { kind: 'answer', status, headers: new Headers(), text, json: undefined };
  expect(readSent(page, 'POST')).toMatchObject({ kind: 'unsure', why });
});
