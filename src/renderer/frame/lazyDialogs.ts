import { later } from '../parts/later.tsx';
import { EarlyPalette } from './EarlyPalette.tsx';

export const CommandPalette = later(
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
  EarlyPalette,
);
export const HelpDialog = later(async () => (await import('./HelpDialog.tsx')).HelpDialog);
export const DiagnosticsDialog = later(
  async () => (await import('./DiagnosticsDialog.tsx')).DiagnosticsDialog,
);
export const Tour = later(async () => (await import('./Tour.tsx')).Tour);
