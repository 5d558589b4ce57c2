import { Button, makeStyles, Subtitle1, Tooltip, tokens } from '@fluentui/react-components';
import { HistoryRegular, SendRegular, TaskListLtrRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { readArticle } from '../../../shared/article/article.ts';
import { readiness } from '../../../shared/article/articleRules.ts';
import type { Draft, DraftRecord } from '../../../shared/draft/draft.ts';
import { ReadinessBadge, SyncBadge } from '../../parts/Badges.tsx';
import type { PlacedFinding } from '../../parts/form/place.ts';
import { useHeadings } from '../../parts/form/useHeadings.ts';
import { SectionList } from './SectionList.tsx';

const useStyles = makeStyles({
  header: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: tokens.spacingVerticalS,
    paddingBlock: tokens.spacingVerticalS,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    // In a very low window the form needs the room itself.
    '@media (max-height: 480px)': { position: 'static' },
  },
  title: {
    margin: 0,
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS, marginLeft: 'auto' },
});

/** Title, badges and the list of sections; stays in view. */
export function ArticleHeader(props: {
  draft: Draft;
  record: DraftRecord;
  all: readonly PlacedFinding[];
  shown: readonly PlacedFinding[];
  onCheck: () => void;
  onSend: () => void;
  onVersions: () => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { draft, all } = props;
  const headings = useHeadings();
  const title = readArticle(props.record).title.trim();
  const count = (severity: string) => all.filter((finding) => finding.severity === severity).length;
  return (
    <header ref={measure} className={styles.header}>
      <Subtitle1 as={headings.title} className={styles.title}>
        {title === '' ? t('article.untitled') : title}
      </Subtitle1>
      <div className={styles.line}>
        <ReadinessBadge readiness={readiness(all)} errors={count('error')} warnings={count('warning')} />
        <SyncBadge sync={draft.sync} sentAt={draft.sentAt} retry={draft.retry} />
        <div className={styles.buttons}>
          {(draft.remoteId !== null || draft.sentAt !== null) && (
            <Tooltip content={t('versions.button')} relationship="label">
              <Button size="small" icon={<HistoryRegular />} onClick={props.onVersions} />
            </Tooltip>
          )}
          <Button size="small" icon={<TaskListLtrRegular />} onClick={props.onCheck}>
            {t('article.check')}
          </Button>
          <Button size="small" icon={<SendRegular />} onClick={props.onSend}>
            {t('article.send')}
          </Button>
        </div>
      </div>
      <SectionList all={all} shown={props.shown} />
    </header>
  );
}

/** Tells the form how high its header is, so that what is scrolled to stands below it. */
function measure(header: HTMLElement | null): (() => void) | undefined {
  if (!header) return;
  const observer = new ResizeObserver(() => {
    header.parentElement?.style.setProperty('--form-header', `${header.offsetHeight}px`);
  });
  observer.observe(header);
  return () => observer.disconnect();
}
