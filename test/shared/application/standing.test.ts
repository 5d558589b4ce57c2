import { describe, expect, test } from 'vitest';
import { editability, statusOf } from '../../../src/shared/application/applicationStatus.ts';
import { groupOf, standingNote, standingOf } from '../../../src/shared/application/standing.ts';
import { textOf } from '../../helpers/textOf.ts';

describe('the standing of an application', () => {
  test('is what happens here, or else the status at the directory', () => {
    expect(standingOf({ sync: 'never', status: null })).toBe('draft');
    expect(standingOf({ sync: 'never', status: 'waiting' })).toBe('draft');
    expect(standingOf({ sync: 'never', status: 'gone' })).toBe('gone');
    expect(standingOf({ sync: 'never', status: 'withdrawn' })).toBe('withdrawn');
    for (const sync of ['queued', 'sending', 'unsure', 'refused', 'failed'] as const)
      expect(standingOf({ sync, status: 'waiting' })).toBe(sync);
    for (const sync of ['sent', 'changed'] as const)
      expect(standingOf({ sync, status: 'review' })).toBe('review');
    expect(standingOf({ sync: 'sent', status: null })).toBe('sent');
    expect(standingOf({ sync: 'changed', status: null })).toBe('draft');
  });

  test('has a note of changes, or of the status at the directory if it shows another', () => {
    expect(standingNote({ sync: 'refused', status: 'waiting', retry: true })).toBe('retry');
    expect(standingNote({ sync: 'refused', status: 'waiting', retry: false })).toBe('waiting');
    expect(standingNote({ sync: 'changed', status: 'waiting' })).toBe('changed');
    expect(standingNote({ sync: 'sent', status: 'waiting' })).toBeNull();
    expect(standingNote({ sync: 'queued', status: null })).toBeNull();
    expect(standingNote({ sync: 'sent', status: null })).toBeNull();
  });

  test('decides the filter that includes it', () => {
    expect(groupOf({ sync: 'never', status: null })).toBe('drafts');
    expect(groupOf({ sync: 'unsure', status: null })).toBe('underWay');
    expect(groupOf({ sync: 'sent', status: 'revisions' })).toBe('sentBack');
  });
});

describe('the status of an application', () => {
  test('is read from the directory’s words', () => {
    expect(statusOf('in progress')).toBe('review');
    expect(statusOf('revisions_required')).toBe('revisions');
    for (const word of [null, 'wibble', 'toString']) expect(statusOf(word)).toBe('other');
  });

  test('decides whether the directory accepts changes', () => {
    for (const dialect of ['3.0.1', '4.0'] as const) {
      expect(editability(null, dialect)).toEqual({ now: true, why: null });
      expect(editability('waiting', dialect)).toEqual({ now: true, why: null });
      expect(editability('accepted', dialect).now).toBe(false);
      expect(textOf(editability('review', dialect).why)).toMatch(/editor/);
    }
  });
});
