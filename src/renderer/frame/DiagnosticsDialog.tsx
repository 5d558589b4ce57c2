import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  makeStyles,
  Spinner,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '../parts/ErrorPanel.tsx';
import { saveFile } from '../parts/saveFile.ts';
import { useReturnOfFocus } from '../parts/useReturnOfFocus.ts';
import { closeDiagnostics, copyDiagnostics, type Diagnostics } from '../state/diagnostics.ts';
import { showDone } from '../state/notices.ts';

const useStyles = makeStyles({
  content: { display: 'grid', gap: tokens.spacingVerticalM, gridTemplateColumns: 'minmax(0, 1fr)' },
  explain: { margin: 0 },
  text: {
    maxHeight: 'none',
    height: 'min(24rem, 45vh)',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** Shows what is sent to whoever helps before it is saved: all of it, as text. */
export function DiagnosticsDialog({ diagnostics }: { diagnostics: Diagnostics }) {
  const { t } = useTranslation();
  const styles = useStyles();
  useReturnOfFocus();
  const { state } = diagnostics;
  const save = () => {
    if (diagnostics.state !== 'shown') return;
    saveFile(diagnostics.name, new Blob([diagnostics.text], { type: 'application/json' }));
    showDone(t('frame.diagnostics.saved'));
    closeDiagnostics();
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && closeDiagnostics()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle
            action={
              <DialogTrigger action="close">
                <Button appearance="subtle" icon={<DismissRegular />} aria-label={t('common.close')} />
              </DialogTrigger>
            }
          >
            {t('frame.diagnostics.title')}
          </DialogTitle>
          <DialogContent className={styles.content}>
            <p className={styles.explain}>{t('frame.diagnostics.explain')}</p>
            {state === 'gathering' && <Spinner label={t('frame.diagnostics.gathering')} />}
            {state === 'failed' && <ErrorPanel error={diagnostics.error} />}
            {state === 'shown' && (
              <Textarea
                readOnly
                rows={16}
                value={diagnostics.text}
                aria-label={t('frame.diagnostics.text')}
                textarea={{ className: styles.text }}
              />
            )}
          </DialogContent>
          <DialogActions fluid>
            <Button onClick={() => void copyDiagnostics()} disabledFocusable={state !== 'shown'}>
              {t('frame.copyDiagnostics')}
            </Button>
            <Button appearance="primary" onClick={save} disabledFocusable={state !== 'shown'}>
              {t('frame.saveDiagnostics')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
