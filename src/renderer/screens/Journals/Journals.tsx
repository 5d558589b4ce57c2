import { t } from '../../../shared/i18n/i18n.ts';
import { SplitPane } from '../../parts/lists/SplitPane.tsx';
import { useMedia } from '../../parts/theme.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { JournalList } from './JournalList.tsx';
import { JournalPane } from './JournalPane.tsx';

/** The list of journals, and beside it the open record; only one of them if there is no room for both. */
export function Journals(props: { journalId: string | null }) {
  const isWide = useMedia('(min-width: 1000px)');
  const { journalId } = props;
  useTitle(t('frame.journals'));
  const pane = journalId === null ? null : <JournalPane journalId={journalId} isAlone={!isWide} />;
  return (
    <SplitPane
      name="journals"
      label={t('journals.divider')}
      left={<JournalList openId={journalId} />}
      right={pane}
      isNarrow={!isWide}
    />
  );
}
