import { Button, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { draftLists, replaceFilter } from '../../state/draftsView.ts';
import { useFacets } from '../../state/facets.ts';
import { formatNumber } from '../../state/format.ts';
import { go } from '../../state/route.ts';
import { SettingsSection } from './SettingsSection.tsx';

const useStyles = makeStyles({ button: { alignSelf: 'flex-start' } });

/** Leads to the deleted drafts. */
export function TrashSection() {
  const { t } = useTranslation();
  const styles = useStyles();
  const count = useFacets()?.trashed ?? 0;
  const open = () => {
    replaceFilter(draftLists.trash);
    go('#/drafts');
  };
  return (
    <SettingsSection
      help="backups"
      title={t('settings.trash.title')}
      text={t('settings.trash.text', { count, n: formatNumber(count) })}
    >
      <Button className={styles.button} onClick={open}>
        {t('drafts.openTrash')}
      </Button>
    </SettingsSection>
  );
}
