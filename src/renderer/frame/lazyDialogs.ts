import { addTexts } from '../../shared/i18n/i18n.ts';
import { lazy } from '../parts/lazy.tsx';
import { EarlyPalette } from './EarlyPalette.tsx';

export const CommandPalette = lazy(
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
  EarlyPalette,
);
export const HelpDialog = lazy(async () => {
  const [{ HelpDialog }, { helpTexts }] = await Promise.all([
    import('./HelpDialog.tsx'),
    import('./helpTexts.ts'),
  ]);
  await addTexts(helpTexts);
  return HelpDialog;
});
export const DiagnosticsDialog = lazy(
  async () => (await import('./DiagnosticsDialog.tsx')).DiagnosticsDialog,
);
export const Tour = lazy(async () => (await import('./Tour.tsx')).Tour);
