import { Button, Link } from '@fluentui/react-components';
import { DeleteRegular, DocumentAddRegular, SearchRegular } from '@fluentui/react-icons';
import type { DraftFilter } from '../../../shared/draft/draft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { createArticle } from '../../state/commands.ts';
import { clearFilters, isNarrowed } from '../../state/draftsView.ts';
import { chooseFiles, importSample } from '../../state/imports.ts';
import { useAccount, useSettings } from '../../state/session.ts';
import { startTour } from '../../state/tour.ts';

/** Suggests what to do next: create a draft, or change the filters. */
export function EmptyDrafts(props: { filter: DraftFilter }) {
  const kind = useAccount()?.kind;
  const isNew = useSettings()?.tourSeen === false;
  if (isNarrowed(props.filter)) {
    return (
      <EmptyState
        icon={<SearchRegular />}
        title={t('drafts.noMatch.title')}
        text={t('drafts.noMatch.text')}
        actions={<Button onClick={clearFilters}>{t('drafts.clearFilters')}</Button>}
      />
    );
  }
  if (props.filter.trashed) {
    return (
      <EmptyState
        icon={<DeleteRegular />}
        title={t('drafts.noTrash.title')}
        text={t('drafts.noTrash.text')}
      />
    );
  }
  return (
    <EmptyState
      icon={<DocumentAddRegular />}
      title={t('drafts.first.title')}
      text={
        <>
          {t('drafts.first.text')}{' '}
          {kind === 'sandbox' && (
            <>
              {t('drafts.first.sandbox')} <Link href="#/settings">{t('drafts.first.settings')}</Link>
            </>
          )}
        </>
      }
      actions={
        <>
          <Button appearance="primary" onClick={chooseFiles}>
            {t('drafts.first.import')}
          </Button>
          <Button onClick={() => void createArticle()}>{t('drafts.newArticle')}</Button>
          {kind === 'sandbox' && (
            <Button onClick={() => void importSample()}>{t('drafts.first.sample')}</Button>
          )}
          {isNew && <Button onClick={startTour}>{t('commands.name.tour')}</Button>}
        </>
      }
    />
  );
}
