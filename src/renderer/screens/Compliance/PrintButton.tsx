import { Button } from '@fluentui/react-components';
import { PrintRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../parts/saveFile.ts';
import { asAppError, call } from '../../state/client.ts';
import { showError } from '../../state/notices.ts';
import { useAppInfo } from '../../state/session.ts';

/** Prints the report of a matrix: the desktop application creates a PDF itself, elsewhere the browser prints (`onPrint`). */
export function PrintButton({ id, onPrint }: { id: number; onPrint: () => void }) {
  const { t } = useTranslation();
  const isDesktop = useAppInfo()?.shell === 'electron';
  const [isBusy, setBusy] = useState(false);
  const savePdf = async () => {
    setBusy(true);
    try {
      const { name, base64 } = await call('matrix.pdf', { id });
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      saveFile(name, new Blob([bytes], { type: 'application/pdf' }));
    } catch (error) {
      showError(asAppError(error));
    } finally {
      setBusy(false);
    }
  };
  if (!isDesktop) {
    return (
      <Button icon={<PrintRegular />} onClick={onPrint}>
        {t('complianceScreen.print')}
      </Button>
    );
  }
  return (
    <Button icon={<PrintRegular />} disabledFocusable={isBusy} onClick={() => void savePdf()}>
      {t('complianceScreen.pdf')}
    </Button>
  );
}
