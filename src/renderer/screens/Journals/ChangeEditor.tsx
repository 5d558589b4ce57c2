import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import { applicationSections, type FieldFact } from '../../../shared/application/applicationFields.ts';
import { isFixed } from '../../../shared/application/updateRequest.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { ApplicationField } from '../../parts/application/ApplicationField.tsx';
import { factOf } from '../../parts/application/applicationPlaces.ts';
import { outlined, stack, wrapping } from '../../parts/commonStyles.ts';
import { type EditableRecord, FormContext, type FormParts } from '../../parts/form/formContext.ts';
import { allAddresses, type ChangeDraft, changeableFields, type How, waysFor } from './bulkChanges.ts';

const useStyles = makeStyles({
  root: {
    ...stack,
    ...outlined,
    rowGap: tokens.spacingVerticalS,
    margin: 0,
    padding: tokens.spacingHorizontalM,
    minWidth: 0,
  },
  choices: { ...wrapping, alignItems: 'end', gap: tokens.spacingHorizontalS },
  field: { flex: '3 1 14rem', minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' },
  how: { flex: '2 1 10rem', minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' },
  // As wide as the available space, not as its longest entry.
  select: { minWidth: 0, width: '100%' },
});

/** One change: the field, the operation, and the value in the field's own control. */
export function ChangeEditor(props: {
  account: Account;
  change: ChangeDraft;
  place: number;
  onChange: (change: ChangeDraft) => void;
  /** null: it is the only one. */
  onRemove: (() => void) | null;
}) {
  const styles = useStyles();
  const { account, change, place } = props;
  const fields = useMemo(() => changeableFields((path) => isFixed(path, account.dialect)), [account.dialect]);
  const fact = factOf(change.path);
  const choose = (path: string) => {
    const next = factOf(path);
    const how = path === allAddresses ? 'replace' : next ? waysFor(next)[0]! : 'set';
    props.onChange({ ...change, path, how, record: {} });
  };
  return (
    <fieldset className={styles.root} aria-label={t('journals.many.change', { place })}>
      <div className={styles.choices}>
        <Field className={styles.field} label={t('journals.many.field')}>
          <Select
            select={{ className: styles.select }}
            className={styles.select}
            value={change.path}
            onChange={(_, { value }) => choose(value)}
          >
            <option value="">{t('journals.many.chooseField')}</option>
            <option value={allAddresses}>{t('journals.many.addresses')}</option>
            {applicationSections.map((section) => (
              <FieldGroup key={section} section={section} fields={fields} />
            ))}
          </Select>
        </Field>
        {fact && (
          <Field className={styles.how} label={t('journals.many.how')}>
            <Select
              className={styles.select}
              select={{ className: styles.select }}
              value={change.how}
              onChange={(_, { value }) => {
                const how = value as How;
                // The field's own control begins empty when it is shown again.
                props.onChange({ ...change, how, record: hasValue(how) ? change.record : {} });
              }}
            >
              {waysFor(fact).map((how) => (
                <option key={how} value={how}>
                  {t(`journals.many.way.${how}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {props.onRemove && (
          <Button
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={t('journals.many.removeChange', { place })}
            onClick={props.onRemove}
          />
        )}
      </div>
      {change.how === 'replace' && (
        <div className={styles.choices}>
          <Field className={styles.field} label={t('journals.many.find')}>
            <Input
              className={styles.select}
              input={{ className: styles.select }}
              value={change.find}
              onChange={(_, { value }) => props.onChange({ ...change, find: value })}
            />
          </Field>
          <Field className={styles.field} label={t('journals.many.replacement')}>
            <Input
              className={styles.select}
              input={{ className: styles.select }}
              value={change.replacement}
              onChange={(_, { value }) => props.onChange({ ...change, replacement: value })}
            />
          </Field>
        </div>
      )}
      {fact && hasValue(change.how) && (
        <ValueEditor
          key={change.path}
          account={account}
          fact={fact}
          onRecord={(record) => props.onChange({ ...change, record })}
        />
      )}
    </fieldset>
  );
}

/** Returns true if the field's own control is shown. */
function hasValue(how: How): boolean {
  return how !== 'clear' && how !== 'replace';
}

function FieldGroup(props: { section: FieldFact['section']; fields: readonly FieldFact[] }) {
  const fields = props.fields.filter(({ section }) => section === props.section);
  if (fields.length === 0) return null;
  return (
    <optgroup label={t(`application.section.${props.section}`)}>
      {fields.map(({ path }) => (
        <option key={path} value={path}>
          {fieldText(path)}
        </option>
      ))}
    </optgroup>
  );
}

/** The field of the application form, for an empty record. */
function ValueEditor(props: {
  account: Account;
  fact: FieldFact;
  onRecord: (record: ChangeDraft['record']) => void;
}) {
  const { account, fact, onRecord } = props;
  const latest = useRef(onRecord);
  useEffect(() => {
    latest.current = onRecord;
  });
  const form: FormParts = useMemo(
    () => ({ session: createUnsavedRecord((record) => latest.current(record)), account, validation: null }),
    [account],
  );
  // The field is shown regardless of the answers to the questions above it in the form.
  const shown = useMemo(() => ({ ...fact, when: undefined }), [fact]);
  return (
    <FormContext.Provider value={form}>
      <ApplicationField fact={shown} />
    </FormContext.Provider>
  );
}

/** Creates a record for the fields of a form that is not saved; `onEdit` receives it after every change. */
function createUnsavedRecord(onEdit: (record: DraftRecord) => void): EditableRecord {
  const store = createStore<{ record: DraftRecord }>(() => ({ record: {} }));
  return {
    store,
    edit(change) {
      const record = change(store.getState().record);
      store.setState({ record });
      onEdit(record);
    },
  };
}
