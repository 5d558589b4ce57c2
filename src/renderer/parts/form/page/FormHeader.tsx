import { Button, makeStyles, mergeClasses, Subtitle1, Tooltip, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, HistoryRegular, SendRegular } from '@fluentui/react-icons';
import { type ReactNode, useEffect } from 'react';
import { readiness } from '../../../../shared/article/articleRules.ts';
import { countFindings } from '../../../../shared/countFindings.ts';
import type { Undecided } from '../../../../shared/draft/draft.ts';
import { t } from '../../../../shared/i18n/i18n.ts';
import { ReadinessBadge } from '../../Badges.tsx';
import { stack, thinLine, wrapping, wrappingRow } from '../../commonStyles.ts';
import type { PlacedFinding } from '../place.ts';
import { useHeadings } from './useHeadings.ts';

const titleId = 'form-title';

const useStyles = makeStyles({
  pane: {
    ...stack,
    position: 'sticky',
    top: 0,
    zIndex: 2,
    rowGap: tokens.spacingVerticalS,
    paddingBlock: tokens.spacingVerticalS,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: thinLine,
    // In a very low window the form needs the space.
    '@media (max-height: 480px)': { position: 'static' },
  },
  page: { padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`, borderBottom: thinLine },
  line: { ...wrappingRow, gap: tokens.spacingHorizontalS },
  title: { margin: 0, overflowWrap: 'anywhere', minWidth: 0 },
  // It takes the focus when the form opens, so it needs no outline.
  pageTitle: { outlineStyle: 'none' },
  paneTitle: { display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' },
  badge: { minWidth: 0, minHeight: '24px', padding: 0, fontWeight: tokens.fontWeightRegular },
  buttons: { ...wrapping, gap: tokens.spacingHorizontalS, marginLeft: 'auto' },
});

interface HeaderProps {
  title: string;
  all: readonly PlacedFinding[];
  /** True if the ISSNs were not checked against the account's journals. */
  isUnchecked: boolean;
  /** Why a complete record is left out of a plan. */
  undecided?: Undecided | null;
  /** The directory refused the record as it is. */
  isRefused: boolean;
  badges: ReactNode;
  actions?: ReactNode;
  sendLabel: string;
  onCheck: () => void;
  onSend: () => void;
  /** Null while the directory has never had the record. */
  onVersions: (() => void) | null;
}

/** The header of a form beside a list; it stays in view, with the section navigation below the title. */
export function PaneHeader(props: HeaderProps & { navigation: ReactNode }) {
  const styles = useStyles();
  const headings = useHeadings();
  return (
    <header ref={measure} className={styles.pane}>
      <Subtitle1 as={headings.title} dir="auto" className={mergeClasses(styles.title, styles.paneTitle)}>
        {props.title}
      </Subtitle1>
      <div className={styles.line}>
        <Readiness {...props} />
        {props.badges}
        <Buttons {...props} />
      </div>
      {props.navigation}
    </header>
  );
}

/** The header of a form that fills the screen. */
export function PageHeader(props: HeaderProps & { onBack: () => void }) {
  const styles = useStyles();
  useEffect(takeFocus, []);
  return (
    <header className={mergeClasses(styles.line, styles.page)}>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowLeftRegular />}
        aria-label={t('application.back')}
        title={t('application.back')}
        onClick={props.onBack}
      />
      <Subtitle1 as="h1" id={titleId} tabIndex={-1} className={mergeClasses(styles.title, styles.pageTitle)}>
        {props.title}
      </Subtitle1>
      {props.badges}
      <Readiness {...props} />
      <Buttons {...props} isSendPrimary />
    </header>
  );
}

/** The badge of the record; it leads to the errors and warnings, if there are some. */
function Readiness(props: Pick<HeaderProps, 'all' | 'isUnchecked' | 'undecided' | 'isRefused' | 'onCheck'>) {
  const styles = useStyles();
  const { all, isUnchecked, undecided = null, isRefused } = props;
  const checked = readiness(all);
  const badge = (
    <ReadinessBadge
      readiness={undecided !== null && checked !== 'incomplete' ? 'undecided' : checked}
      undecided={undecided}
      errors={countFindings(all, 'error')}
      warnings={countFindings(all, 'warning')}
      isUnchecked={isUnchecked}
      isRefused={isRefused}
    />
  );
  if (!all.some(({ severity }) => severity !== 'ignored')) return badge;
  return (
    <Button
      size="small"
      appearance="transparent"
      className={styles.badge}
      title={t('article.check')}
      onClick={props.onCheck}
    >
      {badge}
    </Button>
  );
}

function Buttons(props: HeaderProps & { isSendPrimary?: boolean }) {
  const styles = useStyles();
  return (
    <div className={styles.buttons}>
      {props.actions}
      {props.onVersions && (
        <Tooltip content={t('versions.button')} relationship="label">
          <Button size="small" icon={<HistoryRegular />} onClick={props.onVersions} />
        </Tooltip>
      )}
      <Button
        size="small"
        appearance={props.isSendPrimary ? 'primary' : 'secondary'}
        icon={<SendRegular />}
        onClick={props.onSend}
      >
        {props.sendLabel}
      </Button>
    </div>
  );
}

/** If the list that it was opened from is gone, nothing would have the focus. */
function takeFocus(): void {
  if (document.activeElement === document.body) document.getElementById(titleId)?.focus();
}

/** Passes the header's height to the form, so that scroll targets are shown below it. */
function measure(header: HTMLElement | null): (() => void) | undefined {
  if (!header) return;
  const observer = new ResizeObserver(() => {
    header.parentElement?.style.setProperty('--form-header', `${header.offsetHeight}px`);
  });
  observer.observe(header);
  return () => observer.disconnect();
}
