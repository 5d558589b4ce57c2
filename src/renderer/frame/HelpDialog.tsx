import { Button } from '@fluentui/react-components';
import { t } from '../../shared/i18n/i18n.ts';
import { AppDialog } from '../parts/dialogs/AppDialog.tsx';
import { openDiagnostics } from '../state/data/diagnostics.ts';
import { runAfter } from '../state/navigation/commands.ts';
import { closeHelp, useHelp } from '../state/navigation/help.ts';
import { startTour } from '../state/navigation/tour.ts';
import { HelpTopics } from './HelpTopics.tsx';

/** Help about the current screen and every other topic, the tour, and the report for support. */
export function HelpDialog() {
  const isOverDialog = useHelp((help) => help.isOverDialog);
  return (
    <AppDialog
      help="shortcuts"
      title={t('frame.help.title')}
      close={null}
      maxWidth="56rem"
      otherActions={
        // Another dialog would cover what these lead to.
        isOverDialog ? null : (
          <>
            <Button onClick={() => runAfter(closeHelp, startTour)}>{t('commands.name.tour')}</Button>
            <Button
              onClick={() => {
                closeHelp();
                void openDiagnostics();
              }}
            >
              {t('frame.saveDiagnostics')}
            </Button>
          </>
        )
      }
      onClose={closeHelp}
    >
      <HelpTopics />
      <p>{t('frame.help.diagnostics')}</p>
    </AppDialog>
  );
}
