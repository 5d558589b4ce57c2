import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { BackupPreview } from '../../../shared/contract/backups.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';

const kinds = ['drafts', 'applications'] as const;
const columns = ['here', 'there', 'gained', 'lost', 'changed'] as const;
/** The number of titles shown before the user asks for more. */
const firstTitles = 8;
const counted = ['trashed', 'uploads', 'journals', 'searches', 'checks', 'accounts'] as const;

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th': { textAlign: 'start', fontWeight: tokens.fontWeightSemibold },
    '& td, & thead th:not(:first-child)': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
    '& td, & th': {
      paddingBlock: tokens.spacingVerticalXXS,
      paddingInline: tokens.spacingHorizontalS,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    '& tbody th': { fontWeight: tokens.fontWeightRegular },
    // Without room for six columns, each number follows its name.
    '@media (max-width: 639px)': {
      '&, & tbody, & tr, & th, & td': { display: 'block' },
      '& thead': { display: 'none' },
      '& td, & th': { borderBottomStyle: 'none', paddingInline: 0 },
      '& tbody th': { fontWeight: tokens.fontWeightSemibold },
      '& td': {
        display: 'flex',
        justifyContent: 'space-between',
        paddingInlineStart: tokens.spacingHorizontalM,
      },
      '& td::before': { content: 'attr(data-label)' },
      '& td:empty': { display: 'none' },
    },
  },
  text: { margin: 0 },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  titles: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, overflowWrap: 'anywhere' },
});

/** Counts by kind, titles that would be lost or changed, and the other effects of a restore. */
export function RestorePreview({ preview }: { preview: BackupPreview }) {
  const styles = useStyles();
  const sent = preview.sentSince.drafts + preview.sentSince.applications;
  const isSame = kinds.every((kind) => {
    const { gained, lost, changed } = preview[kind];
    return gained + lost + changed === 0;
  });
  return (
    <>
      {preview.isOlder && <p className={styles.text}>{t('settings.backups.older')}</p>}
      <Numbers preview={preview} />
      {isSame && <p className={styles.text}>{t('settings.backups.same')}</p>}
      <Titles preview={preview} change="lost" />
      <Titles preview={preview} change="changed" />
      {sent > 0 && <p className={styles.text}>{t('settings.backups.sentSince', { count: sent })}</p>}
      {preview.pausedUploads > 0 && (
        <p className={styles.text}>{t('settings.backups.paused', { count: preview.pausedUploads })}</p>
      )}
      {preview.followsOffice && <p className={styles.text}>{t('settings.backups.office')}</p>}
      <p className={styles.text}>{t('settings.backups.safe')}</p>
    </>
  );
}

function Numbers({ preview }: { preview: BackupPreview }) {
  const styles = useStyles();
  const { here, there } = preview;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('settings.backups.kind')}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`settings.backups.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <Line key={kind} kind={kind} numbers={{ here: here[kind], there: there[kind], ...preview[kind] }} />
        ))}
        {counted
          .filter((kind) => here[kind] + there[kind] > 0)
          .map((kind) => (
            <Line key={kind} kind={kind} numbers={{ here: here[kind], there: there[kind] }} />
          ))}
      </tbody>
    </table>
  );
}

function Line(props: { kind: string; numbers: Partial<Record<(typeof columns)[number], number>> }) {
  return (
    <tr>
      <th scope="row">{t(`settings.backups.${props.kind}`)}</th>
      {columns.map((column) => {
        const number = props.numbers[column];
        return (
          <td key={column} data-label={t(`settings.backups.${column}`)}>
            {number === undefined ? null : formatNumber(number)}
          </td>
        );
      })}
    </tr>
  );
}

function Titles({ preview, change }: { preview: BackupPreview; change: 'lost' | 'changed' }) {
  const styles = useStyles();
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const titles = preview.titles.filter((one) => one.change === change);
  const shown = isWhole ? titles : titles.slice(0, firstTitles);
  const more = preview.drafts[change] + preview.applications[change] - shown.length;
  if (titles.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {t(`settings.backups.${change}Titles`)}
      </h3>
      <ul className={styles.titles}>
        {shown.map((one) => (
          <li key={`${one.kind} ${one.id}`}>{one.title || t('backups.untitled')}</li>
        ))}
        {more > 0 && <li>{t('settings.backups.more', { count: more })}</li>}
      </ul>
      {shown.length < titles.length && (
        <Button size="small" appearance="subtle" onClick={() => setWhole(true)}>
          {t('settings.backups.showMore')}
        </Button>
      )}
    </section>
  );
}
