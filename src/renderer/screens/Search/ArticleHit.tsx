import { Button, Spinner } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { readInstant } from '../../../shared/instant.ts';
import type { Hit } from '../../../shared/search/searching.ts';
import { articleDiffOrder } from '../../parts/article/articleDiffOrder.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { compareRecords } from '../../parts/form/comparison/compareRecords.ts';
import { FieldComparison } from '../../parts/form/comparison/FieldComparison.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { useAction } from '../../parts/useAction.ts';
import { useJournals } from '../../state/data/journals.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { type NamedArticle, openDialog } from '../../state/dialogs/dialogs.ts';
import { draftHref, go } from '../../state/navigation/route.ts';
import { articleFacts } from './articleFacts.tsx';
import { comparableArticle } from './comparableArticle.ts';
import { Facts } from './Facts.tsx';
import { takeArticles } from './takeArticles.ts';

/** An article of the directory: import it into a draft, or compare it with the existing draft. */
export function ArticleHit({ hit }: { hit: Hit }) {
  const styles = useCommonStyles();
  const account = useAccount();
  const { list: journals } = useJournals(account?.id);
  const isOwn = journals.some(
    ({ mine, pissn, eissn }) => mine && hit.issns.some((issn) => issn === pissn || issn === eissn),
  );
  const { draft, isOpen, error, toggle } = useDraftOf(hit.draftId);
  const { run, isBusy } = useAction(async () => {
    const [first] = (await takeArticles([hit.id])).drafts;
    if (first) go(draftHref(first.draftId));
  });
  return (
    <>
      <div className={styles.buttonRow}>
        {hit.draftId === null ? (
          <Button appearance="primary" disabledFocusable={isBusy} onClick={run}>
            {t(isBusy ? 'search.taking' : 'search.take')}
          </Button>
        ) : (
          <>
            <Button as="a" href={draftHref(hit.draftId)} appearance="primary">
              {t('search.openDraft')}
            </Button>
            <Button aria-expanded={isOpen} onClick={toggle}>
              {t(isOpen ? 'search.compare.hide' : 'search.compare.show')}
            </Button>
          </>
        )}
        {isOwn && account && (
          <Button
            icon={<DeleteRegular />}
            onClick={() =>
              openDialog('deletion', { accountId: account.id, target: { articles: [articleShown(hit)] } })
            }
          >
            {t('deletion.button')}
          </Button>
        )}
      </div>
      {error && <ErrorPanel error={error} />}
      {isOpen && !draft && !error && <Spinner label={t('common.loading')} />}
      {isOpen && draft && <ArticleComparison there={hit.record} here={draft} />}
      <Facts facts={articleFacts(hit.record)} />
    </>
  );
}

/** It is deleted only if it is still as shown. */
function articleShown({ id, title, record }: Hit): NamedArticle {
  const updated = readInstant(record.last_updated);
  return { remoteId: id, title, ...(updated !== null && { updated }) };
}

/** The record of the draft, fetched when the comparison is opened. */
function useDraftOf(draftId: number | null) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useCall('drafts.get', isOpen && draftId !== null ? { id: draftId } : null);
  return { draft: data?.record ?? null, isOpen, error, toggle: () => setOpen(!isOpen) };
}

/** Compares an article of the directory with the draft that has the same DOI or address. */
function ArticleComparison(props: { there: DraftRecord; here: DraftRecord }) {
  const language = useLanguage();
  const { there, here } = props;
  const differences = useMemo(
    () => compareRecords(comparableArticle(there), comparableArticle(here), articleDiffOrder),
    [language, there, here],
  );
  return (
    <>
      {differences.every(({ isSame }) => isSame) && <p>{t('search.compare.same')}</p>}
      <FieldComparison
        name={t('search.compare.table')}
        titles={{ left: t('search.compare.there'), right: t('search.compare.here') }}
        differences={differences}
      />
    </>
  );
}
