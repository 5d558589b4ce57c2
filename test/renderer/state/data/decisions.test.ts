import { describe, expect, test } from 'vitest';
import { fine, trouble } from '../../../../src/main/outbox/accountOutcome.ts';
import { decidePlan, type PlanFacts } from '../../../../src/main/outbox/applications/decidePlan.ts';
import { isSameContent } from '../../../../src/main/outbox/applications/sameContent.ts';
import { applicationWords } from '../../../../src/main/outbox/applications/sending/applicationAdapter.ts';
import { type SentOutcome, stepAfter } from '../../../../src/main/outbox/applications/stepAfter.ts';
import { readSent } from '../../../../src/main/remote/applicationRequests.ts';
import { readDeleted } from '../../../../src/main/remote/deleteAnswer.ts';
import type { Answer } from '../../../../src/main/remote/exchange.ts';
import type { ApplicationStatus } from '../../../../src/shared/application/applicationDraft.ts';
import { setAt } from '../../../../src/shared/draft/fieldPath.ts';
import { literal, type MessageParams, msg } from '../../../../src/shared/message.ts';
import { newApplication } from '../../../helpers/applicationRecords.ts';
import { remoteId } from '../../../helpers/checkedTexts.ts';
import { shortApplicationPace } from '../../../helpers/testServices.ts';
import { textOf } from '../../../helpers/textOf.ts';

const options = { pace: shortApplicationPace, random: () => 0.5, words: applicationWords };

describe('the state table', () => {
  const said = { words: 'w', reference: 'r' };
  const table: [SentOutcome, string, Partial<ReturnType<typeof stepAfter>>][] = [
    [{ kind: 'created', id: remoteId('x') }, 'done', { readIn: 0 }],
    [{ kind: 'updated' }, 'done', { readIn: 0 }],
    [{ kind: 'refused', status: 400, ...said }, 'refused', { code: null, readIn: null }],
    [{ kind: 'not-now', status: 403, ...said }, 'refused', { code: 'not-now', readIn: 0 }],
    [{ kind: 'decided', status: 400, ...said }, 'refused', { code: 'decided', readIn: 0 }],
    [{ kind: 'no-journal', status: 404, ...said }, 'refused', { code: 'no-journal' }],
    [{ kind: 'foreign-journal', status: 404, ...said }, 'refused', { code: 'foreign-journal' }],
    [{ kind: 'gone', ...said }, 'gone', {}],
    [{ kind: 'too-soon', ...said }, 'queued', { pause: 60, counts: true }],
    [{ kind: 'checking' }, 'queued', { counts: true }],
    [{ kind: 'locked', ...said }, 'queued', { counts: true }],
    [{ kind: 'turned-away', words: '' }, 'queued', { counts: true }],
    [{ kind: 'slow-down', words: '' }, 'queued', { counts: false, account: fine }],
    [{ kind: 'maintenance', words: '' }, 'queued', { counts: false, account: trouble }],
    [{ kind: 'offline', words: '' }, 'queued', { counts: false, account: { kind: 'offline' } }],
    [{ kind: 'unsure', why: 'lost', ...said }, 'unsure', { pause: 40, account: trouble }],
    [{ kind: 'unsure', why: 'timeout', ...said }, 'unsure', { pause: 60 }],
    [{ kind: 'unsure', why: 'locked', ...said }, 'unsure', { account: fine }],
  ];
  test.each(table)('%o leads to %s', (outcome, to, more) => {
    const step = stepAfter(outcome, { kind: 'update', attempts: 1, isKnown: true }, options);
    expect(step).toMatchObject({ to, ...more });
  });

  test.each(['key-refused', 'version-retired', 'wrong-address'] as const)(
    '%s blocks the account with a message and does not count as an attempt',
    (kind) => {
      const step = stepAfter({ kind, words: '' }, { kind: 'update', attempts: 1, isKnown: false }, options);
      expect(step).toMatchObject({ to: 'queued', counts: false, account: { kind: 'blocked' } });
      if (step.account.kind === 'blocked') expect(textOf(step.account.reason)).toMatch(/^Not sent:/);
    },
  );

  test.each(['too-soon', 'checking', 'locked', 'turned-away'] as const)(
    '%s fails after five attempts',
    (kind) => {
      const outcome = { kind, ...said } as SentOutcome;
      expect(stepAfter(outcome, { kind: 'new', attempts: 5, isKnown: true }, options).to).toBe('failed');
    },
  );
});

