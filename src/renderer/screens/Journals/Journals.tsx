import { t } from '../../../shared/i18n/i18n.ts';
import { ListScreen } from '../../parts/lists/ListScreen.tsx';
import { useTitle } from '../../parts/useTitle.ts';
import { JournalList } from './JournalList.tsx';
import { JournalPane } from './JournalPane.tsx';

/** The list of journals, and beside it the open record; only one of them if there is no room for both. */
export function Journals(props: { journalId: string | null }) {
  const { journalId } = props;
  useTitle(t('frame.journals'));
  return (
    <ListScreen
      name="journals"
      label={t('journals.divider')}
      list={<JournalList openId={journalId} />}
      record={
        journalId === null ? null : (isAlone) => <JournalPane journalId={journalId} isAlone={isAlone} />
      }
    />
  );
}
