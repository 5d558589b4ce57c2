import {
  makeStyles,
  mergeClasses,
  Tooltip,
  tokens,
  useArrowNavigationGroup,
} from '@fluentui/react-components';
import {
  CheckboxCheckedRegular,
  CheckboxUncheckedRegular,
  ProhibitedFilled,
  ProhibitedRegular,
  WrenchRegular,
} from '@fluentui/react-icons';
import type { FacetValues } from '../../../shared/draft/draft.ts';
import type { FacetName } from '../../../shared/draft/facets.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { listButton, plainList, row, selected, stack, visuallyHidden } from '../../parts/commonStyles.ts';
import { formatNumber } from '../../state/format.ts';
import { chooseValue, useDraftsView } from '../../state/records/draftsView.ts';
import { fixAllOf } from '../../state/records/fixing.ts';
import { facetValueText } from './facetText.ts';

const button = { ...row, ...listButton, minHeight: '26px', fontSize: tokens.fontSizeBase200 } as const;

const useStyles = makeStyles({
  list: { ...plainList, ...stack },
  value: { display: 'flex', alignItems: 'stretch' },
  include: {
    ...button,
    flexGrow: 1,
    minWidth: 0,
    gap: tokens.spacingHorizontalXS,
    paddingInline: tokens.spacingHorizontalXS,
  },
  small: { ...button, justifyContent: 'center', flexShrink: 0, width: '28px', padding: 0 },
  gap: { flexShrink: 0, width: '28px' },
  icon: { flexShrink: 0, fontSize: '16px', display: 'inline-flex' },
  label: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  on: {
    ...selected,
    boxShadow: `inset 0 0 0 1px ${tokens.colorNeutralStrokeAccessible}`,
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Highlight',
      color: 'HighlightText',
    },
  },
  chosen: { fontWeight: tokens.fontWeightSemibold },
  spoken: visuallyHidden,
  excluded: { textDecorationLine: 'line-through' },
  count: { flexShrink: 0, fontVariantNumeric: 'tabular-nums' },
});

/** Values with buttons that include, exclude and fix the drafts with each; one tab stop, within which the arrow keys move. */
export function FacetValueList(props: { facet: FacetName; label: string; values: FacetValues['values'] }) {
  const styles = useStyles();
  const arrows = useArrowNavigationGroup({ axis: 'grid', memorizeCurrent: true });
  const { facet } = props;
  const filter = useDraftsView((view) => view.filter);
  const only: readonly string[] = filter[facet] ?? [];
  const not: readonly string[] = filter.not?.[facet] ?? [];
  return (
    <ul className={styles.list} aria-label={props.label} {...arrows}>
      {props.values.map(({ value, label, count }) => {
        const words = facetValueText(facet, value, label);
        const isOnly = only.includes(value);
        const isNot = not.includes(value);
        const exclude = t('drafts.facet.exclude', { value: words });
        return (
          <li key={value} className={styles.value}>
            <button
              type="button"
              className={mergeClasses(styles.include, isOnly && styles.on)}
              aria-pressed={isOnly}
              onClick={() => chooseValue(facet, value, isOnly ? null : 'only')}
            >
              <span className={styles.icon}>
                {isOnly ? <CheckboxCheckedRegular /> : <CheckboxUncheckedRegular />}
              </span>
              <span className={mergeClasses(styles.label, isOnly && styles.chosen, isNot && styles.excluded)}>
                {words}
                {isNot && <span className={styles.spoken}> {t('drafts.facet.excluded')}</span>}
              </span>
              <span className={styles.count}>{formatNumber(count)}</span>
            </button>
            {isFixable(facet) &&
              !filter.trashed &&
              (value === '' ? (
                <span className={styles.gap} />
              ) : (
                <FixButton facet={facet} value={value} words={words} count={count} />
              ))}
            <Tooltip content={exclude} relationship="label">
              <button
                type="button"
                className={mergeClasses(styles.small, isNot && styles.on)}
                aria-pressed={isNot}
                onClick={() => chooseValue(facet, value, isNot ? null : 'not')}
              >
                <span className={styles.icon}>{isNot ? <ProhibitedFilled /> : <ProhibitedRegular />}</span>
              </button>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}

/** Starts fixing mode with the drafts of the list that have one finding, or lack one field. */
function FixButton(props: { facet: 'finding' | 'missing'; value: string; words: string; count: number }) {
  const styles = useStyles();
  const { facet, value, words, count } = props;
  const fix = () => {
    const { filter } = useDraftsView.getState();
    void fixAllOf({ ...filter, [facet]: [value], not: { ...filter.not, [facet]: [] } });
  };
  const label = t('drafts.facet.fix', { count, n: formatNumber(count), value: words });
  return (
    <Tooltip content={label} relationship="label">
      <button type="button" className={styles.small} disabled={count === 0} onClick={fix}>
        <span className={styles.icon}>
          <WrenchRegular />
        </span>
      </button>
    </Tooltip>
  );
}

function isFixable(facet: FacetName): facet is 'finding' | 'missing' {
  return facet === 'finding' || facet === 'missing';
}