describe('a response', () => {
  const answer = (status: number, body: unknown, type = 'application/json'): Answer => ({
    kind: 'answer',
    status,
    headers: new Headers({ 'content-type': type }),
    text: typeof body === 'string' ? body : JSON.stringify(body),
    json: type.includes('json') ? body : undefined,
  });
  const error = (text: string) => ({ status: 'x', error: `${text} (ref: 1)` });

  test.each([
    ['201 with an id', 'POST', answer(201, { id: 'a' }), 'created'],
    ['201 that cannot be read', 'POST', answer(201, '<html>', 'text/html'), 'unsure'],
    ['200 with an id, which is of another server', 'POST', answer(200, { id: 'a' }), 'unsure'],
    ['204', 'PUT', answer(204, ''), 'updated'],
    ['200, which is a login page', 'PUT', answer(200, '<html>', 'text/html'), 'unsure'],
    [
      'the ten-second rule',
      'PUT',
      answer(
        400,
        error('You have submitted an Update Request for the same journal in a short period of time…'),
      ),
      'too-soon',
    ],
    [
      'a changed journal',
      'PUT',
      answer(
        400,
        error(
          'current_journal cannot be changed once set.  current_journal is J1; this request tried to change it to J2',
        ),
      ),
      'refused',
    ],
    [
      'a closed request',
      'PUT',
      answer(
        400,
        error(
          'current_journal cannot be changed once set.  current_journal is None; this request tried to change it to J2',
        ),
      ),
      'decided',
    ],
    [
      '403 in words',
      'PUT',
      answer(403, error('The application can no longer be edited via the API')),
      'not-now',
    ],
    ['403 of a proxy', 'PUT', answer(403, '<html>', 'text/html'), 'turned-away'],
    ['404 on PUT', 'PUT', answer(404, error('')), 'gone'],
    ['404 without a journal', 'POST', answer(404, error('(None, None)')), 'no-journal'],
    [
      '404 of another’s journal',
      'POST',
      answer(404, error("(None, 'Account A is not permitted to create an update request on journal J')")),
      'foreign-journal',
    ],
    ['404 of no route', 'POST', answer(404, error('No endpoint at applicationz. See …')), 'wrong-address'],
    ['404 of another server', 'PUT', answer(404, '<html>', 'text/html'), 'wrong-address'],
    ['409', 'PUT', answer(409, error('locked')), 'locked'],
    ['413', 'POST', answer(413, '<html>', 'text/html'), 'refused'],
    ['500 as a page', 'POST', answer(500, '<html>', 'text/html'), 'unsure'],
    ['503 in words', 'POST', answer(503, { message: 'Read-only' }), 'maintenance'],
    ['503 of a gateway', 'POST', answer(503, '<html>', 'text/html'), 'unsure'],
    ['nothing at all', 'POST', { kind: 'no-answer', why: 'lost', detail: '' }, 'unsure'],
    ['no connection', 'POST', { kind: 'no-answer', why: 'offline', detail: '' }, 'offline'],
    ['a redirect', 'POST', answer(301, '<html>', 'text/html'), 'wrong-address'],
  ] as [string, 'POST' | 'PUT', Answer, string][])('of %s is read', (_name, method, given, kind) => {
    expect(readSent(given, method).kind).toBe(kind);
  });

  test('to a withdrawal is parsed', () => {
    expect(readDeleted(answer(204, '')).kind).toBe('deleted');
    expect(readDeleted(answer(200, '<html>', 'text/html')).kind).toBe('unsure');
    expect(readDeleted(answer(301, '<html>', 'text/html')).kind).toBe('problem');
    expect(readDeleted(answer(404, error(''))).kind).toBe('gone');
    expect(readDeleted(answer(403, error(''))).kind).toBe('not-now');
    expect(readDeleted(answer(500, '<html>', 'text/html')).kind).toBe('unsure');
    expect(readDeleted(answer(401, error('An API Key is required to access this.'))).kind).toBe('problem');
  });
});

