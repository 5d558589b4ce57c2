import { Button, makeStyles, Spinner, Tooltip, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, ArrowSyncRegular, DismissRegular } from '@fluentui/react-icons';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../parts/Announcer.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { formatDay, formatTime } from '../../parts/format.ts';
import { focusGridSoon } from '../../parts/RowGrid.tsx';
import { go } from '../../state/route.ts';
import { JournalRecord } from './JournalRecord.tsx';
import { useJournalDetail } from './useJournalDetail.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, outlineStyle: 'none' },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minHeight: '40px',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  age: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    paddingInline: tokens.spacingHorizontalS,
  },
  space: { flexGrow: 1 },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', containerType: 'inline-size' },
  waiting: { margin: tokens.spacingHorizontalL, justifyContent: 'start' },
});

/** One journal: its record, how old it is, and the way back to the list. */
export function JournalPane(props: { journalId: string; isAlone: boolean }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const root = useRef<HTMLElement>(null);
  const { detail, error, isBusy, refresh } = useJournalDetail(props.journalId);
  const close = () => {
    go('#/journals');
    focusGridSoon();
  };
  const again = async () => {
    if (await refresh()) announce(t('journals.record.refreshed'));
  };
  const fetchedAt = detail?.fetchedAt;
  return (
    <section
      ref={root}
      tabIndex={-1}
      className={styles.root}
      aria-label={t('journals.record.name')}
      data-region="record"
    >
      <div className={styles.bar}>
        {props.isAlone && (
          <Button size="small" appearance="subtle" icon={<ArrowLeftRegular />} onClick={close}>
            {t('drafts.back')}
          </Button>
        )}
        <Button
          size="small"
          appearance="subtle"
          icon={isBusy && detail ? <Spinner size="extra-tiny" /> : <ArrowSyncRegular />}
          disabledFocusable={isBusy}
          onClick={() => void again()}
        >
          {t('journals.refresh')}
        </Button>
        {fetchedAt && (
          <span className={styles.age}>
            {t('journals.asOf', { time: formatTime(fetchedAt), day: formatDay(fetchedAt) })}
          </span>
        )}
        <span className={styles.space} />
        {!props.isAlone && (
          <Tooltip content={t('drafts.closeRecord')} relationship="label">
            <Button size="small" appearance="subtle" icon={<DismissRegular />} onClick={close} />
          </Tooltip>
        )}
      </div>
      <TakeFocus key={props.journalId} root={root} />
      <div className={styles.body}>
        {error && (
          <ErrorPanel
            error={error}
            actions={<Button onClick={() => void refresh()}>{t('common.tryAgain')}</Button>}
          />
        )}
        {!detail && isBusy && <Spinner className={styles.waiting} label={t('common.loading')} />}
        {detail && <JournalRecord key={props.journalId} detail={detail} />}
      </div>
    </section>
  );
}

/** Opened with Enter or from elsewhere the record takes the focus; opened by a click in the list beside it, it leaves it there. */
function TakeFocus(props: { root: RefObject<HTMLElement | null> }) {
  const { root } = props;
  useEffect(() => {
    const { activeElement } = document;
    const isHere = root.current?.contains(activeElement) || activeElement?.closest('[role="grid"]');
    if (!isHere) root.current?.focus();
  }, [root]);
  return null;
}
