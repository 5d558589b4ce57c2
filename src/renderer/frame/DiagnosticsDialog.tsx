import { Button, makeStyles, Spinner, Textarea, tokens } from '@fluentui/react-components';
import { t } from '../../shared/i18n/i18n.ts';
import { AppDialog } from '../parts/dialogs/AppDialog.tsx';
import { saveFile } from '../parts/saveFile.ts';
import { closeDiagnostics, copyDiagnostics, type Diagnostics } from '../state/data/diagnostics.ts';
import { showDone } from '../state/dialogs/notices.ts';

const useStyles = makeStyles({
  text: {
    maxHeight: 'none',
    height: 'min(24rem, 45vh)',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** Shows the report for support as text, before it is copied or saved. */
export function DiagnosticsDialog({ diagnostics }: { diagnostics: Diagnostics }) {
  const styles = useStyles();
  const save = () => {
    if (diagnostics.state !== 'shown') return;
    saveFile(diagnostics.name, new Blob([diagnostics.text], { type: 'application/json' }));
    showDone(t('frame.diagnostics.saved'));
    closeDiagnostics();
  };
  const isShown = diagnostics.state === 'shown';
  return (
    <AppDialog
      help="settings"
      title={t('frame.diagnostics.title')}
      close={null}
      error={diagnostics.state === 'failed' ? diagnostics.error : null}
      otherActions={
        <Button onClick={() => void copyDiagnostics()} disabledFocusable={!isShown}>
          {t('frame.copyDiagnostics')}
        </Button>
      }
      action={{ label: t('frame.saveDiagnostics'), isDisabled: !isShown, run: save }}
      onClose={closeDiagnostics}
    >
      <p>{t('frame.diagnostics.explain')}</p>
      {diagnostics.state === 'gathering' && <Spinner label={t('frame.diagnostics.gathering')} />}
      {diagnostics.state === 'shown' && (
        <Textarea
          readOnly
          rows={16}
          value={diagnostics.text}
          aria-label={t('frame.diagnostics.text')}
          textarea={{ className: styles.text }}
        />
      )}
    </AppDialog>
  );
}
