import { Button, Checkbox, makeStyles, mergeClasses, Radio, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { fieldText } from '../../../../shared/i18n/fieldText.ts';
import { t } from '../../../../shared/i18n/i18n.ts';
import { MarkedWords } from '../../texts/MarkedWords.tsx';
import type { Difference } from './compareRecords.ts';

export type Side = 'left' | 'right';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    '@media (max-width: 639px)': { tableLayout: 'auto' },
  },
  cell: {
    textAlign: 'left',
    verticalAlign: 'top',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 639px)': { paddingInline: tokens.spacingHorizontalXXS },
  },
  field: { width: '22%', fontWeight: tokens.fontWeightSemibold },
  value: { display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  chosen: { backgroundColor: tokens.colorBrandBackground2, color: tokens.colorNeutralForeground1 },
  take: { display: 'block', marginTop: tokens.spacingVerticalXS },
  none: { color: tokens.colorNeutralForeground3 },
});

/** Two versions of a record side by side, part by part; with `onChoose` each differing part can be chosen from either side. */
export function FieldComparison(props: {
  name: string;
  titles: Record<Side, string>;
  differences: readonly Difference[];
  chosen?: Readonly<Record<string, Side>>;
  onChoose?: (path: string, side: Side) => void;
  /** Takes a part from the other version, with a button for each differing part; `labelOf` names it with its field. */
  take?:
    | {
        label: string;
        labelOf: (field: string) => string;
        run: (difference: Difference) => void;
        isBusy: boolean;
      }
    | undefined;
}) {
  const styles = useStyles();
  const [isAll, setAll] = useState(false);
  const same = props.differences.filter((one) => one.isSame).length;
  const shown = props.differences.filter((one) => isAll || !one.isSame);
  return (
    <div>
      <table className={styles.table} aria-label={props.name}>
        <thead>
          <tr>
            <th scope="col" className={mergeClasses(styles.cell, styles.field)}>
              {t('article.compare.field')}
            </th>
            <th scope="col" className={styles.cell}>
              {props.titles.left}
            </th>
            <th scope="col" className={styles.cell}>
              {props.titles.right}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={`${one.path} ${one.label ?? ''}`}>
              <th scope="row" className={mergeClasses(styles.cell, styles.field)}>
                {labelOf(one)}
                {props.take && !one.isSame && (
                  <Button
                    size="small"
                    className={styles.take}
                    disabledFocusable={props.take.isBusy}
                    aria-label={props.take.labelOf(labelOf(one))}
                    onClick={() => props.take?.run(one)}
                  >
                    {props.take.label}
                  </Button>
                )}
              </th>
              <ValueCell {...props} difference={one} side="left" />
              <ValueCell {...props} difference={one} side="right" />
            </tr>
          ))}
        </tbody>
      </table>
      {same > 0 && (
        <Checkbox
          checked={isAll}
          label={t('article.compare.same', { count: same })}
          onChange={(_, data) => setAll(data.checked === true)}
        />
      )}
    </div>
  );
}

function ValueCell(props: {
  name: string;
  titles: Record<Side, string>;
  difference: Difference;
  side: Side;
  chosen?: Readonly<Record<string, Side>>;
  onChoose?: (path: string, side: Side) => void;
}) {
  const styles = useStyles();
  const { difference, side, onChoose } = props;
  const { left, right } = difference;
  const text = difference[side];
  const isChosen = !difference.isSame && props.chosen?.[difference.path] === side;
  return (
    <td className={mergeClasses(styles.cell, isChosen && styles.chosen)}>
      {onChoose && !difference.isSame && (
        <Radio
          name={`${props.name} ${difference.path}`}
          checked={isChosen}
          label={t('article.compare.take')}
          aria-label={t('article.compare.takeOf', { field: labelOf(difference), side: props.titles[side] })}
          onChange={() => onChoose(difference.path, side)}
        />
      )}
      <span className={mergeClasses(styles.value, text === undefined && styles.none)}>
        {difference.isSame || left === undefined || right === undefined ? (
          (text ?? t('common.nothing'))
        ) : (
          <MarkedWords before={left} after={right} side={side === 'left' ? 'before' : 'after'} />
        )}
      </span>
    </td>
  );
}

function labelOf({ label, path }: Difference): string {
  return label ?? fieldText(path);
}
