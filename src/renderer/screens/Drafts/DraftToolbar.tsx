import { Button, makeStyles, tokens } from '@fluentui/react-components';
import {
  AddRegular,
  ArrowUndoRegular,
  DeleteRegular,
  FolderOpenRegular,
  SendRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../parts/format.ts';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { createArticle, sendPicked } from '../../state/commands.ts';
import { useDraftRows } from '../../state/draftRows.ts';
import { isNarrowed, useDraftsView } from '../../state/draftsView.ts';
import { useFacets } from '../../state/facets.ts';
import { chooseFiles } from '../../state/imports.ts';
import { countPicked } from '../../state/picked.ts';
import { pickEverything, pickNone, purgePicked, restorePicked, trashPicked } from './gridActions.ts';
import { PurgeDialog } from './PurgeDialog.tsx';

const useStyles = makeStyles({
  count: { color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
});

/** What can be done with the list; once rows are picked, what can be done with those. */
export function DraftToolbar(props: { title: string }) {
  const picked = useDraftsView((view) => view.picked);
  const total = useDraftRows((state) => state.total) ?? 0;
  const count = countPicked(picked, total);
  if (count > 0) return <BatchBar count={count} total={total} />;
  return <ListBar title={props.title} total={total} />;
}

function ListBar(props: { title: string; total: number }) {
  const { t } = useTranslation();
  const styles = useListBarStyles();
  const own = useStyles();
  const isTrash = useDraftsView((view) => view.filter.trashed) === true;
  return (
    <div className={styles.bar}>
      <h1 className={styles.title}>{props.title}</h1>
      <span className={own.count}>{useCountWords(props.total)}</span>
      <span className={styles.space} />
      {isTrash && props.total > 0 && (
        <Button size="small" onClick={pickEverything}>
          {t('drafts.pickAll', { count: props.total, n: formatNumber(props.total) })}
        </Button>
      )}
      {!isTrash && props.total > 0 && (
        <Button size="small" icon={<SendRegular />} data-tour="send" onClick={sendPicked}>
          {t('drafts.sendAll')}
        </Button>
      )}
      {!isTrash && (
        <>
          <Button size="small" icon={<FolderOpenRegular />} data-tour="import" onClick={chooseFiles}>
            {t('drafts.import')}
          </Button>
          <Button
            size="small"
            appearance="primary"
            icon={<AddRegular />}
            onClick={() => void createArticle()}
          >
            {t('drafts.newArticle')}
          </Button>
        </>
      )}
    </div>
  );
}

/** How many are shown, and of how many where filters hide the others. */
function useCountWords(total: number): string {
  const { t } = useTranslation();
  const filter = useDraftsView((view) => view.filter);
  const whole = useFacets((facets) => facets.whole);
  const all = filter.trashed ? whole?.trashed : whole?.total;
  if (!isNarrowed(filter) || all === undefined) return formatNumber(total);
  return t('drafts.ofAll', { n: formatNumber(total), total: formatNumber(all) });
}

function BatchBar(props: { count: number; total: number }) {
  const { t } = useTranslation();
  const styles = useListBarStyles();
  const isTrash = useDraftsView((view) => view.filter.trashed) === true;
  const { count, total } = props;
  return (
    <div className={`${styles.bar} ${styles.batch}`} role="toolbar" aria-label={t('drafts.batch')}>
      <h1 className={styles.title}>{t('drafts.picked', { count, n: formatNumber(count) })}</h1>
      {isTrash ? <TrashActions count={count} /> : <DraftActions />}
      {count < total && (
        <Button size="small" onClick={pickEverything}>
          {t('drafts.pickAll', { count: total, n: formatNumber(total) })}
        </Button>
      )}
      <Button size="small" appearance="subtle" onClick={pickNone}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

function DraftActions() {
  const { t } = useTranslation();
  return (
    <>
      <Button size="small" appearance="primary" icon={<SendRegular />} onClick={sendPicked}>
        {t('drafts.send')}
      </Button>
      <Button size="small" icon={<DeleteRegular />} onClick={() => void trashPicked()}>
        {t('drafts.trash')}
      </Button>
    </>
  );
}

function TrashActions(props: { count: number }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" icon={<ArrowUndoRegular />} onClick={() => void restorePicked()}>
        {t('drafts.restore')}
      </Button>
      <Button size="small" icon={<DeleteRegular />} onClick={() => setAsking(true)}>
        {t('drafts.purge')}
      </Button>
      {isAsking && (
        <PurgeDialog
          count={props.count}
          onClose={() => setAsking(false)}
          onConfirm={() => void purgePicked()}
        />
      )}
    </>
  );
}
