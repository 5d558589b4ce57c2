import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components';
import { ArrowDownloadRegular, DocumentAddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchPage } from '../../../shared/search/searching.ts';
import { ColumnsButton } from '../../parts/grid/ColumnsButton.tsx';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { focusGridSoon } from '../../parts/RowGrid.tsx';
import { saveFile } from '../../parts/saveFile.ts';
import { asAppError, call } from '../../state/client.ts';
import { formatNumber } from '../../state/format.ts';
import { showDone, showError } from '../../state/notices.ts';
import { setPickedHits, useSearches, useSearchResult } from '../../state/searches.ts';
import { showUndoable } from '../../state/undo.ts';
import { hitColumns } from './hitCells.tsx';
import { resultWords } from './searchWords.ts';
import { takeArticles } from './takeArticles.ts';

const useStyles = makeStyles({
  of: { flexBasis: '100%', order: 1, color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  code: { fontFamily: tokens.fontFamilyMonospace },
});

/** The number of results with actions for all of them or, if articles are selected, for those. */
export function ResultBar({ result }: { result: SearchPage }) {
  const { t } = useTranslation();
  const styles = useListBarStyles();
  const own = useStyles();
  const columns = hitColumns(result.kind);
  const picked = useSearches((state) => state.picked);
  const { isBusy } = useSearchResult();
  const asked = useSearches((state) => state.asked);
  const text = useSearches((state) => state.text);
  // The text has been edited since; export and paging still use the query that was run.
  const isOld = asked !== null && asked.query !== text.trim();
  if (picked.size > 0) return <BatchBar />;
  return (
    <div className={styles.bar}>
      <h2 className={styles.words} data-found>
        {resultWords(result, t)}
      </h2>
      {isOld && (
        <Text size={200} className={own.of}>
          {t('search.resultOf')} <code className={own.code}>{asked.query}</code>
        </Text>
      )}
      {isBusy && <Spinner size="tiny" aria-label={t('search.running')} />}
      <span className={styles.space} />
      <ExportMenu />
      <ColumnsButton name={`search-${result.kind}`} columns={columns} />
    </div>
  );
}

function BatchBar() {
  const { t } = useTranslation();
  const styles = useListBarStyles();
  const picked = useSearches((state) => state.picked);
  const [isBusy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    const taken = await takeArticles([...picked]);
    setBusy(false);
    if (!taken) return;
    // The bar disappears together with the pressed button.
    focusGridSoon();
    setPickedHits(new Set());
    const { drafts, undoId } = taken;
    const added = drafts.filter(({ isNew }) => isNew).length;
    const left = drafts.length - added;
    showUndoable(
      [
        t('search.taken', { count: added, n: formatNumber(added) }),
        left > 0 && t('search.takenBefore', { count: left, n: formatNumber(left) }),
      ]
        .filter(Boolean)
        .join(' '),
      undoId,
    );
  };
  return (
    <div className={`${styles.bar} ${styles.batch}`} role="toolbar" aria-label={t('search.batch')}>
      <h2 className={styles.words}>
        {t('search.picked', { count: picked.size, n: formatNumber(picked.size) })}
      </h2>
      <Button
        size="small"
        appearance="primary"
        icon={<DocumentAddRegular />}
        disabledFocusable={isBusy}
        onClick={() => void take()}
      >
        {t(isBusy ? 'search.taking' : 'search.takePicked')}
      </Button>
      <Button size="small" appearance="subtle" onClick={() => setPickedHits(new Set())}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

function ExportMenu() {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const asked = useSearches((state) => state.asked);
  const download = async (format: 'csv' | 'json') => {
    if (!asked) return;
    setBusy(true);
    try {
      const { accountId, kind, query, sort } = asked;
      const file = await call('search.export', { accountId, kind, query, sort, format });
      saveFile(file.name, new Blob([file.text], { type: file.type }));
      const values = { count: file.count, n: formatNumber(file.count), total: formatNumber(file.total) };
      showDone(t(file.count < file.total ? 'search.exportedSome' : 'search.exported', values));
    } catch (error) {
      showError(asAppError(error));
    }
    setBusy(false);
  };
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" icon={<ArrowDownloadRegular />} disabledFocusable={isBusy}>
          {t(isBusy ? 'search.exporting' : 'search.export')}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => void download('csv')}>{t('search.exportCsv')}</MenuItem>
          <MenuItem onClick={() => void download('json')}>{t('search.exportJson')}</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
