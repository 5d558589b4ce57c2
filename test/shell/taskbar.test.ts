import { expect, test } from 'vitest';
import { taskbarProgress } from '../../src/main/shell/taskbar.ts';
import type { Upload } from '../../src/shared/upload/upload.ts';

const none = {
  queued: 0,
  sending: 0,
  accepted: 0,
  unsure: 0,
  created: 0,
  overwrote: 0,
  stored: 0,
  refused: 0,
  failed: 0,
};

function upload(state: Upload['state'], counts: Partial<Upload['counts']>): Upload {
  return { state, counts: { total: 0, ...none, ...counts } } as Upload;
}

test('shows the finished share of all running uploads', () => {
  const uploads = [
    upload('running', { total: 60, created: 10, overwrote: 5, stored: 5, refused: 2, failed: 3, sending: 5 }),
    upload('paused', { total: 40, created: 25 }),
    upload('done', { total: 1000, created: 1000 }),
  ];
  expect(taskbarProgress(uploads)).toEqual({ part: 0.5, paused: false });
});

test('shows a paused state when nothing moves', () => {
  expect(taskbarProgress([upload('paused', { total: 4, created: 1 })])).toEqual({ part: 0.25, paused: true });
});

test('removes the progress bar when nothing is left', () => {
  expect(taskbarProgress([])).toEqual({ part: -1, paused: false });
  expect(taskbarProgress([upload('done', { total: 4 }), upload('cancelled', { total: 4 })]).part).toBe(-1);
});
