import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { smallSecondary, wrappingRow } from '../../parts/commonStyles.ts';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';

const useStyles = makeStyles({
  root: {
    ...wrappingRow,
    flexShrink: 0,
    gap: tokens.spacingHorizontalS,
    paddingInline: tokens.spacingHorizontalM,
    paddingBlockStart: tokens.spacingVerticalS,
  },
  words: { ...smallSecondary, overflowWrap: 'anywhere' },
});

/** Says how the columns of an import's tables became articles, with a way back to change it. */
export function MappedBy({ status }: { status: ImportStatus }) {
  const styles = useStyles();
  const { id, mappedBy } = status;
  const { run, isBusy } = useAction(async () => {
    await call('imports.mapAgain', { id });
  });
  if (mappedBy === null) return null;
  const params = {
    name: 'name' in mappedBy ? mappedBy.name : '',
    system: mappedBy.by === 'preset' ? t(`import.map.preset.${mappedBy.preset}`) : '',
  };
  return (
    <div className={styles.root}>
      <Text className={styles.words}>{t(`import.map.by.${mappedBy.by}`, params)}</Text>
      <Button size="small" disabledFocusable={isBusy} onClick={run}>
        {t('import.map.change')}
      </Button>
    </div>
  );
}
