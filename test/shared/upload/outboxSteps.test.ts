import { describe, expect, test } from 'vitest';
import {
  maxAttempts,
  nextStates,
  type OutboxEvent,
  type OutboxKind,
  type OutboxState,
  outboxStep,
  outboxSteps,
} from '../../../src/shared/upload/outboxSteps.ts';

type Row = [OutboxState, OutboxEvent, articles: OutboxState | null, applications: OutboxState | null];

/** A second copy of the table, so that changing it is a decision. */
const table: Row[] = [
  ['queued', 'claimed', 'sending', 'sending'],
  ['queued', 'held back', 'refused', 'refused'],
  ['queued', 'cancelled', null, 'draft'],
  ['queued', 'not there', null, 'draft'],
  ['queued', 'found', 'done', 'done'],
  ['sending', 'stored', 'done', 'done'],
  ['sending', 'accepted', 'accepted', null],
  ['sending', 'refused', 'refused', 'refused'],
  ['sending', 'batch refused', 'queued', null],
  ['sending', 'not processed', 'queued', 'queued'],
  ['sending', 'try later', null, 'queued'],
  ['sending', 'no answer', 'unsure', 'unsure'],
  ['sending', 'interrupted', 'unsure', 'unsure'],
  ['sending', 'not there', null, 'gone'],
  ['accepted', 'stored', 'done', null],
  ['accepted', 'refused', 'refused', null],
  ['accepted', 'batch refused', 'queued', null],
  ['accepted', 'ticket lost', 'unsure', null],
  ['unsure', 'found', 'done', 'done'],
  ['unsure', 'not found', 'queued', 'queued'],
  ['unsure', 'batch not found', 'queued', null],
  ['unsure', 'not there', null, 'gone'],
  ['unsure', 'unreadable', 'failed', 'failed'],
  ['refused', 'retried', 'queued', 'queued'],
  ['failed', 'retried', 'queued', 'queued'],
  ['gone', 'retried', null, 'queued'],
];

describe('the state table of the outbox', () => {
  test.each(table)('%s, %s: articles %s, applications %s', (from, event, articles, applications) => {
    for (const [kind, to] of [
      ['articles', articles],
      ['applications', applications],
    ] as const) {
      if (to === null) expect(() => outboxStep(kind, from, event)).toThrow('no step');
      else expect(outboxStep(kind, from, event, 1).to).toBe(to);
    }
  });

  test('has no other steps', () => {
    expect(outboxSteps.map(({ from, event }) => `${from} ${event}`)).toEqual(
      table.map(([from, event]) => `${from} ${event}`),
    );
  });

  test('never resends uncertain records without a look-up, and never reverts stored ones', () => {
    for (const kind of ['articles', 'applications'] as OutboxKind[]) {
      const intoSending = outboxSteps.filter(({ to }) => to === 'sending').map(({ from }) => from);
      expect(intoSending).toEqual(['queued']);
      expect(nextStates(kind, 'done')).toEqual([]);
      expect(nextStates(kind, 'sending')).toContain('unsure');
      expect(nextStates(kind, 'unsure')).toContain('failed');
    }
    expect(outboxSteps.filter(({ from, to }) => from === 'unsure' && to === 'queued')).toMatchObject([
      { event: 'not found' },
      { event: 'batch not found' },
    ]);
  });

  test('allows what only applications may do for applications alone', () => {
    expect(nextStates('applications', 'queued')).toContain('draft');
    expect(nextStates('articles', 'queued')).not.toContain('draft');
  });

  test.each<[OutboxKind, OutboxState, OutboxEvent]>([
    ['articles', 'unsure', 'not found'],
    ['applications', 'unsure', 'not found'],
    ['applications', 'sending', 'try later'],
  ])('gives up %s after five attempts (%s, %s)', (kind, from, event) => {
    expect(outboxStep(kind, from, event, maxAttempts - 1).to).toBe('queued');
    expect(outboxStep(kind, from, event, maxAttempts).to).toBe('failed');
    expect(maxAttempts).toBe(5);
  });

  test.each<[OutboxEvent, string]>([
    ['claimed', 'add'],
    ['not processed', 'take back'],
    ['batch refused', 'take back'],
    ['retried', 'reset'],
    ['no answer', 'keep'],
  ])('counts attempts: %s, %s', (event, attempts) => {
    const steps = outboxSteps.filter((one) => one.event === event);
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(step.attempts).toBe(attempts);
  });
});
