import { Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { FilterRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../parts/format.ts';
import { setJournalText, useJournalsView } from '../../state/journalsView.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  box: { flex: '1 1 12rem', maxWidth: '26rem', minWidth: 0 },
  count: { color: tokens.colorNeutralForeground2 },
});

/** Narrows the journals of the account while typing. */
export function JournalFilter(props: { shown: number }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const text = useJournalsView((view) => view.text);
  return (
    <div className={styles.bar}>
      <Input
        size="small"
        type="search"
        className={styles.box}
        value={text}
        maxLength={200}
        placeholder={t('journals.filter')}
        aria-label={t('journals.filter')}
        contentBefore={<FilterRegular />}
        onChange={(_, { value }) => setJournalText(value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') setJournalText('');
        }}
      />
      <Text size={200} role="status" className={styles.count}>
        {text.trim() !== '' && t('journals.match', { count: props.shown, n: formatNumber(props.shown) })}
      </Text>
    </div>
  );
}
