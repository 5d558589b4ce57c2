import { makeStyles, Text } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import type { WatchedJournal } from '../../../shared/watch/watch.ts';
import { heading3, useCommonStyles } from '../../parts/commonStyles.ts';
import { FieldComparison } from '../../parts/form/comparison/FieldComparison.tsx';
import { ProposeUpdate } from '../../parts/journal/ProposeUpdate.tsx';
import { RecordLink, RecordPane } from '../../parts/lists/RecordPane.tsx';
import { formatNumber } from '../../state/format.ts';
import { hrefOf } from '../../state/navigation/route.ts';
import { Facts } from './Facts.tsx';
import { dayText } from './JournalsByAge.tsx';
import { sidesOfFinding } from './sidesOfFinding.ts';

const useStyles = makeStyles({ heading: heading3 });

/** A journal as Colophon last saw it, what changed since somebody looked at it, and a way to bring it up to date. */
export function WatchedJournalPane(props: {
  journal: WatchedJournal;
  isAlone: boolean;
  onClose: () => void;
}) {
  const styles = useStyles();
  const common = useCommonStyles();
  const { journal } = props;
  const isOwn = journal.state === 'present';
  return (
    <RecordPane
      label={t('watchScreen.pane.journal')}
      recordKey={journal.id}
      isAlone={props.isAlone}
      onClose={props.onClose}
      bar={
        <RecordLink href={hrefOf({ screen: 'journals', journalId: journal.id })}>
          {t('watchScreen.openJournal')}
        </RecordLink>
      }
      title={journal.title || t('common.untitled')}
    >
      {!isOwn && <Text>{t(`watchScreen.about.${journal.state}`)}</Text>}
      <div className={common.buttonRow}>
        <ProposeUpdate journal={{ id: journal.id, inDirectory: isOwn }} />
      </div>
      <Facts
        facts={[
          [t('watchScreen.fact.issns'), journal.issns.join(', ')],
          [t('watchScreen.journals.updated'), dayText(journal.updatedAt)],
          [t('watchScreen.journals.reviewed'), dayText(journal.reviewedAt)],
          [t('watchScreen.journals.articles'), formatNumber(journal.articles)],
        ]}
      />
      {journal.differences.length > 0 && (
        <section>
          <h3 className={styles.heading}>{t('watchScreen.journals.changedHeading')}</h3>
          <FieldComparison
            name={t('watchScreen.compare.table')}
            titles={{ left: t('watchScreen.compare.seen'), right: t('watchScreen.compare.now') }}
            differences={sidesOfFinding(journal.differences, true)}
          />
        </section>
      )}
    </RecordPane>
  );
}
