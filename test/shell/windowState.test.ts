import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { placeWindow, readWindowState, writeWindowState } from '../../src/main/shell/windowState.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-window-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const left = { x: 0, y: 25, width: 1920, height: 1055 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };
const state = { x: 2000, y: 100, width: 1000, height: 700, maximized: false };

test('remembers how the window was left', () => {
  const file = join(folder, 'window.json');
  writeWindowState(file, { ...state, maximized: true });
  expect(readWindowState(file)).toEqual({ ...state, maximized: true });
});

test.each(['', '{', '[]', '{"x": 1}', '{"x":0,"y":0,"width":-5,"height":9,"maximized":false}'])(
  'starts fresh from a file that contains %j',
  (text) => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, text);
    expect(readWindowState(file)).toBeNull();
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

test('starts and ends even if the file cannot be written', () => {
  const file = join(folder, 'missing', 'window.json');
  writeWindowState(file, state);
  expect(readWindowState(file)).toBeNull();
});

test("restores the window's position", () => {
  expect(placeWindow(state, [left, right])).toEqual({ x: 2000, y: 100, width: 1000, height: 700 });
});

test('uses the default size when the display is gone or nothing was saved', () => {
  expect(placeWindow(state, [left])).toEqual({ width: 1280, height: 840 });
  expect(placeWindow({ ...state, y: 5000 }, [left, right])).toEqual({ width: 1280, height: 840 });
  expect(placeWindow(null, [left])).toEqual({ width: 1280, height: 840 });
});

test('fits the window into a smaller display', () => {
  const huge = { ...state, x: 1800, y: 600, width: 4000, height: 3000 };
  expect(placeWindow(huge, [left])).toEqual({ x: 0, y: 25, width: 1920, height: 1055 });
});

test('never makes the window too small to use', () => {
  expect(placeWindow({ ...state, width: 10, height: 10, x: 100, y: 100 }, [left, right])).toEqual({
    width: 1280,
    height: 840,
  });
  expect(placeWindow({ ...state, width: 150, height: 10, x: 100, y: 100 }, [left])).toEqual({
    x: 100,
    y: 100,
    width: 720,
    height: 480,
  });
});
