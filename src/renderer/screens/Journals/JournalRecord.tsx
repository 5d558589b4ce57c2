import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { JournalDetail } from '../../../shared/contract/contract.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { journalSections } from '../../parts/journal/journalSections.ts';
import { RecordSections } from '../../parts/journal/RecordSections.tsx';
import { useLanguage } from '../../parts/useLanguage.ts';
import { JournalActions } from './JournalActions.tsx';
import { JournalHere } from './JournalHere.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    paddingBlock: tokens.spacingVerticalM,
    paddingInline: tokens.spacingHorizontalL,
    '@container (max-width: 400px)': { paddingInline: tokens.spacingHorizontalM },
  },
  head: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    overflowWrap: 'anywhere',
  },
  quiet: { color: tokens.colorNeutralForeground2 },
});

/** The journal as the directory has it, its local data, and its actions; `isAlone`: nothing else is on the screen. */
export function JournalRecord(props: { detail: JournalDetail; isAlone: boolean }) {
  const styles = useStyles();
  const { journal, record } = props.detail;
  const Heading = props.isAlone ? 'h1' : 'h2';
  const language = useLanguage();
  const sections = useMemo(() => (record ? journalSections(record) : []), [language, record]);
  const issns = [
    journal.pissn && t('journals.record.pissn', { issn: journal.pissn }),
    journal.eissn && t('journals.record.eissn', { issn: journal.eissn }),
  ].filter(Boolean);
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <Heading className={styles.title}>{journal.title || t('common.untitled')}</Heading>
        <span className={styles.quiet}>{[journal.publisher, ...issns].filter(Boolean).join(' · ')}</span>
      </div>
      {!journal.inDirectory && (
        <Callout intent="warning" title={t('journals.record.withdrawnTitle')}>
          {t('journals.record.withdrawnText')}
        </Callout>
      )}
      {journal.inDirectory && !journal.mine && (
        <Callout intent="info">{t('journals.record.notMine')}</Callout>
      )}
      <JournalActions detail={props.detail} />
      <JournalHere detail={props.detail} />
      {record ? (
        <RecordSections sections={sections} />
      ) : (
        <p className={styles.quiet}>{t('journals.record.none')}</p>
      )}
    </div>
  );
}
