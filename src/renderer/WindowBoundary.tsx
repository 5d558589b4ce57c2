import { Component, type ReactNode } from 'react';
import { t } from '../shared/i18n/i18n.ts';
import { saveFile } from './parts/saveFile.ts';
import { gatherDiagnostics } from './state/data/diagnostics.ts';

/** What is left when the frame itself cannot be drawn: plain markup, since anything else may be the cause. */
export class WindowBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main id="failed">
        <h1>{t('frame.failed.window')}</h1>
        <p role="alert">
          {t('frame.failed.why')} {t('frame.failed.fixWindow')}
        </p>
        <button type="button" onClick={() => window.location.reload()}>
          {t('frame.missing.reload')}
        </button>{' '}
        <button type="button" onClick={() => void saveDiagnostics()}>
          {t('frame.saveDiagnostics')}
        </button>
      </main>
    );
  }
}

async function saveDiagnostics(): Promise<void> {
  const gathered = await gatherDiagnostics();
  if (gathered.state !== 'shown') return;
  saveFile(gathered.name, new Blob([gathered.text], { type: 'application/json' }));
}
