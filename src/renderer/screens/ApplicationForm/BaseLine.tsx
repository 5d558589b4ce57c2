import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { sameJson } from '../../../shared/sameJson.ts';
import { secondary, wrappingRow } from '../../parts/commonStyles.ts';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatRecent } from '../../state/format.ts';

const useStyles = makeStyles({
  line: {
    ...wrappingRow,
    ...secondary,
    columnGap: tokens.spacingHorizontalS,
    marginBlock: tokens.spacingVerticalXS,
  },
});

/** Shows the age of the journal record that the proposal is compared with, and a button to fetch it again. */
export function BaseLine({ application: { id, base, baseAt } }: { application: Application }) {
  const styles = useStyles();
  const { isBusy, run } = useAction(async () => {
    const now = await call('applications.refreshBase', { id });
    const isSame = sameJson(now.base, base);
    showDone(t(isSame ? 'application.base.same' : 'application.base.changed'));
  });
  return (
    <div className={styles.line}>
      <Text size={200}>
        {baseAt ? t('application.base.age', { when: formatRecent(baseAt) }) : t('application.base.none')}
      </Text>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowSyncRegular />}
        disabledFocusable={isBusy}
        onClick={run}
      >
        {t(isBusy ? 'application.base.fetching' : 'application.base.fetch')}
      </Button>
    </div>
  );
}