describe('the preview of sending', () => {
  const facts: PlanFacts = {
    row: { id: 1, kind: 'update', sync: 'never', status: null, remoteId: null, trashedAt: null },
    dialect: '4.0',
    errors: [],
    changes: 1,
    isWithdrawn: false,
    isSecond: false,
    open: null,
  };
  const own = (status: ApplicationStatus, more: Partial<PlanFacts['row']> = {}): PlanFacts => ({
    ...facts,
    row: { ...facts.row, remoteId: 'r', sync: 'changed', status, ...more },
  });
  test.each([
    ['never sent', facts, 'create'],
    ['its own waits', own('waiting'), 'update'],
    ['its own was sent back', own('revisions'), 'update'],
    ['its own was sent back and nothing was changed', own('revisions', { sync: 'sent' }), 'update'],
    ['its own is gone', own('gone'), 'create'],
    ['an editor has it', own('review'), 'held-back'],
    ['accepted', own('accepted'), 'held-back'],
    ['rejected', own('rejected'), 'held-back'],
    ['checks run (4.0)', own('checking'), 'held-back'],
    ['checks run (3.0.1)', { ...own('checking'), dialect: '3.0.1' }, 'update'],
    ['an unknown state', own('other'), 'held-back'],
    ['sent and not changed', own('waiting', { sync: 'sent' }), 'held-back'],
    ['queued', own('waiting', { sync: 'queued' }), 'held-back'],
    ['unsure', own('waiting', { sync: 'unsure' }), 'held-back'],
    ['refused while an editor had it, then sent back', own('revisions', { sync: 'refused' }), 'update'],
    [
      'with errors',
      { ...facts, errors: [{ message: literal('One.') }, { message: literal('Two.') }] },
      'held-back',
    ],
    ['second of two', { ...facts, isSecond: true }, 'held-back'],
    ['withdrawn journal', { ...facts, isWithdrawn: true }, 'held-back'],
    ['in the trash', { ...facts, row: { ...facts.row, trashedAt: '2026' } }, 'held-back'],
    [
      'another waits there',
      { ...facts, open: { remoteId: 'o', status: 'waiting', at: '2026-01-01T', rowId: null } },
      'overwrite',
    ],
    [
      'another is in review',
      { ...facts, open: { remoteId: 'o', status: 'review', at: '', rowId: null } },
      'held-back',
    ],
    ['a plain one that was sent back', own('revisions', { kind: 'new' }), 'held-back'],
    ['a plain one that waits', own('waiting', { kind: 'new' }), 'update'],
  ] as [string, PlanFacts, string][])('%s', (_name, given, action) => {
    const decision = decidePlan(given);
    expect(decision.action).toBe(action);
    expect(textOf(decision.message)).not.toBe('');
  });

  const row = (more: Partial<PlanFacts['row']>) => ({ row: { ...facts.row, ...more } });
  const other = (status: ApplicationStatus, rowId: number | null = null) => ({
    open: { remoteId: 'o', status, at: '2026', rowId },
  });
  const [one, two] = [{ message: literal('One.'), more: 2 }, { message: literal('Two.') }];
  const what = msg('applicationLife.what.update');
  test.each([
    [row({ kind: 'new' }), 'createNew'],
    [{ changes: 3 }, 'createUpdate', { count: 3 }],
    [{ changes: 0 }, 'createNothing'],
    [own('waiting'), 'update', { what }],
    [own('revisions'), 'updateRevisions', { what }],
    [own('waiting', { sync: 'sent' }), 'unchanged', { what }],
    [own('revisions', { kind: 'new' }), 'plainRevisions'],
    [row({ remoteId: null, status: 'review' }), 'createUpdate', { count: 1 }],
    [other('waiting'), 'overwrite', { date: '2026' }],
    [other('waiting', 7), 'overwriteOwn', { date: '2026' }],
    [other('checking'), 'openChecking'],
    [other('review'), 'openReview'],
    [row({ sync: 'queued' }), 'inQueue', { what }],
    [row({ sync: 'sending' }), 'inQueue', { what }],
    [row({ sync: 'unsure' }), 'unsure', { what }],
    [row({ trashedAt: '2026' }), 'trashed', { what }],
    [{ isWithdrawn: true, errors: [two] }, 'withdrawn'],
    [{ isSecond: true, errors: [] }, 'second'],
    [{ isSecond: true, errors: [one, two] }, 'errors', { message: one.message, count: 3 }],
    [{ errors: [one] }, 'errors', { message: one.message, count: 2 }],
  ] as [Partial<PlanFacts>, string, MessageParams?][])('explains %o by %s', (given, key, params) => {
    const { message } = decidePlan({ ...facts, ...given });
    expect(message).toEqual(msg(`applicationLife.plan.${key}`, params));
  });

  test('shows a single error in its own words', () => {
    expect(decidePlan({ ...facts, errors: [two] }).message).toEqual(two.message);
  });
});

describe('equal content', () => {
  const sent = newApplication(1, {
    keywords: ['Soil, Water', 'Air'],
    editorial: {
      review_process: ['Local review', 'Peer review', 'Crowd review'],
      review_url: ' https://a.example.org/r ',
      board_url: 'https://a.example.org/b',
    },
    plagiarism: { detection: false, url: 'https://a.example.org/p' },
    apc: {
      has_apc: true,
      url: 'https://a.example.org/f',
      max: [
        { currency: 'EUR', price: 1 },
        { currency: 'USD', price: 2 },
      ],
    },
  });
  const stored = newApplication(1, {
    keywords: ['soil', 'water', 'air'],
    editorial: {
      review_process: ['Peer review', 'Local review Crowd review'],
      review_url: 'https://a.example.org/r',
      board_url: 'https://a.example.org/b',
    },
    plagiarism: { detection: false },
    apc: {
      has_apc: true,
      url: 'https://a.example.org/f',
      max: [
        { currency: 'USD', price: 2 },
        { currency: 'EUR', price: 1 },
      ],
    },
  });

  test('is recognised after the directory’s conversions', () => {
    expect(isSameContent(sent, stored, 'new')).toBe(true);
  });

  test.each([
    ['bibjson.oa_start', 2016],
    ['bibjson.title', 'Another'],
    ['bibjson.preservation.service', ['LOCKSS']],
    ['bibjson.license', [{ type: 'CC0' }]],
    ['bibjson.ref.aims_scope', 'https://other.example.org'],
  ])('is not recognised where %s differs', (path, value) => {
    expect(isSameContent(sent, setAt(stored, path, value), 'new')).toBe(false);
  });

  test('of an Update Request is recognised whatever its title', () => {
    const other = setAt(stored, 'bibjson.title', 'The journal’s own');
    expect(isSameContent(sent, other, 'update')).toBe(true);
  });
});
