import { create } from 'zustand';
import { asAppError } from '../data/client.ts';
import { saveSettings } from '../data/session.ts';
import { showError } from '../dialogs/notices.ts';
import { go } from './route.ts';

/** The steps of the tour in order; `tour.<step>.title` and `.text` are their words. */
export const tourSteps = {
  rail: '[data-region="rail"], [data-places="menu"]',
  import: '[data-tour="import"]',
  findings: '[data-region="list"]',
  send: '[data-tour="send"]',
  uploads: '[data-region="rail"] a[href="#/uploads"], [data-places="menu"]',
  account: '[data-region="top"] [aria-haspopup="menu"]',
} as const;
export type TourStep = keyof typeof tourSteps;
export const tourStepNames = Object.keys(tourSteps) as TourStep[];

/** The 0-based step that is shown; null: no tour. */
export const useTour = create<{ step: number | null }>(() => ({ step: null }));

/** Starts the tour on the screen that it describes. */
export function startTour(): void {
  go('#/drafts');
  useTour.setState({ step: 0 });
}

/** Goes to the next or previous step; after the last one the tour ends. */
export function moveTour(by: 1 | -1): void {
  const { step } = useTour.getState();
  if (step === null) return;
  if (step + by >= tourStepNames.length) leaveTour();
  else useTour.setState({ step: Math.max(0, step + by) });
}

/** Ends the tour; it is not offered again. */
export function leaveTour(): void {
  useTour.setState({ step: null });
  saveSettings({ tourSeen: true }).catch((error: unknown) => showError(asAppError(error)));
}
