import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { flushSync } from 'react-dom';
import type { FieldFact } from '../../../shared/application/applicationFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { readText, splice } from '../../../shared/draft/recordEdits.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { codeTyped, nameOf } from '../../../shared/i18n/vocabularyNames.ts';
import { useForm, useNotes, useRecordPart, useValue } from '../form/formContext.ts';
import { fieldId, notesId, placeKey } from '../form/place.ts';
import { FieldNotes } from '../form/RecordField.tsx';
import { useFirstRows } from '../form/useFirstRows.tsx';
import { setNumber, setText } from './applicationEdits.ts';
import { GroupFrame } from './FieldFrame.tsx';
import { VocabularyBox } from './VocabularyBox.tsx';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(5rem, 1fr) auto',
    gap: tokens.spacingHorizontalS,
    maxWidth: '32rem',
  },
  remove: { minWidth: '32px' },
  add: { justifySelf: 'start' },
});

/** More rows are rendered on demand only. */
const rowsAtFirst = 60;

/** Amounts of money in rows, each with its currency. */
export function PricesControl({ fact }: { fact: FieldFact }) {
  const styles = useStyles();
  const { session } = useForm();
  const { path } = fact;
  const value = useValue(path);
  const rows = Array.isArray(value) ? value : [];
  const first = useFirstRows({ total: rows.length, atFirst: rowsAtFirst });
  const add = () => {
    flushSync(() => {
      first.showAll();
      session.edit((record) => splice(record, path, rows.length, 0, [{}]));
    });
    document.getElementById(fieldId(`${path}[${rows.length}].currency`))?.focus();
  };
  const remove = (at: number) => {
    const taken = rows[at] ?? null;
    flushSync(() =>
      session.edit((record) => splice(record, path, at, 1, []), {
        section: fact.section,
        text: t('application.prices.removed'),
        revert: (record) => splice(record, path, at, 0, [taken]),
      }),
    );
    document.getElementById(fieldId(path))?.focus();
  };
  return (
    <GroupFrame fact={fact}>
      {rows.slice(0, first.count).map((row, at) => (
        <PriceRow
          key={placeKey(at)}
          path={`${path}[${at}]`}
          place={at + 1}
          isObject={typeof row === 'object' && row !== null && !Array.isArray(row)}
          onRemove={() => remove(at)}
        />
      ))}
      <Button id={fieldId(path)} size="small" className={styles.add} icon={<AddRegular />} onClick={add}>
        {t('application.prices.add')}
      </Button>
      {first.button}
    </GroupFrame>
  );
}

function PriceRow(props: { path: string; place: number; isObject: boolean; onRemove: () => void }) {
  const styles = useStyles();
  const { session } = useForm();
  const { path, place } = props;
  const [currencyPath, pricePath] = [`${path}.currency`, `${path}.price`];
  const currency = useRecordPart((record) => readText(record, currencyPath));
  const price = useRecordPart((record) => readText(record, pricePath));
  const raw = useRecordPart((record) => (props.isObject ? null : (getAt(record, path) ?? null)));
  const currencyNotes = useNotes(currencyPath);
  const priceNotes = useNotes(pricePath);
  const hasError = (notes: typeof priceNotes) => notes.some((note) => note.severity === 'error');
  const put = (change: (record: DraftRecord) => DraftRecord) => session.edit(change);
  return (
    <div>
      <div className={styles.row}>
        <span data-field={currencyPath}>
          <VocabularyBox
            id={fieldId(currencyPath)}
            list="currency"
            label={t('application.prices.currency', { place })}
            text={currency === '' ? '' : `${currency} ${nameOf('currency', currency)}`}
            codes={currency === '' ? [] : [currency]}
            isInvalid={hasError(currencyNotes)}
            onPick={(code) => put((record) => setText(record, currencyPath, code))}
            onText={(text) => put((record) => setText(record, currencyPath, codeTyped('currency', text)))}
          />
        </span>
        <span data-field={pricePath}>
          <Input
            id={fieldId(pricePath)}
            aria-label={t('application.prices.price', { place })}
            aria-invalid={hasError(priceNotes) || undefined}
            aria-describedby={priceNotes.length > 0 ? notesId(pricePath) : undefined}
            inputMode="numeric"
            value={props.isObject ? price : JSON.stringify(raw)}
            onChange={(_, data) => put((record) => setNumber(record, pricePath, data.value))}
            onBlur={() => put((record) => setNumber(record, pricePath, price.trim()))}
          />
        </span>
        <Button
          className={styles.remove}
          appearance="subtle"
          icon={<DeleteRegular />}
          aria-label={t('application.prices.remove', { place })}
          title={t('application.prices.remove', { place })}
          onClick={props.onRemove}
        />
      </div>
      <FieldNotes id={notesId(currencyPath)} field={currencyPath} />
      <FieldNotes id={notesId(pricePath)} field={pricePath} />
    </div>
  );
}
