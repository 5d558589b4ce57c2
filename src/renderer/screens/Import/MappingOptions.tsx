import { Field, Input, makeStyles, Radio, RadioGroup, Select, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { commonSeparators } from '../../../shared/tables/columnTargets.ts';
import { dateOrderOf } from '../../../shared/tables/dateOrder.ts';
import type { MappingView } from '../../../shared/tables/mappingView.ts';
import type { TableMapping } from '../../../shared/tables/tableMapping.ts';
import { formatLocale } from '../../state/format.ts';
import { columnName } from './columnChoices.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(14rem, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
    // A long choice is no wider than its place.
    '& .fui-Field': { gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 },
  },
  wide: { gridColumn: '1 / -1' },
});

/** Where the table is, and how its lists, authors and dates are written; asks only what matters for the table. */
export function MappingOptions(props: {
  view: MappingView;
  mapping: TableMapping;
  /** The user wants to continue, so unanswered questions are marked. */
  isOrderMissing: boolean;
  onChange: (mapping: TableMapping) => void;
  onPlace: (place: { sheet: string | null; headingRow: number | null }) => void;
}) {
  const styles = useStyles();
  const { view, mapping, onChange, onPlace } = props;
  const { sheet, listSeparators: lists, partSeparator, columns } = mapping;
  const has = (...targets: string[]) => columns.some(({ target }) => targets.includes(target));
  return (
    <div className={styles.root}>
      {view.sheets.length > 1 && (
        <Field label={t('import.map.sheet')}>
          <Select
            value={sheet ?? ''}
            onChange={(_, { value }) => onPlace({ sheet: value === '' ? null : value, headingRow: null })}
          >
            <option value="">{t('import.map.allSheets')}</option>
            {view.sheets.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      )}
      {view.rows.length > 0 && (
        <Field label={t('import.map.headingRow')}>
          <Select
            value={String(view.headingRow)}
            onChange={(_, { value }) => onPlace({ sheet, headingRow: Number(value) })}
          >
            {view.rows.map(({ line, cells }) => (
              <option key={line} value={line}>
                {t('import.map.row', { line, cells: cells.join(' · ') })}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {has('authors', 'affiliations', 'orcids', 'keywords', 'authorAffiliation') && (
        <Separator
          label={t('import.map.lists')}
          offered={listSeparators}
          value={lists}
          onChange={(chosen) => onChange({ ...mapping, listSeparators: [...chosen] })}
          ofText={(text) => [text]}
          toText={(separators) => separators.join('')}
        />
      )}
      {has('authors') && (
        <Separator
          label={t('import.map.parts')}
          offered={partSeparators}
          value={partSeparator}
          onChange={(chosen) => onChange({ ...mapping, partSeparator: chosen })}
          ofText={(text) => text}
          toText={(separator) => separator ?? ''}
        />
      )}
      {view.columns.map(({ unclearDates }, at) => {
        const column = columns[at];
        if (!column || unclearDates.length === 0) return null;
        const order = dateOrderOf(column, mapping);
        return (
          <DateOrder
            key={at}
            name={columnName(column, at)}
            dates={unclearDates}
            order={order}
            isMissing={props.isOrderMissing && order === null}
            onChange={(dateOrder) =>
              onChange({
                ...mapping,
                columns: columns.map((one, index) => (index === at ? { ...one, dateOrder } : one)),
              })
            }
          />
        );
      })}
    </div>
  );
}

/** Asks whether the day or the month comes first in the dates of a column. */
function DateOrder(props: {
  name: string;
  dates: readonly string[];
  order: TableMapping['dateOrder'];
  isMissing: boolean;
  onChange: (order: 'day' | 'month') => void;
}) {
  const styles = useStyles();
  const { name, dates, order, isMissing, onChange } = props;
  const [example = ''] = dates;
  return (
    <Field
      className={styles.wide}
      label={t('import.map.dateOrder', { name, dates: [...new Set(dates)].join(' · ') })}
      required
      validationState={isMissing ? 'error' : 'none'}
      validationMessage={isMissing ? t('import.map.orderMissing') : undefined}
    >
      <RadioGroup
        value={order ?? ''}
        onChange={(_, { value }) => onChange(value === 'month' ? 'month' : 'day')}
      >
        <Radio value="day" label={dateExample(example, 'day')} />
        <Radio value="month" label={dateExample(example, 'month')} />
      </RadioGroup>
    </Field>
  );
}

/** Asks for a separator: one of those offered, or another text. */
function Separator<T extends readonly string[] | string | null>(props: {
  label: string;
  offered: Readonly<Record<string, T>>;
  value: T;
  onChange: (value: T) => void;
  ofText: (text: string) => T;
  toText: (value: T) => string;
}) {
  const { label, offered, value, onChange, ofText } = props;
  const [isOther, setOther] = useState(false);
  // Another one can be like an offered one for a moment, while it is typed.
  const name = isOther ? undefined : separatorName(offered, value);
  return (
    <>
      <Field label={label}>
        <Select
          value={name ?? 'other'}
          onChange={(_, { value: chosen }) => {
            setOther(chosen === 'other');
            onChange(chosen === 'other' ? ofText(' / ') : offered[chosen]!);
          }}
        >
          {Object.keys(offered).map((one) => (
            <option key={one} value={one}>
              {t(`import.map.separator.${one}`)}
            </option>
          ))}
          <option value="other">{t('import.map.separator.other')}</option>
        </Select>
      </Field>
      {name === undefined && (
        <Field label={t('import.map.otherSeparator', { label })}>
          <Input
            value={props.toText(value)}
            maxLength={10}
            onChange={(_, { value: typed }) => typed !== '' && onChange(ofText(typed))}
          />
        </Field>
      )}
    </>
  );
}

/** The meaning of a numeric date such as `03/04/2024` with the day, or the month, first. */
function dateExample(text: string, order: 'day' | 'month'): string {
  const [first = 1, second = 1, year = 1] = (text.match(/\d+/g) ?? []).map(Number);
  const [day, month] = order === 'day' ? [first, second] : [second, first];
  const date = new Date(Date.UTC(year, month - 1, day));
  const format = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'long', timeZone: 'UTC' });
  return t(`import.map.order.${order}`, { date: format.format(date) });
}

/** Separators offered for lists in a cell; the first uses whichever common one a cell has. */
const listSeparators: Readonly<Record<string, readonly string[]>> = {
  auto: commonSeparators,
  semicolon: [';'],
  bar: ['|'],
  line: ['\n'],
  comma: [','],
  slash: ['/'],
};

/** Separators that are offered between the name, affiliation and ORCID of an author in a list. */
const partSeparators: Readonly<Record<string, string | null>> = {
  none: null,
  comma: ',',
  bar: '|',
  slash: '/',
  colon: ':',
};

/** The name of a separator among those offered; undefined for another one. */
function separatorName(
  offered: Readonly<Record<string, readonly string[] | string | null>>,
  value: readonly string[] | string | null,
): string | undefined {
  return Object.keys(offered).find((name) => JSON.stringify(offered[name]) === JSON.stringify(value));
}
