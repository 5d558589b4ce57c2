import { Combobox, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { CallInput } from '../../../shared/contract/contract.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useSettled } from '../../parts/useSettled.ts';
import type { Choice } from '../../state/data/compliance.ts';
import { useCall } from '../../state/data/queries.ts';
import { exactly, matching, merged } from './choices.ts';

const typingPauseMs = 300;
/** Users type more to find others. */
const maxShown = 50;

const useStyles = makeStyles({
  list: { maxHeight: '320px' },
  detail: { color: tokens.colorNeutralForeground2 },
});

/** A combobox of `choices` or the service's suggestions; on blur `read` may accept the typed text itself. */
export function SuggestBox(props: {
  label: string;
  hint?: string;
  /** The name by which other code focuses the field. */
  name: string;
  /** The current choice; null: none. */
  value: Choice | null;
  /** null: still being read. */
  choices: readonly Choice[] | null;
  /** True if the service suggests more of these. */
  suggest?: Suggested;
  read: (text: string) => Choice | string;
  onChange: (choice: Choice | null) => void;
  error: string;
  onError: (error: string) => void;
}) {
  const styles = useStyles();
  const { value } = props;
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** The field was left while what may be meant was still being looked for. */
  const [isLeft, setLeft] = useState(false);
  const { found, isLooking: isSuggesting } = useSuggestions(text, props.suggest);
  const isLooking = isSuggesting || props.choices === null;
  const choices = props.choices ?? [];
  const shown = (text === null ? choices : merged(matching(choices, text), found)).slice(0, maxShown);
  const choose = (choice: Choice | null) => {
    setText(null);
    setOpen(false);
    setLeft(false);
    props.onError('');
    props.onChange(choice);
  };
  const leave = () => {
    setOpen(false);
    if (text === null) return;
    if (text.trim() === '') return choose(null);
    const choice = exactly(shown, text) ?? props.read(text);
    if (typeof choice !== 'string') return choose(choice);
    const [only] = shown;
    if (only && shown.length === 1) return choose(only);
    setLeft(isLooking);
    props.onChange(null);
    if (!isLooking) props.onError(choice);
  };
  useEffect(() => {
    if (isLeft && !isLooking) leave();
  });
  const id = value?.id;
  // It may be chosen elsewhere, while a text that fits nothing is here.
  useEffect(() => {
    if (id !== undefined) setText(null);
  }, [id]);
  return (
    <Field
      label={props.label}
      {...(props.hint && { hint: props.hint })}
      validationState={props.error ? 'error' : 'none'}
      validationMessage={props.error || null}
    >
      <Combobox
        name={props.name}
        autoComplete="off"
        freeform
        open={isOpen}
        listbox={{ className: styles.list }}
        // The arrow keys open the list; its button is for the pointer.
        expandIcon={{ tabIndex: -1, 'aria-label': t('complianceScreen.openList', { label: props.label }) }}
        value={text ?? value?.title ?? ''}
        selectedOptions={value ? [value.id] : []}
        onOpenChange={(_, { open }) => setOpen(open)}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
        }}
        onOptionSelect={(_, { optionValue }) => {
          const choice = shown.find((one) => one.id === optionValue);
          if (choice) choose(choice);
        }}
        onFocus={() => setLeft(false)}
        onBlur={leave}
      >
        {shown.map((choice) => (
          <Option key={choice.id} value={choice.id} text={choice.title}>
            <span>
              {choice.title}
              {choice.detail !== '' && <span className={styles.detail}> · {choice.detail}</span>}
            </span>
          </Option>
        ))}
        {shown.length === 0 && (
          <Option disabled value="" text="">
            {t(isLooking ? 'complianceScreen.looking' : 'complianceScreen.nothingFound')}
          </Option>
        )}
      </Combobox>
    </Field>
  );
}

type Suggested = CallInput<'compliance.suggest'>['kind'];

function useSuggestions(typed: string | null, kind: Suggested | undefined) {
  const text = kind && typed !== null && typed.trim().length >= 3 ? typed : null;
  const settled = useSettled(text, typingPauseMs);
  const wanted = kind && text !== null && settled !== null ? { kind, text: settled } : null;
  const { data = [], isFetching } = useCall('compliance.suggest', wanted, { keepsPrevious: true });
  const isLooking = isFetching || settled !== text;
  const found = data.map(({ id, title, detail }) => ({ id, title: title || id, detail }));
  // Those of an earlier text would be chosen by Tab.
  return { found: isLooking && text !== null ? matching(found, text) : found, isLooking };
}
