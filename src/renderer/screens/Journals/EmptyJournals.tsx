import { Button, Link } from '@fluentui/react-components';
import { BookRegular, SearchRegular } from '@fluentui/react-icons';
import { t } from '../../../shared/i18n/i18n.ts';
import { EmptyState } from '../../parts/lists/EmptyState.tsx';
import { refreshJournals } from '../../state/data/journals.ts';
import { useAccount } from '../../state/data/session.ts';
import {
  findJournals,
  setJournalScope,
  setJournalText,
  useJournalsView,
} from '../../state/records/journalsView.ts';

/** Explains why the list has no journals, and what to do next. `isNever`: none were ever fetched. */
export function EmptyJournals(props: { isNever: boolean; isNarrowed: boolean }) {
  const accountId = useAccount()?.id;
  const searchDirectory = () => {
    const { text } = useJournalsView.getState();
    setJournalScope('directory');
    void findJournals(text);
  };
  if (props.isNarrowed) {
    return (
      <EmptyState
        icon={<SearchRegular />}
        title={t('journals.noMatch.title')}
        text={t('journals.noMatch.text')}
        actions={
          <>
            <Button onClick={() => setJournalText('')}>{t('journals.noMatch.clear')}</Button>
            <Button onClick={searchDirectory}>{t('journals.noMatch.directory')}</Button>
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<BookRegular />}
      title={t(props.isNever ? 'journals.notFetched.title' : 'journals.none.title')}
      text={
        <>
          {t(props.isNever ? 'journals.notFetched.text' : 'journals.none.text')}{' '}
          <Link inline href="#/settings">
            {t('journals.toSettings')}
          </Link>
        </>
      }
      actions={
        <>
          <Button
            appearance="primary"
            onClick={() => accountId !== undefined && void refreshJournals(accountId)}
          >
            {t('journals.fetch')}
          </Button>
          <Button onClick={() => setJournalScope('directory')}>{t('journals.noMatch.directory')}</Button>
        </>
      }
    />
  );
}
