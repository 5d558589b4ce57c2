import {
  Button,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import {
  AddRegular,
  ArrowDownloadRegular,
  CheckmarkCircleRegular,
  CopyRegular,
  DeleteRegular,
  EditRegular,
  FolderOpenRegular,
  MoreHorizontalRegular,
  PersonRegular,
  SendRegular,
  WrenchRegular,
} from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { SaveListDialog } from '../../parts/dialogs/SaveListDialog.tsx';
import { BatchBar } from '../../parts/lists/BatchBar.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { MoreMenu } from '../../parts/lists/MoreMenu.tsx';
import { TrashActions } from '../../parts/lists/TrashActions.tsx';
import { useWidth } from '../../parts/useWidth.ts';
import { useFacets } from '../../state/data/facets.ts';
import { useIsShared } from '../../state/data/office.ts';
import { useAccount } from '../../state/data/session.ts';
import { chooseFiles } from '../../state/dialogs/imports.ts';
import { formatNumber } from '../../state/format.ts';
import {
  checkLinks,
  copyPicked,
  createArticle,
  deletePicked,
  editPicked,
  exportShown,
  harvest,
  review,
  sendPicked,
  startFixing,
} from '../../state/navigation/commands.ts';
import { isNarrowed, listOf, useDraftsView } from '../../state/records/draftsView.ts';
import { countPicked, toSelection } from '../../state/records/picked.ts';
import { useDraftRows } from './DraftRows.tsx';
import { FixMenu } from './FixMenu.tsx';
import { pickEverything, pickNone, purgePicked, restorePicked, trashPicked } from './gridActions.ts';

/** The actions of the list or, if rows are selected, those of the selection. */
export function DraftToolbar(props: { title: string }) {
  const picked = useDraftsView((view) => view.picked);
  const total = useDraftRows().total ?? 0;
  const count = countPicked(picked, total);
  return count > 0 ? (
    <DraftBatch count={count} total={total} />
  ) : (
    <ListBar title={props.title} total={total} />
  );
}

function ListBar(props: { title: string; total: number }) {
  const styles = useListBarStyles();
  const own = useCommonStyles();
  const isTrash = useDraftsView((view) => view.filter.trashed) === true;
  const { hasAny, amongOthers } = useProblems(props.total);
  // Where it is narrow, there is room for the main actions only; the menu has the others.
  const { ref, width } = useWidth();
  const isNarrow = width > 0 && width < 720;
  const isFiltered = useDraftsView(({ filter }) => isNarrowed(filter) && listOf(filter) === null);
  const [isSaving, setSaving] = useState(false);
  return (
    <div ref={ref} className={styles.bar}>
      <h1 className={styles.title}>{props.title}</h1>
      <span className={own.secondaryDigits}>{useCountText(props.total)}</span>
      <span className={styles.space} />
      {isTrash && props.total > 0 && (
        <Button size="small" onClick={pickEverything}>
          {t('drafts.pickAll', { count: props.total, n: formatNumber(props.total) })}
        </Button>
      )}
      {hasAny && !isNarrow && <FixButton />}
      {!isTrash && props.total > 0 && (
        <Button size="small" icon={<SendRegular />} data-tour="send" onClick={sendPicked}>
          {t('drafts.sendAll')}
        </Button>
      )}
      {!isTrash && (
        <>
          {!isNarrow && (
            <Button size="small" icon={<FolderOpenRegular />} data-tour="import" onClick={chooseFiles}>
              {t('drafts.import')}
            </Button>
          )}
          <Button
            size="small"
            appearance="primary"
            icon={<AddRegular />}
            onClick={() => void createArticle()}
          >
            {t('drafts.newArticle')}
          </Button>
          <MoreMenu
            label={t('drafts.more')}
            items={[
              ...(isNarrow ? [{ label: t('drafts.import'), run: chooseFiles }] : []),
              ...(isNarrow && isFiltered
                ? [{ label: t('drafts.saved.save'), run: () => setSaving(true) }]
                : []),
              ...(isNarrow && hasAny ? [{ label: t('fixing.start'), run: () => void startFixing() }] : []),
              // Those with errors come first anyway; this leaves out the others.
              ...(amongOthers > 0
                ? [
                    {
                      label: t('fixing.errorsOnly', { count: amongOthers, n: formatNumber(amongOthers) }),
                      run: () => void startFixing({ errorsOnly: true }),
                    },
                  ]
                : []),
              { label: t('harvest.button'), run: () => void harvest() },
              ...(props.total > 0
                ? [
                    { label: t('exports.button'), run: () => void exportShown() },
                    { label: t('links.button'), run: checkLinks },
                  ]
                : []),
            ]}
          />
        </>
      )}
      {isSaving && <SaveListDialog onClose={() => setSaving(false)} />}
    </div>
  );
}

/** How many drafts are shown, with the total if filters hide others. */
function useCountText(total: number): string {
  const filter = useDraftsView((view) => view.filter);
  const whole = useFacets();
  const all = filter.trashed ? whole?.trashed : whole?.total;
  if (!isNarrowed(filter) || all === undefined) return formatNumber(total);
  return t('drafts.ofAll', { n: formatNumber(total), total: formatNumber(all) });
}

function DraftBatch(props: { count: number; total: number }) {
  const isTrash = useDraftsView((view) => view.filter.trashed) === true;
  const { count, total } = props;
  return (
    <BatchBar
      label={t('drafts.batch')}
      picked={t('drafts.picked', { count, n: formatNumber(count) })}
      count={count}
      total={total}
      onPickAll={pickEverything}
      onPickNone={pickNone}
    >
      {isTrash ? <TrashBatch /> : <DraftActions total={total} />}
    </BatchBar>
  );
}

function TrashBatch() {
  const accountId = useAccount()?.id ?? '';
  const { picked, filter } = useDraftsView();
  const input = useMemo(
    () => ({ accountId, selection: toSelection(picked, filter) }),
    [accountId, picked, filter],
  );
  return (
    <TrashActions
      purging={{ name: 'drafts.purgePreview', input }}
      onRestore={() => void restorePicked()}
      onPurge={(plan) => void purgePicked(plan)}
    />
  );
}

function DraftActions(props: { total: number }) {
  const accountId = useAccount()?.id;
  const { picked, filter } = useDraftsView();
  const selection = useMemo(() => toSelection(picked, filter), [picked, filter]);
  const { hasAny } = useProblems(props.total);
  return (
    <>
      <Button size="small" appearance="primary" icon={<SendRegular />} onClick={sendPicked}>
        {t('drafts.send')}
      </Button>
      {hasAny && <FixButton />}
      <Button size="small" icon={<EditRegular />} onClick={editPicked}>
        {t('edits.open')}
      </Button>
      {accountId !== undefined && <FixMenu accountId={accountId} selection={selection} />}
      <Button size="small" icon={<DeleteRegular />} onClick={() => void trashPicked()}>
        {t('drafts.trash')}
      </Button>
      <BatchMenu />
    </>
  );
}

/** Actions that are needed less often. */
function BatchMenu() {
  const isShared = useIsShared();
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton size="small" icon={<MoreHorizontalRegular />}>
          {t('drafts.more')}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {isShared && (
            <MenuItem icon={<PersonRegular />} onClick={() => void review()}>
              {t('commands.name.review')}
            </MenuItem>
          )}
          <MenuItem icon={<ArrowDownloadRegular />} onClick={() => void exportShown()}>
            {t('exports.button')}
          </MenuItem>
          <MenuItem icon={<CheckmarkCircleRegular />} onClick={checkLinks}>
            {t('links.button')}
          </MenuItem>
          <MenuItem icon={<CopyRegular />} onClick={copyPicked}>
            {t('copy.button')}
          </MenuItem>
          <MenuItem icon={<DeleteRegular />} onClick={deletePicked}>
            {t('deletion.button')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** Whether a record of the list may have something to fix, and how many have errors beside others with warnings. */
function useProblems(total: number): { hasAny: boolean; amongOthers: number } {
  const filter = useDraftsView((view) => view.filter);
  const readiness = useFacets(filter)?.readiness;
  if (filter.trashed || total === 0 || !readiness) return { hasAny: false, amongOthers: 0 };
  const { incomplete, warnings, undecided } = readiness;
  // A record that lacks a field need not have a warning.
  const hasAny = filter.missing !== undefined || incomplete + warnings + undecided > 0;
  return { hasAny, amongOthers: warnings > 0 ? incomplete : 0 };
}

function FixButton() {
  return (
    <Button size="small" icon={<WrenchRegular />} onClick={() => void startFixing()}>
      {t('fixing.start')}
    </Button>
  );
}
