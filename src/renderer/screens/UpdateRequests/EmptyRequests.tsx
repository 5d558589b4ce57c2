import { Button } from '@fluentui/react-components';
import { DeleteRegular, FormRegular, SearchRegular } from '@fluentui/react-icons';
import { t } from '../../../shared/i18n/i18n.ts';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { askDirectory, createApplication } from '../../state/requestActions.ts';
import { setRequestText, showRequestList } from '../../state/requestsView.ts';

/** Explains why the list is empty, and what to do next. */
export function EmptyRequests(props: { isTrash: boolean; isNarrowed: boolean }) {
  if (props.isTrash) {
    return (
      <EmptyState
        icon={<DeleteRegular />}
        title={t('drafts.noTrash.title')}
        text={t('requests.noTrash')}
        actions={<Button onClick={() => showRequestList('all')}>{t('requests.showAll')}</Button>}
      />
    );
  }
  if (props.isNarrowed) {
    const showAll = () => {
      setRequestText('');
      showRequestList('all');
    };
    return (
      <EmptyState
        icon={<SearchRegular />}
        title={t('requests.noMatch.title')}
        text={t('requests.noMatch.text')}
        actions={<Button onClick={showAll}>{t('requests.showAll')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<FormRegular />}
      title={t('requests.first.title')}
      text={t('requests.first.text')}
      actions={
        <>
          <Button as="a" href="#/journals" appearance="primary">
            {t('requests.first.journals')}
          </Button>
          <Button onClick={() => void createApplication()}>{t('requests.new')}</Button>
          <Button onClick={() => void askDirectory()}>{t('requests.refresh')}</Button>
        </>
      }
    />
  );
}
