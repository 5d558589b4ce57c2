import type { ReactNode } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { SplitPane } from '../../parts/SplitPane.tsx';
import { useMedia } from '../../parts/theme.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { DraftList } from './DraftList.tsx';
import { DraftPane } from './DraftPane.tsx';
import { DraftRows } from './DraftRows.tsx';

/** The list of drafts and, beside it, the form of the open record; only one of them if there is no room for both. */
export function Drafts(props: { draftId: number | null; form: ReactNode }) {
  const isWide = useMedia('(min-width: 1000px)');
  useTitle(t('frame.drafts'));
  const { draftId, form } = props;
  const record = draftId === null ? null : <DraftPane draftId={draftId} form={form} isAlone={!isWide} />;
  // The list keeps its position in the tree when a record opens, so that it is not mounted again.
  return (
    <DraftRows>
      <SplitPane
        name="drafts"
        label={t('drafts.divider')}
        left={<DraftList openId={draftId} />}
        right={record}
        isNarrow={!isWide}
      />
    </DraftRows>
  );
}
