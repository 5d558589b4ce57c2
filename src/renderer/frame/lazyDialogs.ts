import { lazy } from '../parts/lazy.tsx';
import { EarlyPalette } from './EarlyPalette.tsx';

export const CommandPalette = lazy(
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
  EarlyPalette,
);
export const HelpDialog = lazy(async () => (await import('./HelpDialog.tsx')).HelpDialog);
export const DiagnosticsDialog = lazy(
  async () => (await import('./DiagnosticsDialog.tsx')).DiagnosticsDialog,
);
export const Tour = lazy(async () => (await import('./Tour.tsx')).Tour);
