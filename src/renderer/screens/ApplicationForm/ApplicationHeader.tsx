import { Button, makeStyles, Subtitle1, ToggleButton, Tooltip, tokens } from '@fluentui/react-components';
import {
  ArrowLeftRegular,
  FilterRegular,
  HistoryRegular,
  LayoutColumnTwoRegular,
  SendRegular,
  TaskListLtrRegular,
} from '@fluentui/react-icons';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import { readiness } from '../../../shared/article/articleRules.ts';
import { useUpdate, useView } from '../../parts/application/updateView.ts';
import { ReadinessBadge } from '../../parts/Badges.tsx';
import type { PlacedFinding } from '../../parts/form/place.ts';
import { StandingBadge } from '../../parts/StandingBadge.tsx';
import { formatNumber } from '../../state/format.ts';
import { go } from '../../state/route.ts';

const titleId = 'application-title';

const useStyles = makeStyles({
  header: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  // Takes the focus when the form opens, which nobody needs to see.
  title: { margin: 0, overflowWrap: 'anywhere', minWidth: 0, outlineStyle: 'none' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, marginLeft: 'auto' },
});

/** What it is, how it stands, and what can be done with it. */
export const ApplicationHeader = memo(function ApplicationHeader(props: {
  application: Application;
  title: string;
  all: readonly PlacedFinding[];
  changes: number;
  onCheck: () => void;
  onSend: () => void;
  onWithdraw: () => void;
  onVersions: () => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { application, all, changes, title } = props;
  useEffect(takeFocus, []);
  const count = (severity: string) => all.filter((finding) => finding.severity === severity).length;
  return (
    <header className={styles.header}>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowLeftRegular />}
        aria-label={t('application.back')}
        title={t('application.back')}
        onClick={() => go('#/update-requests')}
      />
      <Subtitle1 as="h1" id={titleId} tabIndex={-1} className={styles.title}>
        {title === ''
          ? t(`application.untitled.${application.kind}`)
          : t(`application.title.${application.kind}`, { title })}
      </Subtitle1>
      <StandingBadge row={application} />
      <ReadinessBadge readiness={readiness(all)} errors={count('error')} warnings={count('warning')} />
      <div className={styles.buttons}>
        {application.kind === 'update' && <ViewButtons changes={changes} />}
        {application.remoteId !== null && application.editable.now && (
          <Button size="small" onClick={props.onWithdraw}>
            {t('application.withdraw.button')}
          </Button>
        )}
        {application.sentAt !== null || application.remoteId !== null ? (
          <Tooltip content={t('versions.button')} relationship="label">
            <Button size="small" icon={<HistoryRegular />} onClick={props.onVersions} />
          </Tooltip>
        ) : null}
        <Button size="small" icon={<TaskListLtrRegular />} onClick={props.onCheck}>
          {t('application.check')}
        </Button>
        <Button size="small" appearance="primary" icon={<SendRegular />} onClick={props.onSend}>
          {t('application.send')}
        </Button>
      </div>
    </header>
  );
});

/** Opened from a list that is gone now, the focus would be nowhere. */
function takeFocus(): void {
  if (document.activeElement === document.body) document.getElementById(titleId)?.focus();
}

function ViewButtons({ changes }: { changes: number }) {
  const { t } = useTranslation();
  const { view } = useUpdate();
  const isChangesOnly = useView((one) => one.isChangesOnly);
  const isSideBySide = useView((one) => one.isSideBySide);
  return (
    <>
      <ToggleButton
        size="small"
        icon={<FilterRegular />}
        checked={isChangesOnly}
        onClick={() => view.setState({ isChangesOnly: !isChangesOnly })}
      >
        {t('application.changesOnly', { n: formatNumber(changes) })}
      </ToggleButton>
      <ToggleButton
        size="small"
        icon={<LayoutColumnTwoRegular />}
        checked={isSideBySide}
        onClick={() => view.setState({ isSideBySide: !isSideBySide })}
      >
        {t('application.sideBySide')}
      </ToggleButton>
    </>
  );
}
