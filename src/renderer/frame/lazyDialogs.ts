import { lazy } from '../parts/lazy/lazy.tsx';
import { lazyWithTexts } from '../parts/lazy/lazyWithTexts.ts';
import { EarlyPalette } from './EarlyPalette.tsx';

export const CommandPalette = lazy(
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
  EarlyPalette,
);
export const HelpDialog = lazyWithTexts(
  async () => (await import('./HelpDialog.tsx')).HelpDialog,
  async () => (await import('./helpTexts.ts')).helpTexts,
);
export const DiagnosticsDialog = lazy(
  async () => (await import('./DiagnosticsDialog.tsx')).DiagnosticsDialog,
);
export const HistoryDialog = lazy(async () => (await import('./HistoryDialog.tsx')).HistoryDialog);
export const Tour = lazy(async () => (await import('./Tour.tsx')).Tour);
export const PlacesMenu = lazy(async () => (await import('./PlacesMenu.tsx')).PlacesMenu);
