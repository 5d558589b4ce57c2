import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { JournalDetail } from '../../../shared/contract/journals.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { type DraftCount, draftCountFilters, draftCounts } from '../../../shared/journal/draftCounts.ts';
import { ReadinessBadge } from '../../parts/Badges.tsx';
import { heading3, outlined, plainList, secondary, wrapping, wrappingRow } from '../../parts/commonStyles.ts';
import { StandingBadge } from '../../parts/StandingBadge.tsx';
import { TextButton } from '../../parts/texts/TextButton.tsx';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { go, hrefOf } from '../../state/navigation/route.ts';
import { replaceFilter } from '../../state/records/draftsView.ts';

const useStyles = makeStyles({
  root: {
    ...outlined,
    display: 'grid',
    rowGap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  heading: heading3,
  line: { ...wrapping, columnGap: tokens.spacingHorizontalL, rowGap: '4px' },
  rows: { ...plainList, display: 'grid', rowGap: tokens.spacingVerticalXS },
  row: { ...wrappingRow, columnGap: tokens.spacingHorizontalS, rowGap: '2px' },
  target: { lineHeight: '24px' },
  quiet: secondary,
});

/** The local data of a journal: its articles by state, and its Update Requests. */
export function JournalHere(props: { detail: JournalDetail }) {
  const styles = useStyles();
  return (
    <section className={styles.root} aria-labelledby="journal-here">
      <h2 id="journal-here" className={styles.heading}>
        {t('journals.here.title')}
      </h2>
      <Articles drafts={props.detail.drafts} />
      <Requests detail={props.detail} />
    </section>
  );
}

function Articles({ drafts }: { drafts: JournalDetail['drafts'] }) {
  const styles = useStyles();
  if (drafts.total === 0) return <span className={styles.quiet}>{t('journals.here.noDrafts')}</span>;
  const show = (name: DraftCount) => {
    replaceFilter({ ...draftCountFilters[name], journal: [drafts.key] });
    go('#/drafts');
  };
  const names = draftCounts.filter((name) => drafts[name] > 0);
  return (
    <div className={styles.line}>
      {names.map((name) => (
        <TextButton key={name} onClick={() => show(name)}>
          {t(`journals.here.drafts.${name}`, { count: drafts[name], n: formatNumber(drafts[name]) })}
        </TextButton>
      ))}
    </div>
  );
}

function Requests({ detail }: { detail: JournalDetail }) {
  const styles = useStyles();
  const rows = detail.applications.filter(({ trashedAt }) => trashedAt === null);
  if (rows.length === 0) return <span className={styles.quiet}>{t('journals.here.noRequests')}</span>;
  return (
    <ul className={styles.rows} aria-label={t('journals.here.requests')}>
      {rows.map((row) => (
        <li key={row.id} className={styles.row}>
          <Link
            className={styles.target}
            href={hrefOf({ screen: 'update-requests', applicationId: row.id, field: null })}
          >
            {t(row.kind === 'update' ? 'requests.kind.update' : 'requests.kind.new')}
          </Link>
          <StandingBadge row={row} />
          <ReadinessBadge readiness={row.readiness} errors={row.errors} warnings={row.warnings} />
          <span className={styles.quiet}>
            {t('journals.here.changedAt', { when: formatRecent(row.updatedAt) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
