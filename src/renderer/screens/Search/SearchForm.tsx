import {
  Button,
  Input,
  Label,
  makeStyles,
  Radio,
  RadioGroup,
  Select,
  Text,
  tokens,
} from '@fluentui/react-components';
import { ArrowSortDownRegular, ArrowSortUpRegular, SearchRegular } from '@fluentui/react-icons';
import { type FormEvent, useId, useRef, useState } from 'react';
import { searchKinds } from '../../../shared/choices.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { SearchKind } from '../../../shared/search/searching.ts';
import { type CheckedQuery, searchFields } from '../../../shared/search/searchQuery.ts';
import { barPadding, secondary, stack, thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { announce } from '../../state/announce.ts';
import {
  askAgain,
  chooseKind,
  runSearch,
  setText,
  useSearches,
  useSearchResult,
} from '../../state/data/searches.ts';
import { searchBoxId } from '../../state/navigation/commands.ts';
import { QueryBuilder } from './QueryBuilder.tsx';
import { QueryFindings } from './QueryFindings.tsx';
import { SaveSearchDialog } from './SaveSearchDialog.tsx';
import { isSendable, useCheckedQuery } from './useCheckedQuery.ts';

const maxQueryLength = 4000;

const useStyles = makeStyles({
  form: { ...stack, ...barPadding, rowGap: tokens.spacingVerticalS, borderBottom: thinLine },
  kinds: { flexWrap: 'wrap' },
  start: { justifySelf: 'start', alignSelf: 'start' },
  line: { ...wrappingRow, gap: tokens.spacingHorizontalS },
  query: { flex: '1 1 240px', minWidth: 0 },
  input: { fontFamily: tokens.fontFamilyMonospace, minWidth: 0 },
  sent: { ...secondary, overflowWrap: 'anywhere' },
  code: { fontFamily: tokens.fontFamilyMonospace },
  space: { flexGrow: 1 },
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
});

/** The search form: kind of record, query with its findings, builder, order. */
export function SearchForm(props: { isBuilding: boolean; onBuild: (isOn: boolean) => void }) {
  const styles = useStyles();
  const { kind, text } = useSearches();
  const { isBusy } = useSearchResult();
  const checked = useCheckedQuery();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const { isBuilding } = props;
  const [isSaving, setSaving] = useState(false);
  const hasError = checked !== null && !isSendable(checked);
  const among = checked?.findings.find((one) => one.among)?.among;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (checked && isSendable(checked)) void runSearch();
    else {
      field.current?.focus();
      const error = checked?.findings.find(({ severity }) => severity === 'error');
      announce(error ? describe(error.message) : t('search.empty'));
    }
  };
  const select = (start: number, end: number) => {
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  };
  const form = (
    <form className={styles.form} onSubmit={submit} aria-label={t('search.title')} data-region="search">
      <RadioGroup
        layout="horizontal"
        className={styles.kinds}
        aria-label={t('search.kind.label')}
        value={kind}
        onChange={(_, data) => chooseKind(data.value as SearchKind)}
      >
        {searchKinds.map((one) => (
          <Radio key={one} value={one} label={t(`search.kind.${one}`)} />
        ))}
      </RadioGroup>
      <div className={styles.line}>
        <Input
          ref={field}
          id={searchBoxId}
          className={styles.query}
          input={{ className: styles.input }}
          aria-label={t('search.query')}
          placeholder={t('search.queryHint')}
          value={text}
          maxLength={maxQueryLength}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={hasError || undefined}
          aria-describedby={checked && checked.findings.length > 0 ? id : undefined}
          onChange={(_, data) => setText(data.value)}
        />
        <Button
          type="submit"
          appearance="primary"
          icon={<SearchRegular />}
          disabledFocusable={checked === null}
        >
          {t(isBusy ? 'search.running' : 'search.run')}
        </Button>
      </div>
      {checked && checked.findings.length > 0 && (
        <QueryFindings
          id={id}
          text={text}
          findings={checked.findings}
          onUse={(query) => {
            setText(query);
            field.current?.focus();
          }}
          onSelect={select}
        />
      )}
      {among && (
        <Button
          size="small"
          className={styles.start}
          icon={<SearchRegular />}
          onClick={() => {
            setText(among.query);
            chooseKind(among.kind);
            void runSearch();
          }}
        >
          {t(`search.among.${among.kind}`, { query: among.query })}
        </Button>
      )}
      <SentLine checked={checked} />
      {isBuilding && <QueryBuilder kind={kind} text={text} onText={setText} />}
      <div className={styles.line}>
        <Button size="small" aria-expanded={isBuilding} onClick={() => props.onBuild(!isBuilding)}>
          {t(isBuilding ? 'search.builder.hide' : 'search.builder.show')}
        </Button>
        <Button
          size="small"
          disabledFocusable={!checked || !isSendable(checked)}
          onClick={() => setSaving(true)}
        >
          {t('search.save.open')}
        </Button>
        <span className={styles.space} />
        <SortBox />
      </div>
    </form>
  );
  // The dialog is outside the form, because submitting it would run the search as well.
  return (
    <>
      {form}
      {isSaving && <SaveSearchDialog onClose={() => setSaving(false)} />}
    </>
  );
}

/** The query as the directory receives it, in small print. */
function SentLine({ checked }: { checked: CheckedQuery | null }) {
  const styles = useStyles();
  if (!checked) return null;
  return (
    <Text size={200} className={styles.sent} data-sent>
      {isSendable(checked) ? (
        <>
          {t('search.sentAs')} <code className={styles.code}>{checked.query}</code>
        </>
      ) : (
        t('search.notSent')
      )}
    </Text>
  );
}

/** The order of the results: only fields that the directory can sort by, in either direction. */
function SortBox() {
  const styles = useStyles();
  const id = useId();
  const kind = useSearches((state) => state.kind);
  const sort = useSearches((state) => state.sort);
  const [field = '', direction = 'asc'] = sort.split(':');
  const fields = searchFields(kind).filter(({ sortable }) => sortable);
  const isUp = direction === 'asc';
  return (
    <div className={styles.root}>
      <Label htmlFor={id} size="small">
        {t('search.sort.label')}
      </Label>
      <Select
        id={id}
        size="small"
        value={field}
        onChange={(_, { value }) => void askAgain({ sort: value === '' ? '' : `${value}:${direction}` })}
      >
        <option value="">{t('search.sort.best')}</option>
        {field !== '' && !fields.some(({ name }) => name === field) && <option value={field}>{field}</option>}
        {fields.map((one) => (
          <option key={one.name} value={one.name}>
            {describe(one.label)}
          </option>
        ))}
      </Select>
      <Button
        size="small"
        icon={isUp ? <ArrowSortUpRegular /> : <ArrowSortDownRegular />}
        disabledFocusable={field === ''}
        onClick={() => void askAgain({ sort: `${field}:${isUp ? 'desc' : 'asc'}` })}
      >
        {t(isUp ? 'search.sort.asc' : 'search.sort.desc')}
      </Button>
    </div>
  );
}
