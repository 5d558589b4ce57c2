import {
  Button,
  Checkbox,
  Input,
  makeStyles,
  Radio,
  RadioGroup,
  Select,
  Text,
  Tooltip,
  tokens,
} from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { useId, useState } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { SearchKind } from '../../../shared/search/searching.ts';
import { type Condition, type SearchField, searchFields } from '../../../shared/search/searchQuery.ts';
import { outlined, plainList, secondary, wrappingRow } from '../../parts/commonStyles.ts';
import {
  type Built,
  blankCondition,
  build,
  howsOf,
  type Join,
  rowsFor,
  withField,
  withHow,
} from './builderRows.ts';

const useStyles = makeStyles({
  root: {
    ...outlined,
    display: 'grid',
    rowGap: tokens.spacingVerticalS,
    minWidth: 0,
    margin: 0,
    padding: tokens.spacingHorizontalS,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  rows: { ...plainList, display: 'grid', rowGap: tokens.spacingVerticalXS },
  row: {
    ...wrappingRow,
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  field: { flex: '2 1 150px', minWidth: 0 },
  // As wide as its longest choice.
  how: { flex: '1 0 auto', maxWidth: '100%' },
  value: { flex: '3 1 150px', minWidth: 0 },
  foot: { ...wrappingRow, columnGap: tokens.spacingHorizontalM },
  quiet: secondary,
});

/** Conditions in rows that generate the text of the query field, and are parsed from it if rows can express it. */
export function QueryBuilder(props: { kind: SearchKind; text: string; onText: (text: string) => void }) {
  const styles = useStyles();
  const [built, setBuilt] = useState<Built>({ text: '', conditions: [], join: 'AND' });
  const fields = searchFields(props.kind);
  const shown = rowsFor(props.text, built);
  const change = (conditions: readonly Condition[], join: Join) => {
    const next = build(conditions, join);
    setBuilt(next);
    props.onText(next.text);
  };
  if (!shown) {
    return (
      <section className={styles.root} aria-label={t('search.builder.title')}>
        <Text>{t('search.builder.tooMuch')}</Text>
        <span>
          <Button size="small" onClick={() => change([blankCondition], 'AND')}>
            {t('search.builder.anew')}
          </Button>
        </span>
      </section>
    );
  }
  const { conditions, join } = shown;
  return (
    <section className={styles.root} aria-label={t('search.builder.title')}>
      <ul className={styles.rows}>
        {conditions.map((condition, at) => (
          <li key={`row ${at + 1}`}>
            <ConditionRow
              place={at + 1}
              fields={fields}
              condition={condition}
              onChange={(next) => change(conditions.with(at, next), join)}
              onRemove={() => change(conditions.toSpliced(at, 1), join)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Button
          size="small"
          icon={<AddRegular />}
          onClick={() => change([...conditions, blankCondition], join)}
        >
          {t('search.builder.add')}
        </Button>
        <RadioGroup
          layout="horizontal"
          aria-label={t('search.builder.join')}
          value={join}
          onChange={(_, data) => change(conditions, data.value === 'OR' ? 'OR' : 'AND')}
        >
          <Radio value="AND" label={t('search.builder.all')} />
          <Radio value="OR" label={t('search.builder.any')} />
        </RadioGroup>
      </div>
    </section>
  );
}

function ConditionRow(props: {
  place: number;
  fields: readonly SearchField[];
  condition: Condition;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}) {
  const styles = useStyles();
  const { place, fields, condition, onChange } = props;
  const field = fields.find(({ name }) => name === condition.field);
  const label = describe(field?.label) || condition.field || t('search.builder.anywhere');
  return (
    <fieldset className={styles.row} aria-label={t('search.builder.row', { place })}>
      <Select
        className={styles.field}
        aria-label={t('search.builder.field')}
        value={condition.field}
        onChange={(_, { value }) => onChange(withField(condition, value, fields))}
      >
        <option value="">{t('search.builder.anywhere')}</option>
        {!field && condition.field !== '' && <option value={condition.field}>{condition.field}</option>}
        {fields.map((one) => (
          <option key={one.name} value={one.name}>
            {describe(one.label)}
          </option>
        ))}
      </Select>
      <Checkbox
        label={t('search.builder.not')}
        checked={condition.not}
        onChange={(_, { checked }) => onChange({ ...condition, not: checked === true })}
      />
      <Select
        className={styles.how}
        aria-label={t('search.builder.how')}
        value={condition.how}
        onChange={(_, { value }) => onChange(withHow(condition, value as Condition['how']))}
      >
        {[...new Set([...howsOf(condition.field, fields), condition.how])].map((how) => (
          <option key={how} value={how}>
            {t(`search.builder.hows.${how}`)}
          </option>
        ))}
      </Select>
      <Value field={field} label={label} condition={condition} onChange={onChange} />
      <Tooltip content={t('search.builder.remove', { place })} relationship="label">
        <Button size="small" appearance="subtle" icon={<DismissRegular />} onClick={props.onRemove} />
      </Tooltip>
    </fieldset>
  );
}

function Value(props: {
  field: SearchField | undefined;
  label: string;
  condition: Condition;
  onChange: (condition: Condition) => void;
}) {
  const styles = useStyles();
  const id = useId();
  const { condition, label, onChange } = props;
  const input = (end: 'value' | 'to', name: string) => {
    const value = condition[end] ?? '';
    return (
      <Input
        id={`${id}-${end}`}
        className={styles.value}
        aria-label={name}
        type={props.field?.type === 'date' && /^(\d{4}-\d\d-\d\d)?$/.test(value) ? 'date' : 'text'}
        value={value}
        onChange={(_, data) => onChange({ ...condition, [end]: data.value })}
      />
    );
  };
  if (condition.how !== 'range') return input('value', t('search.builder.value', { field: label }));
  return (
    <>
      {input('value', t('search.builder.from', { field: label }))}
      <Text className={styles.quiet}>{t('search.builder.to')}</Text>
      {input('to', t('search.builder.until', { field: label }))}
    </>
  );
}
