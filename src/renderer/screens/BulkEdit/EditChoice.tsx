import { Checkbox, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import { articleTexts } from '../../../shared/article/articleFields.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { caseLanguages, caseStyles } from '../../../shared/text/changeCase.ts';
import { fixKindText } from '../../parts/article/fixKindText.ts';
import { stack, wrapping } from '../../parts/commonStyles.ts';
import { JournalBox } from '../../parts/journal/JournalBox.tsx';
import { useJournals } from '../../state/data/journals.ts';
import {
  type EditInput,
  type FieldOperation,
  fieldsOf,
  fixedValues,
  hasField,
  type Operation,
  operations,
} from './editInput.ts';

const useStyles = makeStyles({
  root: { ...stack, rowGap: tokens.spacingVerticalS, border: 0, margin: 0, padding: 0, minWidth: 0 },
  line: { ...wrapping, alignItems: 'flex-start', gap: tokens.spacingHorizontalM },
  field: { flex: '1 1 14rem', minWidth: 0 },
  // As wide as the available space, not as its longest entry.
  select: { minWidth: 0, width: '100%' },
});

interface Props {
  accountId: string;
  input: EditInput;
  isLocked: boolean;
  onChange: (input: EditInput) => void;
}

/** The choice of an operation, its field and its values. */
export function EditChoice(props: Props) {
  const styles = useStyles();
  const { input, isLocked } = props;
  return (
    <fieldset className={styles.root} disabled={isLocked} aria-label={t('edits.what')}>
      <div className={styles.line}>
        <Choice
          label={t('edits.operation')}
          value={input.operation}
          onChange={(operation) => props.onChange({ ...input, operation: operation as Operation })}
        >
          {input.fix && (
            <option value="fix">{t('edits.operations.fix', { finding: fixKindText(input.fix) })}</option>
          )}
          {Object.entries(operations).map(([group, list]) => (
            <optgroup key={group} label={t(`edits.groups.${group}`)}>
              {list.map((operation) => (
                <option key={operation} value={operation}>
                  {t(`edits.operations.${operation}`)}
                </option>
              ))}
            </optgroup>
          ))}
        </Choice>
        {hasField(input.operation) && <FieldChoice {...props} operation={input.operation} />}
      </div>
      <Values {...props} />
    </fieldset>
  );
}

function FieldChoice(props: Props & { operation: keyof typeof fieldsOf }) {
  const { input, operation } = props;
  return (
    <Choice
      label={t('edits.field')}
      value={input.fields[operation]}
      onChange={(field) => props.onChange({ ...input, fields: { ...input.fields, [operation]: field } })}
    >
      {fieldsOf[operation].map((field) => (
        <option key={field} value={field}>
          {fieldName(field)}
        </option>
      ))}
    </Choice>
  );
}

/** Texts have the same name as in the form; parts of lists have one that says so. */
function fieldName(field: (typeof fieldsOf)[FieldOperation][number]): string {
  const isText = articleTexts.some(({ name }) => name === field);
  return isText ? t(`field.${field}`) : t(`edits.fields.${field}`);
}

/** The controls of the chosen operation. */
function Values(props: Props) {
  const styles = useStyles();
  const { input } = props;
  const set = (change: Partial<EditInput>) => props.onChange({ ...input, ...change });
  const text = (name: TextName, label: string, hint?: string) => (
    <Field className={styles.field} label={label} hint={hint}>
      <Input value={input[name]} onChange={(_, data) => set({ [name]: data.value })} />
    </Field>
  );
  const tick = (name: TickName, label: string) => (
    <Checkbox
      checked={input[name]}
      label={label}
      onChange={(_, data) => set({ [name]: data.checked === true })}
    />
  );
  const listChoice = (
    <Choice
      label={t('edits.listLabel')}
      value={input.list}
      onChange={(list) => set({ list: list as EditInput['list'] })}
    >
      <option value="authors">{t('edits.lists.authors')}</option>
      <option value="keywords">{t('edits.lists.keywords')}</option>
    </Choice>
  );
  const fixed = fixedValues(input);
  switch (input.operation) {
    case 'set':
      return (
        <>
          <div className={styles.line}>
            {fixed ? (
              <ValueChoice input={input} values={fixed} onChange={(value) => set({ value })} />
            ) : (
              text('value', t('edits.value'))
            )}
          </div>
          {tick('onlyEmpty', t('edits.onlyEmpty'))}
        </>
      );
    case 'setJournal':
      return (
        <>
          <JournalChoice {...props} />
          {tick('onlyEmpty', t('edits.onlyEmpty'))}
        </>
      );
    case 'affiliation':
      return (
        <>
          <div className={styles.line}>
            {text('author', t('edits.author'), t('edits.authorHint'))}
            {text('affiliation', t('edits.affiliation'), t('edits.affiliationHint'))}
          </div>
          {tick('onlyEmpty', t('edits.onlyEmpty'))}
        </>
      );
    case 'addKeywords':
    case 'removeKeywords':
    case 'setKeywords':
      return text('keywords', t('edits.keywords'), t('article.keywords.hint'));
    case 'replace':
      return (
        <>
          <div className={styles.line}>
            {text('find', t('edits.find'))}
            {text('with', t('edits.with'), input.isRegex ? t('edits.regexHint') : undefined)}
          </div>
          <div className={styles.line}>
            {tick('isCaseSensitive', t('edits.isCaseSensitive'))}
            {tick('isRegex', t('edits.isRegex'))}
          </div>
        </>
      );
    case 'case':
      return (
        <div className={styles.line}>
          <Choice
            label={t('edits.to')}
            value={input.to}
            onChange={(to) => set({ to: to as EditInput['to'] })}
          >
            {caseStyles.map((style) => (
              <option key={style} value={style}>
                {t(`edits.caseStyle.${style}`)}
              </option>
            ))}
          </Choice>
          <Choice
            label={t('edits.language')}
            value={input.language}
            onChange={(language) => set({ language: language as EditInput['language'] })}
          >
            {caseLanguages.map((language) => (
              <option key={language} value={language}>
                {t(`edits.caseLanguage.${language || 'other'}`)}
              </option>
            ))}
          </Choice>
        </div>
      );
    case 'split':
      return (
        <div className={styles.line}>
          {listChoice}
          {text('separator', t('edits.separator'), t('edits.separatorHint'))}
        </div>
      );
    case 'join':
      return (
        <div className={styles.line}>
          {listChoice}
          {text(
            'joiner',
            t('edits.joiner'),
            input.list === 'authors' ? t('edits.joinAuthorsHint') : undefined,
          )}
        </div>
      );
    case 'replaceHost':
      return (
        <div className={styles.line}>
          {text('from', t('edits.from'), t('edits.hostHint'))}
          {text('host', t('edits.host'))}
        </div>
      );
    default:
      return null;
  }
}

type TextName =
  | 'value'
  | 'author'
  | 'affiliation'
  | 'keywords'
  | 'find'
  | 'with'
  | 'separator'
  | 'joiner'
  | 'from'
  | 'host';
type TickName = 'onlyEmpty' | 'isRegex' | 'isCaseSensitive';

/** The value of a field with a fixed set of values. */
function ValueChoice(props: {
  input: EditInput;
  values: readonly string[];
  onChange: (value: string) => void;
}) {
  const { input, values } = props;
  return (
    <Choice
      label={t('edits.value')}
      value={values.includes(input.value) ? input.value : ''}
      onChange={props.onChange}
    >
      <option value="">{t('edits.choose')}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </Choice>
  );
}

function JournalChoice({ accountId, input, onChange }: Props) {
  const styles = useStyles();
  const journals = useJournals(accountId);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field className={styles.field} label={t('article.journal.label')}>
      <JournalBox
        journals={journals}
        text={typed ?? input.journal?.title ?? ''}
        chosen={input.journal}
        placeholder={t('article.journal.placeholder')}
        none={t('article.journal.none')}
        onText={setTyped}
        onChoose={(journal) => {
          setTyped(null);
          onChange({ ...input, journal });
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  );
}

function Choice(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <Field className={styles.field} label={props.label}>
      <Select
        className={styles.select}
        select={{ className: styles.select }}
        value={props.value}
        onChange={(_, { value }) => props.onChange(value)}
      >
        {props.children}
      </Select>
    </Field>
  );
}
