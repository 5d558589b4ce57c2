import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, useAnnouncement } from '../../../src/renderer/state/announce.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

/** What is read after these announcements, made at the same moment. */
function read(...texts: string[]): string[] {
  const heard: string[] = [];
  const stop = useAnnouncement.subscribe(({ text }) => heard.push(text));
  for (const text of texts) announce(text);
  vi.runAllTimers();
  stop();
  return heard;
}

test('announcements of one moment are read one after another', () => {
  expect(read('Saved', 'Sending', 'Done')).toEqual(['Saved', 'Sending', 'Done']);
});

test('of many announcements the last ones are read', () => {
  expect(read('1 selected', '2 selected', '3 selected', '4 selected')).toEqual([
    '1 selected',
    '3 selected',
    '4 selected',
  ]);
});

test('a text announced twice is read once, and the last announcement is read last', () => {
  expect(read('Started', 'Done', 'Sending', 'Done')).toEqual(['Started', 'Sending', 'Done']);
});
