import { Combobox, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, exactly, matching, merged } from './choices.ts';

const typingPause = 300;
/** The user types more to find others. */
const mostShown = 50;

const useStyles = makeStyles({
  list: { maxHeight: '320px' },
  detail: { color: tokens.colorNeutralForeground2 },
});

/**
 * A box to choose from `choices`, or from the results of `suggest` for the typed text after a pause. When the box loses
 * the focus, `read` may accept the text itself as a choice or report a problem. The typed text stays until something is
 * chosen.
 */
export function SuggestBox(props: {
  label: string;
  /** The name by which other code focuses the field. */
  name: string;
  /** The current choice; null: none. */
  value: Choice | null;
  choices: readonly Choice[];
  suggest?: (text: string) => Promise<readonly Choice[]>;
  read: (text: string) => Choice | string;
  onChange: (choice: Choice | null) => void;
  error: string;
  onError: (error: string) => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { value } = props;
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { found, isLooking } = useSuggestions(text, props.suggest);
  const shown = (text === null ? props.choices : merged(matching(props.choices, text), found)).slice(
    0,
    mostShown,
  );
  const choose = (choice: Choice | null) => {
    setText(null);
    setOpen(false);
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
    props.onChange(null);
    props.onError(choice);
  };
  return (
    <Field
      label={props.label}
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

/** The choices found for the current text; an answer to an earlier text is dropped. */
function useSuggestions(text: string | null, suggest?: (text: string) => Promise<readonly Choice[]>) {
  const [state, setState] = useState<{ found: readonly Choice[]; isLooking: boolean }>({
    found: [],
    isLooking: false,
  });
  const asked = useRef(0);
  useEffect(() => {
    const turn = ++asked.current;
    const settle = (found: readonly Choice[]) =>
      turn === asked.current && setState({ found, isLooking: false });
    if (!suggest || text === null || text.trim().length < 3) {
      settle([]);
      return;
    }
    setState(({ found }) => ({ found, isLooking: true }));
    const timer = setTimeout(() => {
      suggest(text).then(settle, () => settle([]));
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text, suggest]);
  return state;
}
