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
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useReturnOfFocus } from '../parts/useReturnOfFocus.ts';
import { runAfter } from '../state/commands.ts';
import { openDiagnostics } from '../state/diagnostics.ts';
import { closeHelp } from '../state/help.ts';
import { startTour } from '../state/tour.ts';
import { HelpTopics } from './HelpTopics.tsx';

const useStyles = makeStyles({ surface: { maxWidth: '56rem' } });

/** Help at the topic of the screen, and what to send to whoever helps further. */
export function HelpDialog() {
  const { t } = useTranslation();
  const styles = useStyles();
  useReturnOfFocus();
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && closeHelp()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle
            action={
              <DialogTrigger action="close">
                <Button appearance="subtle" icon={<DismissRegular />} aria-label={t('common.close')} />
              </DialogTrigger>
            }
          >
            {t('frame.help.title')}
          </DialogTitle>
          <DialogContent>
            <HelpTopics />
            <p>{t('frame.help.diagnostics')}</p>
          </DialogContent>
          <DialogActions fluid>
            <Button onClick={() => runAfter(closeHelp, startTour)}>{t('commands.name.tour')}</Button>
            <Button
              onClick={() => {
                closeHelp();
                void openDiagnostics();
              }}
            >
              {t('frame.saveDiagnostics')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
