import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { MarkedWords } from '../../parts/texts/MarkedWords.tsx';
import type { VersionRow } from './versionRows.ts';

/** Below this width each part is a separate block. */
const narrow = '@media (max-width: 719px)';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    [narrow]: { '&, & tbody, & tr, & td, & tbody th': { display: 'block' } },
  },
  head: { [narrow]: { display: 'none' } },
  row: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [narrow]: { paddingBlock: tokens.spacingVerticalS },
  },
  cell: {
    textAlign: 'left',
    verticalAlign: 'top',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXS}`,
    fontSize: tokens.fontSizeBase200,
  },
  field: { fontWeight: tokens.fontWeightSemibold },
  side: { display: 'none', color: tokens.colorNeutralForeground3, [narrow]: { display: 'block' } },
  value: { display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  take: { marginTop: tokens.spacingVerticalXS, minWidth: 0 },
  none: { color: tokens.colorNeutralForeground3 },
});

type Side = 'directory' | 'crossref';

/** The versions of an article at the directory, at Crossref and in Colophon, part by part, with buttons to take parts. */
export function VersionsTable(props: {
  rows: readonly VersionRow[];
  /** Absent if nothing may be taken. */
  take?: { run: (side: Side, row: VersionRow) => void; isBusy: boolean } | undefined;
}) {
  const styles = useStyles();
  const titles = {
    directory: t('search.compare.there'),
    crossref: t('comparisons.column.crossref'),
    own: t('search.compare.here'),
  };
  const taking = {
    directory: { label: t('comparisons.takeField'), labelOf: 'comparisons.takeFieldOf' },
    crossref: { label: t('crossref.take'), labelOf: 'crossref.takeOf' },
  };
  return (
    <table className={styles.table} aria-label={t('comparisons.crossref.table')}>
      <thead className={styles.head}>
        <tr>
          {[t('article.compare.field'), ...Object.values(titles)].map((title) => (
            <th key={title} scope="col" className={styles.cell}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => {
          const field = row.label ?? fieldText(row.path);
          return (
            <tr key={`${row.path} ${row.label ?? ''}`} className={styles.row}>
              <th scope="row" className={mergeClasses(styles.cell, styles.field)}>
                {field}
              </th>
              {(['directory', 'crossref'] as const).map((side) => (
                <td key={side} className={styles.cell}>
                  <Value title={titles[side]} text={row[side]} own={row.own} />
                  {props.take && row.differs[side] && (
                    <Button
                      size="small"
                      className={styles.take}
                      disabledFocusable={props.take.isBusy}
                      aria-label={t(taking[side].labelOf, { field })}
                      onClick={() => props.take?.run(side, row)}
                    >
                      {taking[side].label}
                    </Button>
                  )}
                </td>
              ))}
              <td className={styles.cell}>
                <Value title={titles.own} text={row.own} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A value; the words that the draft does not have are marked. */
function Value({ title, text, own }: { title: string; text: string | undefined; own?: string | undefined }) {
  const styles = useStyles();
  return (
    <>
      <span className={styles.side}>{title}</span>
      <span className={mergeClasses(styles.value, text === undefined && styles.none)}>
        {text === undefined || own === undefined ? (
          (text ?? t('common.nothing'))
        ) : (
          <MarkedWords before={own} after={text} side="after" />
        )}
      </span>
    </>
  );
}
