import { useTranslation } from 'react-i18next';
import { SplitPane } from '../../parts/SplitPane.tsx';
import { useMedia } from '../../parts/theme.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { DraftList } from './DraftList.tsx';
import { DraftPane } from './DraftPane.tsx';

/** The drafts: the list, and beside it the record that is open; one at a time where there is no room for both. */
export function Drafts(props: { draftId: number | null }) {
  const { t } = useTranslation();
  const isWide = useMedia('(min-width: 1000px)');
  useTitle(t('frame.drafts'));
  const record = props.draftId === null ? null : <DraftPane draftId={props.draftId} isAlone={!isWide} />;
  // The list stays where it is in the tree when a record opens beside it.
  return (
    <SplitPane
      name="drafts"
      label={t('drafts.divider')}
      left={<DraftList openId={props.draftId} />}
      right={record}
      isNarrow={!isWide}
    />
  );
}
