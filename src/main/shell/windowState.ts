import { readFileSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const stateSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof stateSchema>;

const usual = { width: 1280, height: 840 };

/** The smallest window that Colophon can be used in, in device-independent pixels. */
export const smallest = { width: 720, height: 480 };

/** How the window was left, or null if that is not known. */
export function readWindowState(file: string): WindowState | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Keeps how the window is left. A disk that refuses loses no more than this, so it is passed over. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, `${JSON.stringify(state)}\n`);
  } catch {
    // The next start uses the usual size.
  }
}

/**
 * Where to put the window: as it was left if enough of it would show on one of the displays' work areas, made
 * smaller to fit if need be; else the usual size, placed by the system.
 */
export function placeWindow(state: WindowState | null, workAreas: Rectangle[]): Partial<Rectangle> {
  const area = state && workAreas.find((candidate) => shows(state, candidate));
  if (!state || !area) return usual;
  const width = Math.min(Math.max(state.width, smallest.width), area.width);
  const height = Math.min(Math.max(state.height, smallest.height), area.height);
  return {
    width,
    height,
    x: clamp(state.x, area.x, area.x + area.width - width),
    y: clamp(state.y, area.y, area.y + area.height - height),
  };
}

/** Enough to be seen and taken hold of: the title bar's height, and a hand's breadth of it. */
function shows(state: Rectangle, area: Rectangle): boolean {
  const across = Math.min(state.x + state.width, area.x + area.width) - Math.max(state.x, area.x);
  return across >= 100 && state.y >= area.y - 10 && state.y <= area.y + area.height - 40;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
