import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons';
import { type ReactNode, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { SavedSearch } from '../../../shared/search/searching.ts';
import { ellipsis, plainList, row, secondary, stack, wrappingRow } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { MoreMenu } from '../../parts/lists/MoreMenu.tsx';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { fetchAgain, useCall } from '../../state/data/queries.ts';
import { runSaved, useSearches } from '../../state/data/searches.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatDateTime, formatNumber } from '../../state/format.ts';
import { stepAbout, undoAction } from '../../state/records/undo.ts';
import { SaveSearchDialog } from './SaveSearchDialog.tsx';

const useStyles = makeStyles({
  root: {
    ...stack,
    alignContent: 'start',
    rowGap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalS,
  },
  head: { ...wrappingRow, justifyContent: 'space-between' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase400 },
  list: { ...plainList, ...stack },
  item: { ...row, minWidth: 0 },
  run: {
    flexGrow: 1,
    minWidth: 0,
    justifyContent: 'flex-start',
    textAlign: 'start',
    paddingInline: tokens.spacingHorizontalXS,
    fontWeight: tokens.fontWeightRegular,
  },
  words: { display: 'grid', minWidth: 0, width: '100%' },
  name: ellipsis,
  count: { flexShrink: 0, fontVariantNumeric: 'tabular-nums', paddingInline: tokens.spacingHorizontalXS },
  quiet: secondary,
});

const none: readonly SavedSearch[] = [];

/** Saved searches with their counts, and the recent ones. */
export function SavedSearches() {
  const styles = useStyles();
  const accountId = useSearches((state) => state.accountId);
  const { data, error, refetch } = useCall('search.list', accountId === null ? null : { accountId });
  const { saved = none, recent = none } = data ?? {};
  return (
    <section className={styles.root} aria-label={t('search.saved.both')} data-region="saved">
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <div className={styles.head}>
        <h2 className={styles.title}>{t('search.saved.title')}</h2>
        {saved.length > 0 && <CountAll saved={saved} />}
      </div>
      {saved.length === 0 && (
        <Text size={200} className={styles.quiet}>
          {t('search.saved.none')}
        </Text>
      )}
      <ul className={styles.list}>
        {saved.map((one) => (
          <Entry key={one.id} search={one} name={one.name}>
            <EntryMenu search={one} />
          </Entry>
        ))}
      </ul>
      {recent.length > 0 && (
        <>
          <h2 className={styles.title}>{t('search.saved.recent')}</h2>
          <ul className={styles.list}>
            {recent.map((one) => (
              <Entry key={one.id} search={one} name={one.query} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Entry(props: { search: SavedSearch; name: string; children?: ReactNode }) {
  const styles = useStyles();
  const { search, name } = props;
  const counted =
    search.ranAt === null ? '' : t('search.saved.countedAt', { when: formatDateTime(search.ranAt) });
  return (
    <li className={styles.item}>
      <Button
        size="small"
        appearance="subtle"
        className={styles.run}
        title={[search.query, counted].filter(Boolean).join('\n')}
        onClick={() => void runSaved(search)}
      >
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <Text size={200} className={styles.quiet}>
            {t(`search.kind.${search.kind}`)}
          </Text>
        </span>
      </Button>
      {search.total !== null && (
        <span className={styles.count} title={counted}>
          {formatNumber(search.total)}
        </span>
      )}
      {props.children}
    </li>
  );
}

function EntryMenu({ search }: { search: SavedSearch }) {
  const [isRenaming, setRenaming] = useState(false);
  const remove = useAction(async () => {
    await call('search.remove', { id: search.id });
    await fetchAgain('search.list');
    const step = await stepAbout('removeSearch', search.id);
    showDone(t('search.saved.removed', { name: search.name }), undoAction([step], t('search.saved.undo')));
  });
  const count = useAction(() => countOne(search));
  return (
    <>
      <MoreMenu
        label={t('search.saved.more', { name: search.name })}
        items={[
          { label: t('search.saved.count'), run: count.run },
          { label: t('search.saved.rename'), run: () => setRenaming(true) },
          { label: t('search.saved.remove'), run: remove.run },
        ]}
      />
      {isRenaming && <SaveSearchDialog saved={search} onClose={() => setRenaming(false)} />}
    </>
  );
}

/** Refreshes every count, one request after the other. */
function CountAll({ saved }: { saved: readonly SavedSearch[] }) {
  const { run, isBusy } = useAction(async () => {
    for (const one of saved) await countOne(one);
  });
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={<ArrowSyncRegular />}
      disabledFocusable={isBusy}
      onClick={run}
    >
      {t(isBusy ? 'search.saved.counting' : 'search.saved.countAll')}
    </Button>
  );
}

async function countOne({ id }: SavedSearch): Promise<void> {
  await call('search.count', { id });
  await fetchAgain('search.list');
}
