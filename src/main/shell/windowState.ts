import { closeSync, ftruncateSync, readFileSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';
import { z } from 'zod';
import { openOwnFile, openOwnToRead } from '../platform/files/ownFile.ts';

const stateSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof stateSchema>;

const usual = { width: 1280, height: 840 };

/** The smallest usable size of a window, in device-independent pixels. */
export const minSize = { width: 720, height: 480 };

/** The last state of the window, or null if unknown. */
export function readWindowState(file: string): WindowState | null {
  const opened = openOwnToRead(file);
  if (opened === null) return null;
  try {
    return stateSchema.parse(JSON.parse(readFileSync(opened, 'utf8')));
  } catch {
    return null;
  } finally {
    closeSync(opened);
  }
}

/** Stores the state of the window. Errors of the disk are ignored, because nothing else is lost. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    const opened = openOwnFile(file);
    try {
      ftruncateSync(opened);
      writeFileSync(opened, `${JSON.stringify(state)}\n`);
    } finally {
      closeSync(opened);
    }
  } catch {
    // The next start uses the default size.
  }
}

/** The window's initial position: the last one, shrunk to fit, if enough of it is visible; otherwise the default. */
export function placeWindow(state: WindowState | null, workAreas: Rectangle[]): Partial<Rectangle> {
  const area = state && workAreas.find((candidate) => shows(state, candidate));
  if (!state || !area) return usual;
  const width = Math.min(Math.max(state.width, minSize.width), area.width);
  const height = Math.min(Math.max(state.height, minSize.height), area.height);
  return {
    width,
    height,
    x: clamp(state.x, area.x, area.x + area.width - width),
    y: clamp(state.y, area.y, area.y + area.height - height),
  };
}

/** Enough to see and drag it: the height of the title bar, and part of its width. */
function shows(state: Rectangle, area: Rectangle): boolean {
  const across = Math.min(state.x + state.width, area.x + area.width) - Math.max(state.x, area.x);
  return across >= 100 && state.y >= area.y - 10 && state.y <= area.y + area.height - 40;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
