import { expect, test } from 'vitest';
import { UnreadableHit } from '../../src/main/remote/answers.ts';
import { readApplication } from '../../src/main/remote/applicationRequests.ts';
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
