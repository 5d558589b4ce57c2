import { Badge, makeStyles, mergeClasses, Select, Text, tokens } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { columnTargets } from '../../../shared/tables/columnTargets.ts';
import type { MappingView } from '../../../shared/tables/mappingView.ts';
import type { ColumnMapping } from '../../../shared/tables/tableMapping.ts';
import { plainList, smallSecondary, stack, thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { formatNumber, languageName } from '../../state/format.ts';
import {
  columnName,
  hasLanguage,
  isOfOneAuthor,
  isUnmapped,
  languageCodes,
  targetChoices,
  targetLabel,
  withTarget,
} from './columnChoices.ts';

const useStyles = makeStyles({
  list: plainList,
  column: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
    paddingBlock: tokens.spacingVerticalS,
    paddingInlineStart: tokens.spacingHorizontalS,
    borderBottom: thinLine,
    borderLeft: '3px solid transparent',
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalXS },
  },
  unmapped: {
    backgroundColor: tokens.colorNeutralBackground2,
    borderLeftColor: tokens.colorStatusWarningBorderActive,
  },
  heading: {
    ...wrappingRow,
    gap: tokens.spacingHorizontalS,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  values: { ...smallSecondary, overflowWrap: 'anywhere' },
  choices: { ...stack, rowGap: tokens.spacingVerticalXS },
});

/** The columns of a table with their first values, each with the field that takes them. */
export function ColumnList(props: {
  view: MappingView;
  columns: readonly ColumnMapping[];
  onChange: (columns: ColumnMapping[]) => void;
}) {
  const styles = useStyles();
  const { view, columns } = props;
  const change = (at: number, column: ColumnMapping) =>
    props.onChange(columns.map((one, index) => (index === at ? column : one)));
  const authors = columns.flatMap(({ author }) => author ?? []);
  const maxAuthors = Math.max(3, ...authors) + 1;
  const hidden = columns.length - view.columns.length;
  return (
    <>
      <ul className={styles.list}>
        {view.columns.map(({ values }, at) => {
          const column = columns[at];
          // A column without heading and values is a surplus separator.
          if (!column || (column.heading.trim() === '' && values.length === 0)) return null;
          return (
            <Column
              key={at}
              name={columnName(column, at)}
              column={column}
              values={values}
              maxAuthors={maxAuthors}
              onChange={(changed) => change(at, changed)}
            />
          );
        })}
      </ul>
      {hidden > 0 && <Text>{t('import.map.moreColumns', { count: hidden, n: formatNumber(hidden) })}</Text>}
    </>
  );
}

function Column(props: {
  name: string;
  column: ColumnMapping;
  values: readonly string[];
  maxAuthors: number;
  onChange: (column: ColumnMapping) => void;
}) {
  const styles = useStyles();
  const { name, column, values, onChange } = props;
  const { heading, target, author, language } = column;
  const isOpen = isUnmapped(column);
  return (
    <li className={mergeClasses(styles.column, isOpen && styles.unmapped)}>
      <div>
        <div className={styles.heading}>
          <span>{name}</span>
          {isOpen && (
            <Badge appearance="tint" shape="rounded" color="warning">
              {t('import.map.target.ignored')}
            </Badge>
          )}
        </div>
        <div className={styles.values}>
          {values.length === 0 ? t('import.map.noValues') : values.join(' · ')}
        </div>
      </div>
      <div className={styles.choices}>
        <Select
          aria-label={t('import.map.fieldOf', { name })}
          value={target === 'authorOther' ? 'ignored' : target}
          onChange={(_, { value }) => {
            const chosen = columnTargets.find((one) => one === value);
            if (chosen) onChange(withTarget(column, chosen));
          }}
        >
          <option value="ignored">{t('import.map.target.ignored')}</option>
          {targetChoices.map(({ name: group, targets }) => (
            <optgroup key={group} label={t(`import.map.group.${group}`)}>
              {targets.map((one) => (
                <option key={one} value={one}>
                  {targetLabel(one)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        {isOfOneAuthor(target) && !isOpen && (
          <Select
            aria-label={t('import.map.authorOf', { name })}
            value={author === undefined ? '' : String(author)}
            onChange={(_, { value }) =>
              onChange({ heading, target, ...(value !== '' && { author: Number(value) }) })
            }
          >
            <option value="">{t('import.map.rowAuthor')}</option>
            {Array.from({ length: props.maxAuthors + 1 }, (_, number) => number)
              .filter((number) => number > 0 || author === 0)
              .map((number) => (
                <option key={number} value={number}>
                  {t('import.map.author', { number })}
                </option>
              ))}
          </Select>
        )}
        {hasLanguage(target) && (
          <Select
            aria-label={t('import.map.languageOf', { name })}
            value={language ?? ''}
            onChange={(_, { value }) =>
              onChange({ heading, target, ...(value !== '' && { language: value }) })
            }
          >
            <option value="">{t('import.map.anyLanguage')}</option>
            {languageCodes(language).map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </Select>
        )}
      </div>
    </li>
  );
}
